import { afterEach, describe, expect, it, vi } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/libraries/benchmark.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { LIBRARIES, LINE, STOPS_WITH_THE_PROCESS_AND_CASES, stopsWithTheProcessAnd } from './until-stopped-cases.ts'
import { Interrupted } from '../../../harness/errors.ts'
import { stopActionsWith, untilStopped } from '../../../harness/trial/calibration/until-stopped.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a calibration', await needs('python3-pytest'), () => {
  stopsWithTheProcessAnd(STOPS_WITH_THE_PROCESS_AND_CASES)

  it('is announced if it is made, and not if it is cached', async () => {
    await using folder = await temporaryFolder()
    vi.stubEnv('XDG_CACHE_HOME', folder.path)
    let said = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      said += String(chunk)
      return true
    })
    const load = async () => {
      vi.resetModules()
      const { calibrateLibrary } = await import('../../../harness/trial/calibration/calibrate.ts')
      await libraryBenchmark('codeprojecteval', LIBRARIES, calibrateLibrary).mission('intervals')
      const lines = said.match(LINE) ?? []
      said = ''
      return lines.length
    }
    expect(await load()).toBe(2)
    expect(await load()).toBe(0)
  })
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
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
