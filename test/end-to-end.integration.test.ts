/** The compiled program, as a user starts it. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { summarySchema, type Summary } from '../harness/contracts/schema.ts'
import { type Ended, start, pe } from './end-to-end-cases.ts'
import { OWN_FLAGS } from './own.ts'

let out: string
beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'pe-e2e-'))
})
afterAll(() => rm(out, { recursive: true, force: true }))

async function run(...args: string[]): Promise<Ended & { readonly summary: Summary }> {
  const ended = await pe(['run', '--out', out, '--json', ...args])
  if (ended.stdout === '') throw new Error(`nothing on stdout; stderr: ${ended.stderr}`)
  return { ...ended, summary: summarySchema.parse(JSON.parse(ended.stdout)) }
}

describe('pe run', () => {
  it('writes results to stdout and everything else to stderr, without escape sequences if there is no terminal', async () => {
    const ended = await pe(['run', '--agent', 'null', '--missions', 'hello', '--out', out])
    expect(ended.stdout).toContain('Score 0.0%')
    expect(ended.stdout).not.toContain('warning')
    expect(ended.stdout + ended.stderr).not.toContain('\u001b')
  })

  it('is stopped by Ctrl-C, and later resumes with only the missing trials', { timeout: 300_000 }, async () => {
    const matrix = ['--missions', 'sum', '--agent', 'canonical', '--samples', '3', '--concurrency', '1']
    const first = start(['run', ...OWN_FLAGS, ...matrix, '--no-score', '--out', out, '--json'])
    const trialEnded = new Promise<void>((resolve) => {
      first.stderr.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('✓')) resolve()
      })
    })
    await trialEnded
    first.kill('SIGINT')
    const interrupted = await first
    expect(interrupted.exitCode).toBe(130)
    const summary = summarySchema.parse(JSON.parse(interrupted.stdout))
    expect(summary.incomplete).toBe(true)
    expect(summary.trials).toBeGreaterThan(0)
    expect(summary.trials).toBeLessThan(3)

    const resumed = await run('--resume', summary.runId)
    expect(resumed.code).toBe(0)
    expect(resumed.summary).toMatchObject({ runId: summary.runId, trials: 3, incomplete: false, score: 1 })
    const events = (await readFile(path.join(summary.folder, 'events.jsonl'), 'utf8')).trim().split('\n')
    const ends = events.map((line) => JSON.parse(line) as { type: string }).filter(({ type }) => type === 'trial-end')
    expect(ends).toHaveLength(3)
    expect(await readdir(summary.folder)).not.toContain('lock')
  })
})

describe('bad input is one clear line, and nothing is written', () => {
  it('a folder in which no mission of one’s own can be begun', async () => {
    const file = path.join(out, 'no-folder')
    await writeFile(file, '')
    const ended = await pe(['new', 'mission', 'greeter', '--missions-dir', path.join(file, 'x')])
    expect(ended.stderr).toMatch(/^pe: nothing can be written: .*no-folder[^\n]*$/)
    expect(ended.code).toBe(2)
  })
})
