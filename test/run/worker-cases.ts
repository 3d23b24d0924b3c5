/** Shared by the tests of worker. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { type TrialRecord } from '../../harness/contracts/schema.ts'
import type { TrialEvent } from '../../harness/contracts/types.ts'

const CHILD = path.join(import.meta.dirname, 'worker-process.ts')

/** Runs a spec in a process that is given nothing but the spec, a folder and the environment. */
export async function inAProcess(spec: unknown, folder: string) {
  await mkdir(folder)
  const child = await execa(process.execPath, ['--import', 'tsx', CHILD, folder], {
    input: JSON.stringify(spec),
    reject: false,
    env: { SECRET_API_KEY: 'sk-live-0123456789abcdef' },
  })
  const lines = child.stdout === '' ? [] : child.stdout.split('\n').map((line) => JSON.parse(line) as unknown)
  const { exitCode, stderr } = child
  return { exitCode, stderr, events: lines.slice(0, -1) as TrialEvent[], record: lines.at(-1) as TrialRecord }
}
