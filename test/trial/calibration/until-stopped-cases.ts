/** Shared by the tests of until-stopped. */
import { cp, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it, onTestFinished, vi } from 'vitest'
import { EXIT } from '../../../harness/contracts/exit-codes.ts'
import { BIN, root, temporaryFolder, type TemporaryFolder } from '../../helpers.ts'

export const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const LINE = /^pe: calibrating intervals \(\w+\): its tests run on the reference, once for this machine .*$/gm
const SLOW = 'import time\n\n\ndef test_slow():\n    time.sleep(300)\n'

/** Processes whose command names a folder. */
export async function processesIn(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(folder))
}

/** Starts a command whose calibration does not end, and stops it. */
export async function stopped(folder: TemporaryFolder, command: readonly string[]) {
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

export const STOPS_WITH_THE_PROCESS_AND_CASES: readonly string[][] = [
  ['run', '--agent', 'canonical', '--json'],
  ['doctor', '--json'],
]

export function stopsWithTheProcessAnd(cases: readonly (typeof STOPS_WITH_THE_PROCESS_AND_CASES)[number][]): void {
  it.each(cases)('stops with the process, and leaves no process and no result behind: pe %s', async (...command) => {
    await using folder = await temporaryFolder()
    const { exitCode, stdout, stderr, seconds } = await stopped(folder, command)
    expect(stderr.match(LINE)).toHaveLength(1)
    expect({ exitCode, stdout }).toEqual({ exitCode: EXIT.interrupted, stdout: '' })
    // Without the signal, the test sleeps on. Other work on the machine may slow down the end.
    expect(seconds).toBeLessThan(30)
    expect(await processesIn(folder.path)).toEqual([])
    expect(await readdir(folder.file('cache', 'pe', 'calibrations')).catch(() => [])).toEqual([])
  })
}
