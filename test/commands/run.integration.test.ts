import { readdir, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { gateMessages } from '../../harness/commands/gate.ts'
import { exitCodeOf } from '../../harness/commands/exit-code.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { FAIL_ON, STATUSES, summarySchema, type FailOn } from '../../harness/contracts/schema.ts'
import { summarise } from '../../harness/run/summary.ts'
import { keyOf, recordOf, runOf, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { keepOutput, type Output } from './output.ts'
import { MISSION, summaryOf } from './run-cases.ts'

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

async function run(...flags: string[]): Promise<number> {
  return main(['run', '--missions', MISSION, '--json', '--out', folder.file('reports'), ...flags])
}

const printed = () => summarySchema.parse(JSON.parse(output.stdout))

describe('--reporter', () => {
  it('writes the requested formats beside the run', async () => {
    expect(await run('--agent', 'null', '--reporter', 'junit,markdown,csv,jsonl,xlsx')).toBe(EXIT.done)
    const files = await readdir(printed().folder)
    expect(files).toEqual(
      expect.arrayContaining(['junit.xml', 'comment.md', 'testcodes.csv', 'export.jsonl', 'run.xlsx']),
    )
    expect(files).not.toContain('index.html')
    expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(output.stderr).not.toContain('✗')
  })

  it('takes a file of the user; a failing reporter stops nothing and makes the exit code 1', async () => {
    const own = folder.file('own.mjs')
    await writeFile(
      own,
      `export default ({ stderr }) => ({ name: 'own', on(event) { stderr.write('own: ' + event.type + '\\n'); if (event.type === 'verdict' || event.type === 'stage') throw new Error('broken') } })`,
    )
    expect(await run('--agent', 'null', '--reporter', `${own},html`)).toBe(EXIT.harness)
    const summary = printed()
    expect(summary).toMatchObject({ incomplete: false, trials: 1 })
    expect(await readdir(summary.folder)).toContain('index.html')
    expect(output.stderr).toContain('own: run-end\n')
    expect(output.stderr).toMatch(/pe: the own reporter failed on stage: broken( \(\d+ times\))?\n/)
  })

  it.each([
    ['nothing', /there is no reporter "nothing"; the reporters are html, .*json, or a file of your own/],
    ['BROKEN', /cannot be loaded: .*no such luck/],
    ['EMPTY', /no default export that makes a reporter/],
    ['WRONG', /made no reporter/],
    ['THROWS', /threw: not today/],
  ])('refuses %s before anything is written', async (name, message) => {
    const files = {
      BROKEN: 'throw new Error("no such luck")',
      EMPTY: 'export default 1',
      THROWS: 'export default () => { throw new Error("not today") }',
      WRONG: 'export default () => ({ name: 1 })',
    }
    const content = files[name as keyof typeof files] as string | undefined
    const file = folder.file(`${name}.mjs`)
    if (content !== undefined) await writeFile(file, content)
    expect(await run('--agent', 'null', '--reporter', content === undefined ? name : file)).toBe(EXIT.usage)
    expect(output.stderr).toMatch(message)
    expect(await readdir(folder.path)).not.toContain('reports')
  })
})

describe('conditions for exit code 3', () => {
  it('has a value for each status, flaky and incomplete', () => {
    expect([...FAIL_ON].toSorted()).toEqual(
      [...STATUSES.filter((status) => status !== 'passed'), 'flaky', 'incomplete'].toSorted(),
    )
  })

  it('names the score of each agent if there are several', () => {
    const [one, other] = [keyOf(), keyOf({ agent: 'other' })]
    const keys = [one, other]
    const records = [recordOf(one, ['passed', 'passed']), recordOf(other, ['failed', 'passed'])]
    const summary = summarise(runOf(keys), records, { folder: '', report: '', seconds: 1 })
    expect(gateMessages(summary, { minScore: 0.9, failOn: [] })).toEqual([
      'the score of all agents and variants together is 0.75, below --min-score 0.9; canonical, L1 direct: 1; other, L1 direct: 0.5',
    ])
  })

  it('rounds the score to three digits, unless more are needed to see that it is too low', () => {
    const trialOf = (passed: number, all: number) =>
      recordOf(keyOf(), [...Array<'passed'>(passed).fill('passed'), ...Array<'failed'>(all - passed).fill('failed')])
    const messages = (passed: number, all: number, minScore: number) =>
      gateMessages(summarise(runOf([keyOf()]), [trialOf(passed, all)], { folder: '', report: '', seconds: 1 }), {
        ...{ minScore, failOn: [] },
      })
    expect(messages(1, 7, 0.8)).toEqual(['the score is 0.143, below --min-score 0.8'])
    expect(messages(7999, 10_000, 0.8)).toEqual(['the score is 0.7999, below --min-score 0.8'])
  })

  it('counts unjudged points as not passed, and calls the score a lower bound', () => {
    const summary = summarise(runOf([keyOf()]), [recordOf(keyOf(), ['passed', 'passed', 'unjudged', 'unjudged'])], {
      folder: '',
      report: '',
      seconds: 1,
    })
    expect(summary.score).toBe(1)
    expect(gateMessages(summary, { minScore: 0.6, failOn: [] })).toEqual([
      'the score is at least 0.5 (2 of 4 points are unjudged), below --min-score 0.6',
    ])
    expect(gateMessages(summary, { minScore: 0.5, failOn: [] })).toEqual([])
  })

  it('exits with 3, unless the harness itself has failed', () => {
    const gate = { minScore: undefined, failOn: ['failed'] as FailOn[] }
    expect(exitCodeOf(summaryOf(['passed', 'passed']), gate, 0)).toBe(EXIT.done)
    expect(exitCodeOf(summaryOf(['passed', 'failed']), gate, 0)).toBe(EXIT.belowMinimum)
    expect(exitCodeOf(summaryOf(['passed', 'failed']), gate, 1)).toBe(EXIT.harness)
    expect(exitCodeOf(summaryOf(['unjudged', 'failed']), gate, 0)).toBe(EXIT.harness)
  })
})
