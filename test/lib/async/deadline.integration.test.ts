import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Deadline, unlessAborted, withTimeout } from '../../../harness/lib/async/deadline.ts'
import { DeadlineExceeded, Interrupted } from '../../../harness/errors.ts'
import { runModule } from '../../helpers.ts'

const never = () => new Promise<never>(() => undefined)

describe('withTimeout', () => {
  it('returns the result, or throws the error, of the promise', async () => {
    expect(await withTimeout(Promise.resolve(42), 10_000, 'late')).toBe(42)
    await expect(withTimeout(Promise.reject(new TypeError('own')), 10_000, 'late')).rejects.toThrow(TypeError)
  })

  it('throws its message once the deadline has passed, and not before', async () => {
    const began = performance.now()
    const waiting = withTimeout(never(), 50, 'not done within 50 ms')
    await expect(waiting).rejects.toThrow(DeadlineExceeded)
    await expect(waiting).rejects.toThrow('not done within 50 ms')
    expect(performance.now() - began).toBeGreaterThanOrEqual(49)
  })

  it('leaves no timer that keeps the process alive', async () => {
    const began = performance.now()
    const { exitCode } = await runModule(`
      import { withTimeout } from 'HARNESS/lib/async/deadline.ts'
      await withTimeout(Promise.resolve(), 600_000, 'late')
      await withTimeout(Promise.reject(new Error('own')), 600_000, 'late').catch(() => {})`)
    expect(exitCode).toBe(0)
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})

describe('a deadline', () => {
  /** Blocks the thread. */
  const block = (milliseconds: number) => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  }
  /** Blocks the thread several times, for `milliseconds` each. */
  const blockOver = async (times: number, milliseconds: number) => {
    for (let time = 0; time < times; time += 1) {
      await delay(5)
      block(milliseconds)
    }
  }

  it('is extended by the time for which the thread was blocked', async () => {
    const began = performance.now()
    const waiting = withTimeout(
      delay(400).then(() => 'done'),
      500,
      'late',
    )
    await blockOver(1, 700)
    expect(await waiting).toBe('done')
    const late = withTimeout(never(), 500, 'late')
    await blockOver(1, 300)
    await expect(late).rejects.toThrow('late')
    expect(performance.now() - began).toBeGreaterThanOrEqual(700 + 700)
  })

  it('is extended for work that ends after the thread was blocked', async () => {
    const work = async () => {
      await delay(100)
      block(600)
      await delay(200)
      return 'done'
    }
    expect(await withTimeout(work(), 600, 'late')).toBe('done')
  })

  it('is extended by at most the original time', async () => {
    const waiting = withTimeout(never(), 400, 'late')
    waiting.catch(() => undefined)
    await blockOver(8, 250)
    await expect(waiting).rejects.toThrow('late')
    using deadline = new Deadline(300)
    block(1000)
    expect(deadline.left).toBeLessThanOrEqual(0)
  })
})

describe('unlessAborted', () => {
  it('returns the result, or throws the error, of the promise, and removes its listener', async () => {
    const { signal } = new AbortController()
    expect(await unlessAborted(Promise.resolve(42), signal)).toBe(42)
    await expect(unlessAborted(Promise.reject(new TypeError('own')), signal)).rejects.toThrow(TypeError)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('throws the reason of an abort before the call or while it waits', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never(), controller.signal)
    controller.abort(new Interrupted('stopped'))
    await expect(waiting).rejects.toThrow(Interrupted)
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(Interrupted)
  })

  it('throws Interrupted if the reason of the abort is not an error', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never(), controller.signal)
    controller.abort('a text')
    await expect(waiting).rejects.toThrow(Interrupted)
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(Interrupted)
  })

  it.each(['before the call', 'while it waits'])(
    'does not end the process if the promise fails after an abort %s',
    async (when) => {
      const early = when === 'before the call'
      const { exitCode, stdout, stderr } = await runModule(`
      import { setTimeout as delay } from 'node:timers/promises'
      import { unlessAborted } from 'HARNESS/lib/async/deadline.ts'
      const controller = new AbortController()
      if (${String(early)}) controller.abort(new Error('stopped'))
      const work = delay(20).then(() => { throw new Error('of the work') })
      const waiting = unlessAborted(work, controller.signal)
      controller.abort(new Error('stopped'))
      await waiting.catch((error) => console.log(error.message))
      await delay(100)
      console.log('still there')`)
      expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'stopped\nstill there', stderr: '', exitCode: 0 })
    },
  )
})
