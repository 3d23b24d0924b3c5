import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMachines } from '../../harness/store/read.ts'
import { complaints, root, temporaryFolder, until, type TemporaryFolder } from '../helpers.ts'
import { pe } from '../own.ts'
import { needs } from '../needs.ts'
import { redisServer } from './redis-server.ts'
import { startPe, startWorker, untilSays, type Started } from './workers.ts'

const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
/**
 * The only tests of the suite. A calibration loads them four times, which takes longer than the time for draining of the impatient worker. They
 * wait while they are loaded: a calibration runs tests that wait themselves 16 times beside busy processors, which takes many minutes if
 * other programs use the machine as well.
 */
const SLOW =
  "import time\n\nfrom intervals import parse\n\ntime.sleep(1)\n\n\ndef test_slow():\n    assert parse('1-2') == (1, 2)\n"

/** A plan whose missions have to be calibrated by every machine that has not read them before. */
async function planned(folder: TemporaryFolder): Promise<string> {
  await cp(LIBRARIES, folder.file('libraries'), { recursive: true })
  const tests = folder.file('libraries', 'intervals', 'unit_tests')
  for (const name of await readdir(tests)) if (name.startsWith('test_')) await rm(path.join(tests, name))
  await writeFile(path.join(tests, 'test_slow.py'), SLOW)
  const matrix = ['--benchmark', `codeprojecteval:${folder.file('libraries')}`, '--agent', 'null']
  const env = { XDG_CACHE_HOME: folder.file('cache') }
  return (await pe(['plan', ...matrix, '--out', folder.file('runs')], { env })).stdout.trim()
}

// It calibrates several times, which takes minutes on a busy machine: `npm run prove -- tests` runs it.
const LONG = { timeout: 1_200_000 }

describe('a worker that is stopped while it calibrates', await needs('redis', 'python3-pytest'), () => {
  it('gives its trial back once its time is over, and otherwise ends it', LONG, async () => {
    await using folder = await temporaryFolder()
    const plan = await planned(folder)
    await using redis = await redisServer()
    const queue = ['--executor', 'queue', '--redis', redis.url, '--no-score', '--reporter', 'json']
    const env = { XDG_CACHE_HOME: folder.file('cache') }
    await using run = startPe(['run', '--resume', plan, ...queue], { env })
    await untilSays(run, 'nobody can take', 300_000)
    const worker = (name: string, flags: readonly string[]) =>
      startWorker(redis.url, flags, { env: { XDG_CACHE_HOME: folder.file(name), TMPDIR: folder.path } })
    const stopped = async (each: Started): Promise<number | null> => {
      await untilSays(each, 'calibrating', 300_000)
      each.kill('SIGTERM')
      return await each.exit
    }

    await using hasty = worker('hasty', ['--drain', '1'])
    expect([await stopped(hasty), complaints(hasty.stderr()).slice(-3)]).toEqual([
      130,
      ['takes no more trials', 'is given back after', 'has drained: 0 trials'].map(
        (text) => expect.stringContaining(text) as string,
      ),
    ])
    expect(await readdir(folder.file('hasty', 'pe', 'calibrations')).catch(() => [])).toEqual([])
    await until(async () => (await redis.client.keys('pe-queue:*:lock')).length === 0, 'no trial is taken')
    expect(await readMachines(plan)).toEqual([])

    await using patient = worker('patient', [])
    expect(await stopped(patient)).toBe(0)
    expect([await run.exit, run.stderr()]).toEqual([0, expect.any(String)])
    expect((await readMachines(plan)).map(({ worker: id }) => id.includes(`-${String(patient.pid)}-`))).toEqual([true])
    // Nothing of either worker is left.
    expect((await readdir(folder.path)).filter((name) => name.startsWith('pe-'))).toEqual([])
  })
})
