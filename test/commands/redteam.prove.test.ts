/** The other cases of redteam.integration.test.ts. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import type { Claim } from '../../harness/quality/validate/limits.ts'
import type { CheatResult } from '../../harness/quality/validate/results.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { attacked, codeReply, type Attacked } from './redteam-attack-run.ts'
import { BIN, DOUBLE, REFUSES_CASES, SERVER, refuses } from './redteam-cases.ts'

interface Found {
  readonly results: readonly CheatResult[]
  readonly claims: readonly Claim[]
  readonly exitCode: number | undefined
}

async function redteam(folder: string, ...flags: readonly string[]): Promise<Found> {
  const argv = [BIN, 'redteam', '--missions-dir', path.join(folder, 'own'), '--json', ...flags]
  const env = { XDG_CACHE_HOME: path.join(folder, 'cache') }
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore', env })
  if (stdout === '') throw new Error(stderr)
  return { ...(JSON.parse(stdout) as Omit<Found, 'exitCode'>), exitCode }
}

const passesOf = ({ results }: Found) =>
  Object.fromEntries(results.map(({ agent, passes }) => [agent, passes.map(({ testcode }) => testcode)]))

it(
  'lists the testcodes that each cheat passes, and fails unless these are listed with a reason',
  { timeout: 280_000 },
  async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, DOUBLE)
    const agents = ['--agents', 'every-number,unseen:offscreen+still,replayer']
    const found = await redteam(folder.path, ...agents, '--testcode-timeout', '12')
    expect(passesOf(found)).toEqual({
      // How much a dump gets depends on what expectations accept, which other tests settle.
      'every-number': expect.arrayContaining(['opens']) as unknown,
      'unseen:offscreen+still': expect.arrayContaining(['opens']) as unknown,
      replayer: ['opens', 'weak', 'strict'],
    })
    expect(found.claims.map(({ holds }) => holds)).toEqual([false, false, false])
    expect(found.exitCode).toBe(3)

    await writeTree(folder.path, {
      'own/canonical/double/exceptions.yaml': `schemaVersion: 1
redteam:
  - { agent: all, testcode: opens, why: A page is opened. }
  - { agent: replayer, testcode: weak, why: Its input is published. }
  - { agent: replayer, testcode: strict, why: Its input is published. }
`,
    })
    const listed = await redteam(folder.path, '--agents', 'replayer', '--testcode-timeout', '12')
    expect(listed.results).toMatchObject([
      { allowed: 3, passes: [{ why: 'A page is opened.' }, { testcode: 'weak' }, { testcode: 'strict' }] },
    ])
    expect(listed.claims.map(({ holds }) => holds)).toEqual([true])
    expect(listed.exitCode).toBe(0)
  },
)

/** Testcode → what its point is, for each round. */
const kindsOf = ({ rounds }: Attacked) =>
  rounds.map(({ points }) => Object.fromEntries(points.map(({ testcode, kind }) => [testcode, kind])))

it('counts what a model gains that learns from the verdicts of its tries', { timeout: 520_000 }, async () => {
  // The first try has a constant, and no arithmetic; the second one works.
  const results = ["'34'", '2 * Number(number)']
  let kept = ''
  const found = await attacked(
    (round) => codeReply(SERVER.replace('2 * Number(number)', results[round] ?? '')),
    ['--rounds', '2'],
    async (folder) => {
      kept = await readFile(path.join(folder, 'double', 'round-1', 'project', 'server.js'), 'utf8')
    },
  )
  expect(kindsOf(found)).toEqual([
    { opens: 'baseline', weak: 'gained' },
    { opens: 'baseline', weak: 'open', strict: 'open' },
  ])
  expect(found.rounds[0]?.points).toContainEqual({
    testcode: 'weak',
    kind: 'gained',
    why: 'passes also if something else is typed than is expected, and the canonical solution fails then',
  })
  expect(found).toMatchObject({ outcome: 'gained', exitCode: 3 })
  expect(kept).toContain("'34'")
  const [first = '', second = ''] = found.prompts
  expect(first).toContain('Win as many points as you can')
  expect(first).not.toContain('Your try 1')
  expect(first).not.toContain('toContainText')
  expect(second).toMatch(/Your try 1, its verdicts first:[^]*strict: failed \([^]*'34'/)
})

it('gains nothing by a page that says what the mission says', { timeout: 280_000 }, async () => {
  const flags = ['--rounds', '1', '--show-testcodes']
  const found = await attacked(() => codeReply(SERVER.replace('2 * Number(number)', "'the double'")), flags)
  expect(kindsOf(found)).toEqual([{ opens: 'baseline' }])
  expect(found).toMatchObject({ outcome: 'nothing', exitCode: 0 })
  expect(found.prompts[0]).toContain('toContainText')
})

refuses(REFUSES_CASES)

it('ends when the server of the model fails, or when the budget is spent', async () => {
  const failing = await attacked(() => ({ kind: 'error', status: 400 }))
  expect(failing.rounds).toMatchObject([{ outcome: 'unjudged', reason: expect.stringContaining('400') as unknown }])
  expect(failing).toMatchObject({ outcome: 'faulty', exitCode: 1 })
  const poor = await attacked(() => ({ kind: 'answer', text: '[]' }), ['--max-tokens', '10'])
  expect(poor.rounds).toMatchObject([
    { outcome: 'unjudged', reason: expect.stringContaining('--max-tokens') as unknown },
  ])
  expect(poor).toMatchObject({ outcome: 'faulty', exitCode: 1, prompts: [] })
})
