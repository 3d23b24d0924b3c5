import { getEventListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Deadline, unlessAborted, within } from '../../../harness/lib/async/deadline.ts'
import { DeadlineExceeded, Interrupted } from '../../../harness/errors.ts'
import { runModule } from '../../helpers.ts'

const never = () => new Promise<never>(() => undefined)

describe('within', () => {
  it('gives the result, or the error, of the promise', async () => {
    expect(await within(Promise.resolve(42), 10_000, 'late')).toBe(42)
    await expect(within(Promise.reject(new TypeError('own')), 10_000, 'late')).rejects.toThrow(TypeError)
  })

  it('throws its message once the deadline has passed, and not before', async () => {
    const began = performance.now()
    const waiting = within(never(), 50, 'not done within 50 ms')
    await expect(waiting).rejects.toThrow(DeadlineExceeded)
    await expect(waiting).rejects.toThrow('not done within 50 ms')
    expect(performance.now() - began).toBeGreaterThanOrEqual(49)
  })

  it('leaves no timer behind that keeps the process alive', async () => {
    const began = performance.now()
    const { exitCode } = await runModule(`
      import { within } from 'HARNESS/lib/async/deadline.ts'
      await within(Promise.resolve(), 600_000, 'late')
      await within(Promise.reject(new Error('own')), 600_000, 'late').catch(() => {})`)
    expect(exitCode).toBe(0)
    expect(performance.now() - began).toBeLessThan(30_000)
  })
})

describe('a deadline', () => {
  /** Nothing else happens meanwhile. */
  const block = (milliseconds: number) => {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
  }
  /** Blocks once now and then, for so many ms in all. */
  const blockOver = async (times: number, milliseconds: number) => {
    for (let time = 0; time < times; time += 1) {
      await delay(5)
      block(milliseconds)
    }
  }

  it('is put off by as long as the thread stood still', async () => {
    const began = performance.now()
    const waiting = within(
      delay(400).then(() => 'done'),
      500,
      'late',
    )
    await blockOver(1, 700)
    expect(await waiting).toBe('done')
    const late = within(never(), 500, 'late')
    await blockOver(1, 300)
    await expect(late).rejects.toThrow('late')
    expect(performance.now() - began).toBeGreaterThanOrEqual(700 + 700)
  })

  it('is put off for what comes only after the block', async () => {
    const work = async () => {
      await delay(100)
      block(600)
      await delay(200)
      return 'done'
    }
    expect(await within(work(), 600, 'late')).toBe('done')
  })

  it('is put off at most by as much time as there was', async () => {
    const began = performance.now()
    const waiting = within(never(), 400, 'late')
    waiting.catch(() => undefined)
    await blockOver(8, 250)
    await expect(waiting).rejects.toThrow('late')
    using deadline = new Deadline(300)
    block(1000)
    expect(deadline.left).toBeLessThanOrEqual(0)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('unlessAborted', () => {
  it('gives the result, or the error, of the promise, and listens no longer', async () => {
    const { signal } = new AbortController()
    expect(await unlessAborted(Promise.resolve(42), signal)).toBe(42)
    await expect(unlessAborted(Promise.reject(new TypeError('own')), signal)).rejects.toThrow(TypeError)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('throws the reason of the abort, before and while it waits', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never(), controller.signal)
    controller.abort(new Interrupted('stopped'))
    await expect(waiting).rejects.toThrow(Interrupted)
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(Interrupted)
  })

  it('makes an Interrupted of a reason that is no error, before and while it waits', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(never(), controller.signal)
    controller.abort('a text')
    await expect(waiting).rejects.toThrow(Interrupted)
    await expect(unlessAborted(never(), controller.signal)).rejects.toThrow(Interrupted)
  })

  it.each(['before it was called', 'while it waits'])(
    'ends no process where the promise fails after an abort %s',
    async (when) => {
      const early = when === 'before it was called'
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
