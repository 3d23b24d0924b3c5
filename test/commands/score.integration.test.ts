import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { reasonLines } from '../../harness/commands/score-reasons.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import type { NamedScore } from '../../harness/contracts/schema.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { keepOutput, type Output } from './output.ts'

const missing = (name: string, reason: string): NamedScore => ({
  name,
  setting: 'strict',
  score: { scored: false, reason },
})

describe('reasons', () => {
  it('are listed once each with their number, the most frequent first', () => {
    const scores = [missing('code', 'no files'), missing('skeleton', 'none'), missing('skeleton', 'none')]
    expect(reasonLines(scores)).toEqual(['Not scored:', '  2 × skeleton: none', '  1 × code: no files'])
    expect(reasonLines([])).toEqual([])
  })

  it('are few, short, and without control characters', () => {
    const many = Array.from({ length: 12 }, (_, index) => missing('code', `reason ${String(index)}`))
    expect(reasonLines(many)).toHaveLength(12)
    expect(reasonLines(many).at(-1)).toBe('  … and 2 more reasons; --json has all')
    const [, line = ''] = reasonLines([missing('code', `\u001b[31m${'x'.repeat(500)}\nsecond`)])
    expect(line).toMatch(/^ {2}1 × code: x+…$/)
    expect(line.length).toBeLessThan(220)
  })
})

describe('pe score', () => {
  let folder: TemporaryFolder
  let output: Output
  beforeEach(async () => {
    folder = await temporaryFolder()
    output = keepOutput()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await folder[Symbol.asyncDispose]()
  })

  const pe = (...args: string[]) => main([...args, '--out', folder.path])
  const run = (agent: string, ...flags: string[]) =>
    pe('run', '--agent', agent, '--missions', 'text-adventure', ...flags)

  it('gives the reason for a missing score', async () => {
    await run('null')
    output.stdout = ''
    expect(await pe('score')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/Not scored:\n {2}1 × /)
    expect(output.stdout).not.toContain('without a finished agent')
  })

  it('scores projects that nobody has judged, and counts trials whose agent is not finished', async () => {
    await run('canonical', '--no-judge', '--samples', '2')
    output.stdout = ''
    expect(await pe('score')).toBe(EXIT.done)
    expect(output.stdout).toMatch(/code +strict +1\.0000 +2\.0+ +2\/2/)
    expect(output.stdout).not.toContain('without a finished agent')
    const [name = ''] = await readdir(folder.path)
    const trials = path.join(folder.path, name, 'trials')
    const [first = ''] = await readdir(trials)
    await rm(path.join(trials, first), { recursive: true })
    output.stdout = ''
    expect(await pe('score')).toBe(EXIT.done)
    expect(output.stdout).toContain('Not scored: 1 trial without a finished agent')
  })
})
