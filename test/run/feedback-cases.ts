/** Shared by the tests of feedback. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { trialRecordSchema, type TrialRecord } from '../../harness/contracts/schema.ts'
import { root, type TemporaryFolder } from '../helpers.ts'

const BIN = path.join(root, 'dist/pe/bin.js')
export const FIXTURES = path.join(root, 'test/fixtures/feedback')
export const BENCHMARK = ['--benchmark', path.join(FIXTURES, 'benchmark.ts'), '--missions', 'best']

export function pe(folder: TemporaryFolder, ...args: string[]) {
  const env = { XDG_CACHE_HOME: folder.file('cache'), OPENAI_API_KEY: 'sk-proj-T3stK3y0123456789' }
  return execa('node', [BIN, ...args, '--out', folder.file('reports')], { reject: false, stdin: 'ignore', env })
}

export async function trialFolder(folder: TemporaryFolder): Promise<string> {
  const [run = ''] = await readdir(folder.file('reports'))
  const [trial = ''] = await readdir(folder.file('reports', run, 'trials'))
  return folder.file('reports', run, 'trials', trial)
}

export async function recordIn(folder: TemporaryFolder): Promise<TrialRecord> {
  const file = path.join(await trialFolder(folder), 'trial.json')
  return trialRecordSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}
