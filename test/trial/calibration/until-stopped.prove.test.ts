/** The other cases of until-stopped.integration.test.ts. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { LIBRARIES, LINE, STOPS_WITH_THE_PROCESS_AND_CASES, stopsWithTheProcessAnd } from './until-stopped-cases.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('a calibration', { timeout: 180_000, ...(await needs('python3-pytest')) }, () => {
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
