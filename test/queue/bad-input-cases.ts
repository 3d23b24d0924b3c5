/** Shared by the tests of bad-input. */
import { expect, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { complaints, writeTree, keyOf, runOf, type TemporaryFolder } from '../helpers.ts'

export const LASTING = { timeout: 240_000 }

/** Runs `pe` in this process. */
export async function ran(args: readonly string[]) {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      said[name] += String(chunk)
      return true
    })
  const exitCode = await main(args)
  vi.restoreAllMocks()
  return { exitCode, ...said }
}

export async function expectOneLine(args: readonly string[], text: string): Promise<void> {
  const { exitCode, stderr } = await ran(args)
  expect([args, exitCode, complaints(stderr)]).toEqual([args, 2, [expect.stringContaining(text)]])
  expect(stderr).not.toMatch(/secret-word|wrong-word/)
}

/** A run with one trial, of which nothing has ended. */
export async function runIn(folder: TemporaryFolder) {
  const record = runOf([keyOf()])
  await writeTree(folder.file('run'), { 'run.json': JSON.stringify(record) })
  return { ...record, plan: folder.file('run'), trial: record.trials[0]?.id ?? '' }
}

/** Every command that takes the URL of a Redis, for a run. */
export function commandsOf(url: string, plan: string, trial: string): readonly (readonly string[])[] {
  return [
    ['worker', '--redis', url],
    ['status', plan, '--redis', url],
    ['requeue', plan, trial, '--redis', url],
  ]
}
