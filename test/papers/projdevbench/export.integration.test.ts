/** The published form of ProjDevBench, with real repositories. */
import { readFile, readdir } from 'node:fs/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { execa } from 'execa'
import { main } from '../../../harness/cli.ts'
import { EXIT } from '../../../harness/contracts/exit-codes.ts'
import { RunStore } from '../../../harness/store/store.ts'
import { projectDigest } from '../../../harness/lib/files/project-digest.ts'
import { keyOf, recordOf, runOf, temporaryFolder, verdictOf } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { keepOutput } from '../../commands/output.ts'

afterEach(() => vi.restoreAllMocks())

const KEY = { ...keyOf({ mission: '009', agent: 'command:codex:gpt-5', variant: 'statement' }), id: '009.codex.1' }
const COMMITS = {
  count: 3,
  newest: [
    // As a tool may set its clock.
    { at: '2150-01-02T00:00:00.000Z', message: 'Faster' },
    { at: '2026-01-01T00:00:00.000Z', message: '--amend' },
  ],
}

async function writeRun(out: string): Promise<string> {
  const plain = runOf([KEY])
  const missions = plain.benchmark.missions.map((mission) => ({
    ...mission,
    testcodes: [
      { id: 'review-1', page: 'Rules', expects: 'Restrict headers', suite: 'review' },
      { id: 'review-2', page: 'Rules', expects: 'Keep helpers', suite: 'review' },
      { id: 'review-3', page: 'Judged by a model', expects: 'Readability', suite: 'review' },
    ],
  }))
  await using store = await RunStore.create(out, {
    ...plain,
    benchmark: { ...plain.benchmark, name: 'projdevbench', missions },
  })
  const trial = store.trial(KEY)
  const project = {
    files: [
      { path: 'vector.hpp', content: '// vector\n' },
      { path: '.gitignore', content: '*\n' },
      { path: 'sub/.GIT/config', content: '[core]\n\tfsmonitor = touch /tmp/pe-export-hacked\n' },
    ],
    artefacts: { commits: COMMITS },
  }
  await trial.writeProject(project, projectDigest(project), { notes: [], used: [] })
  await trial.writeRecord({
    ...recordOf(KEY, []),
    verdicts: [
      verdictOf('review-1', 'passed', { suite: 'review' }),
      verdictOf('review-2', 'failed', { suite: 'review', reason: 'utility.hpp is missing' }),
      verdictOf('review-3', 'partial', { suite: 'review', points: { earned: 0.7, of: 1 }, reason: 'gives 7.00 of 10' }),
    ],
  })
  return store.folder
}

describe('the published form of ProjDevBench', await needs('git'), () => {
  it('has the repository with its commits, and the review', async () => {
    await using folder = await temporaryFolder()
    const output = keepOutput()
    const run = await writeRun(folder.path)
    const to = folder.file('published')
    expect(await main(['export', run, '--format', 'published', '--to', to])).toBe(EXIT.done)
    const logs = 'logs/codex/gpt-5/009'
    const json = async (name: string) => JSON.parse(await readFile(folder.file('published', name), 'utf8')) as unknown
    expect(await json('cr_result/codex/gpt-5/009/cr_evaluation.json')).toMatchObject({
      checks: [
        { rule: 'Restrict headers', status: 'approved' },
        { rule: 'Keep helpers', status: '未通过', message: 'utility.hpp is missing' },
      ],
      ...{ approved: 1, total: 2, score: 0.5, commit_count: 3 },
    })
    expect(await json('cr_result/codex/gpt-5/009/result.json')).toEqual({
      criteria_scores: [{ name: 'Readability', result: 7, explanation: 'gives 7.00 of 10' }],
    })
    // As the published scripts do: the address of the log is cloned.
    const [log = ''] = (await readdir(folder.file('published', logs))).filter((name) => name.endsWith('.log'))
    const address = (await readFile(folder.file('published', logs, log), 'utf8')).trim()
    const clone = folder.file('clone')
    await execa('git', ['clone', '--quiet', address, clone], { env: { GIT_CONFIG_GLOBAL: `${to}/gitconfig` } })
    expect((await readdir(clone)).toSorted()).toEqual(['.git', '.gitignore', 'vector.hpp'])
    const { stdout } = await execa('git', ['-C', clone, 'log', '--format=%s %ct'])
    const [newest, second, oldest] = stdout.split('\n')
    expect([newest, second]).toEqual(['Faster 5680368000', '--amend 1767225600'])
    expect(oldest).toMatch(/^\(not recorded\) /)
    expect(await main(['export', run, '--format', 'published', '--to', to])).toBe(EXIT.usage)
    expect(output.stderr).toContain('is not empty')
  })
})
