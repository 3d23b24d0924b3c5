import { afterEach, describe, expect, it, vi } from 'vitest'
import { needs } from '../../needs.ts'
import { Interrupted } from '../../../harness/errors.ts'
import { stopActionsWith, untilStopped } from '../../../harness/trial/calibration/until-stopped.ts'
import { STOPS_WITH_THE_PROCESS_AND_CASES, stopsWithTheProcessAnd } from './until-stopped-cases.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a calibration', { timeout: 180_000, ...(await needs('python3-pytest')) }, () => {
  stopsWithTheProcessAnd(STOPS_WITH_THE_PROCESS_AND_CASES.filter(([command]) => command === 'run'))
})

describe('an action of a worker that lets its trials end', () => {
  it('does not listen to signals of the process, and is stopped by that of the worker', async () => {
    const stop = new AbortController()
    const before = process.listenerCount('SIGTERM')
    using _worker = stopActionsWith(stop.signal)
    const action = untilStopped((signal) => {
      expect([process.listenerCount('SIGTERM'), signal.aborted]).toEqual([before, false])
      stop.abort(new Interrupted('stopped'))
      expect(signal.aborted).toBe(true)
      return Promise.reject(new Error('a sandbox was stopped while it started'))
    })
    await expect(action).rejects.toBeInstanceOf(Interrupted)
  })

  it('listens to signals of the process again once the worker has ended', async () => {
    stopActionsWith(new AbortController().signal)[Symbol.dispose]()
    const before = process.listenerCount('SIGTERM')
    const during = await untilStopped(() => Promise.resolve(process.listenerCount('SIGTERM')))
    expect(during).toBe(before + 1)
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })
})
