/** Shared by the tests of own. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { main } from '../harness/cli.ts'
import { summarySchema, type Summary } from '../harness/contracts/schema.ts'
import { keepOutput } from './commands/output.ts'
import { OWN_FLAGS, pe } from './own.ts'

const FOLDER = path.join(import.meta.dirname, 'fixtures', 'own')
export const REVERSER = path.join(FOLDER, 'agent.ts')

/** Runs a command in this process: each start of `pe` takes a second. */
export async function ok(...args: readonly string[]): Promise<string> {
  const output = keepOutput()
  const code = await main(args)
  vi.restoreAllMocks()
  expect(code, output.stderr).toBe(0)
  return output.stdout.trimEnd()
}

/** A run of all missions of the benchmark. */
export async function runOwn(out: string): Promise<{ readonly terminal: string; readonly summary: Summary }> {
  const agents = ['--agent', 'canonical,null', '--agent', REVERSER]
  const scorer = ['--scorer', path.join(FOLDER, 'trial-scorer.ts')]
  const ran = await pe(['run', ...OWN_FLAGS, ...scorer, ...agents, '--out', out])
  expect(ran.exitCode, ran.stderr).toBe(0)
  const [, report = ''] = /^Report (.*)$/m.exec(ran.stdout) ?? []
  const text = await readFile(path.join(path.dirname(report), 'summary.json'), 'utf8')
  return { terminal: `${ran.stderr}\n${ran.stdout}`, summary: summarySchema.parse(JSON.parse(text)) }
}
