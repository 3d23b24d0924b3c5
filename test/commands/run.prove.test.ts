/** The other cases of run.integration.test.ts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { gateMessages } from '../../harness/commands/gate.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { FAIL_ON, STATUSES, summarySchema, type FailOn } from '../../harness/contracts/schema.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { temporaryFolder, type TemporaryFolder } from '../helpers.ts'
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

describe('--repeat-judging', { timeout: 400_000 }, () => {
  it('reports nothing flaky for a deterministic project', async () => {
    const flags = ['--repeat-judging', '1', '--fail-on', 'flaky', '--min-score', '1', '--json']
    const where = ['--missions', 'hello', '--out', folder.file('reports')]
    expect(await main(['run', '--agent', 'canonical', ...where, ...flags])).toBe(EXIT.done)
    expect(printed()).toMatchObject({ flaky: [], score: 1 })
  })

  it('does not repeat without a project', async () => {
    expect(await run('--agent', 'null', '--repeat-judging', '1')).toBe(EXIT.done)
    const { folder: runFolder, flaky } = printed()
    const [trial] = await readTrials(runFolder, await readRun(runFolder))
    expect(trial?.outcome).toBe('no-project')
    expect(trial).not.toHaveProperty('repeats')
    expect(flaky).toEqual([])
  })
})

describe('conditions for exit code 3', () => {
  it.each(FAIL_ON.filter((name) => name !== 'flaky' && name !== 'incomplete'))(
    '--fail-on %s finds testcodes of that status and no others',
    (name) => {
      const gate = { minScore: undefined, failOn: [name] as FailOn[] }
      for (const status of STATUSES) {
        const messages = gateMessages(summaryOf(['passed', status, status]), gate)
        expect(messages).toEqual(status === name ? [`2 testcodes are ${name}, which --fail-on names`] : [])
      }
    },
  )

  it('reports flaky testcodes, an incomplete run, and a low score', () => {
    const flaky = [{ trial: 't', testcode: 'c', statuses: ['passed' as const, 'failed' as const] }]
    const summary = summaryOf(['passed', 'failed'], { flaky, incomplete: true })
    expect(gateMessages(summary, { minScore: 0.9, failOn: ['flaky', 'incomplete'] })).toEqual([
      'the score is 0.5, below --min-score 0.9',
      '1 testcodes are flaky, which --fail-on names',
      'the run is incomplete, which --fail-on names',
    ])
    expect(gateMessages(summary, { minScore: 0.5, failOn: [] })).toEqual([])
    expect(gateMessages(summaryOf(['excluded']), { minScore: 0.5, failOn: [] })).toEqual([
      'the score is unknown, below --min-score 0.5',
    ])
  })
})
