/** Shared by the tests of faults. */
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { readRun, readTrials } from '../harness/store/read.ts'
import type { TrialRecord } from '../harness/contracts/schema.ts'
import { temporaryFolder } from './helpers.ts'
import { needs } from './needs.ts'

const BIN = path.resolve('dist/pe/bin.js')
export const NEEDS = await needs('bubblewrap', 'root', 'mount namespaces')

interface Ended {
  readonly code: number | undefined
  readonly records: readonly TrialRecord[]
}

/** A run of our own solution of a mission, after a change of the machine that only this run sees. */
export async function runAfter(change: string, mission: string, env: Record<string, string> = {}): Promise<Ended> {
  await using folder = await temporaryFolder()
  const out = folder.file('reports')
  await mkdir(out)
  const pe = [
    'node',
    BIN,
    'run',
    '--agent',
    'canonical',
    '--missions',
    mission,
    '--sandbox',
    'bubblewrap',
    '--out',
    out,
  ]
  const script = `${change} && exec "$@"`
  const { exitCode } = await execa('unshare', ['-m', 'sh', '-c', script, 'run', ...pe], {
    reject: false,
    env: { ...env, OUT: out },
    timeout: 120_000,
  })
  const [run] = await readdir(out)
  const place = path.join(out, run ?? 'no run')
  return { code: exitCode, records: await readTrials(place, await readRun(place)) }
}

export const everything = ({ runnable, verdicts }: TrialRecord) => [runnable, ...verdicts]
