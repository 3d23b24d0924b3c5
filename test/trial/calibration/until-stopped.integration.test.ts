import { cp, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, describe, expect, onTestFinished, vi } from 'vitest'
import { libraryBenchmark } from '../../../harness/benchmarks/codeprojecteval/benchmark.ts'
import { EXIT } from '../../../harness/contracts/exit-codes.ts'
import { BIN, root, temporaryFolder, type TemporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { Interrupted } from '../../../harness/errors.ts'
import { stopActionsWith, untilStopped } from '../../../harness/trial/calibration/until-stopped.ts'
import { sampled } from '../../part.ts'

const it = sampled('trial/calibration/until-stopped', 2)

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
const LINE = /^pe: calibrating intervals \(\w+\): its tests run on the reference, once for this machine .*$/gm
const SLOW = 'import time\n\n\ndef test_slow():\n    time.sleep(300)\n'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Processes whose command names a folder. */
async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(folder))
}

/** Starts a command whose calibration does not end, and stops it. */
async function stopped(folder: TemporaryFolder, command: readonly string[]) {
  await cp(LIBRARIES, folder.file('libraries'), { recursive: true })
  await writeFile(folder.file('libraries', 'intervals', 'unit_tests', 'test_slow.py'), SLOW)
  const child = execa(
    process.execPath,
    [BIN, ...command, '--benchmark', `codeprojecteval:${folder.file('libraries')}`],
    {
      ...{ reject: false, cwd: folder.path, env: { XDG_CACHE_HOME: folder.file('cache'), TMPDIR: folder.path } },
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  await vi.waitUntil(() => said.includes('calibrating'), 120_000)
  await vi.waitUntil(async () => (await processesIn(`${folder.path}/pe-`)).length > 0, 60_000)
  const began = performance.now()
  child.kill('SIGTERM')
  const { exitCode, stdout, stderr } = await child
  return { exitCode, stdout, stderr, seconds: (performance.now() - began) / 1000 }
}

describe('a calibration', { timeout: 180_000, ...(await needs('python3-pytest')) }, () => {
  it.each([
    ['run', '--agent', 'canonical', '--json'],
    ['doctor', '--json'],
  ])('stops with the process, and leaves no process and no result behind: pe %s', async (...command) => {
    await using folder = await temporaryFolder()
    const { exitCode, stdout, stderr, seconds } = await stopped(folder, command)
    expect(stderr.match(LINE)).toHaveLength(1)
    expect({ exitCode, stdout }).toEqual({ exitCode: EXIT.interrupted, stdout: '' })
    // Without the signal, the test sleeps on. Other work on the machine may slow down the end.
    expect(seconds).toBeLessThan(30)
    expect(await processesIn(folder.path)).toEqual([])
    expect(await readdir(folder.file('cache', 'pe', 'calibrations')).catch(() => [])).toEqual([])
  })

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
