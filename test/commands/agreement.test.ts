import { describe, expect, it, vi } from 'vitest'
import { agreementCommand, type AgreementOptions } from '../../harness/commands/agreement.ts'
import { UsageError } from '../../harness/errors.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import type { Paper } from '../../harness/contracts/paper.ts'
import type { PublishedVerdict, Where } from '../../harness/contracts/published.ts'
import type { Status, TrialKey } from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keyOf, recordOf, runOf, temporaryFolder, verdictOf, writeTree } from '../helpers.ts'

/** A run on disk whose trials have these statuses, the runnable point first. */
async function writeRun(root: string, runId: string, trials: readonly (readonly [TrialKey, readonly Status[]])[]) {
  const keys = trials.map(([key]) => key)
  await using store = await RunStore.create(root, runOf(keys, { runId }))
  for (const [key, [runnable, ...statuses]] of trials) {
    const verdicts = statuses.map((status, index) => verdictOf(`t${String(index + 1)}`, status))
    await store.trial(key).writeRecord(recordOf(key, [runnable ?? 'passed'], { verdicts }))
  }
}

async function agreement(
  options: Partial<AgreementOptions> & Pick<AgreementOptions, 'run' | 'other' | 'out'>,
  published: PublishedVerdict[] = [],
) {
  let text = ''
  using stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  expect(await agreementCommand({ where: [], json: true, ...options }, [paper(() => published)])).toBe(EXIT.done)
  expect(stdout).toHaveBeenCalled()
  return text
}

const P1 = keyOf({ mission: 'p1' })
const P2 = keyOf({ mission: 'p2' })
/** A paper that published these verdicts on the built-in missions. */
function paper(read: (where: Where) => PublishedVerdict[] = () => []): Paper {
  const open = () => Promise.reject(new Error('unexpected call'))
  const verdicts = () => Promise.resolve((_: string, where: Where) => Promise.resolve(read(where)))
  return { name: 'paper', benchmarks: { native: { open, verdicts } } }
}

describe('pe agreement', () => {
  it('leaves out the runnable points of missions in which they are worth nothing', async () => {
    await using folder = await temporaryFolder()
    const runnable = { ...verdictOf('runnable', 'passed'), points: { earned: 0, of: 0 } }
    for (const run of ['one', 'two']) {
      await using store = await RunStore.create(folder.path, runOf([P1], { runId: run }))
      await store.trial(P1).writeRecord(recordOf(P1, ['passed', 'passed', 'failed'], { runnable }))
    }
    const found = JSON.parse(await agreement({ run: 'one', other: 'two', out: folder.path })) as { rows: number }
    expect(found.rows).toBe(2)
  })

  it('compares with published verdicts', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'verdicts.csv': '' })
    await writeRun(folder.path, 'run', [
      [P1, ['passed', 'passed', 'bad-parameter', 'passed']],
      [P2, ['passed', 'timeout']],
    ])
    const options = { run: 'run', other: folder.file('verdicts.csv'), out: folder.path }
    const published = [
      { mission: 'p1', testcode: 't1', passed: true, result: '' },
      { mission: 'p1', testcode: 't2', passed: false, result: 'assertion' },
      { mission: 'p2', testcode: 't1', passed: true, result: '' },
      { mission: 'p3', testcode: 't1', passed: true, result: '' },
    ]
    const found = JSON.parse(await agreement(options, published)) as Record<string, unknown>
    expect(found).toMatchObject({
      schemaVersion: 2,
      rows: 3,
      agreement: 2 / 3,
      confusion: { bothPassed: 1, onlyHere: 0, onlyThere: 1, bothFailed: 1 },
      byMission: [
        { mission: 'p1', rows: 2, agreed: 2 },
        { mission: 'p2', rows: 1, agreed: 0 },
      ],
      disagreements: [
        { mission: 'p2', testcode: 't1', here: { status: 'timeout', reason: 'why' }, there: { status: 'passed' } },
      ],
      unmatched: { here: 1, there: 1 },
    })
    const text = await agreement({ ...options, json: false }, published)
    expect(text).toContain('3 rows judged by both: 66.7% agree, κ 0.400')
    expect(text).toMatch(/p2 t1\n {2}here timeout: why\n {2}there passed/)
  })

  it('compares with another run, including the runnable points, and leaves out points that either did not judge', async () => {
    await using folder = await temporaryFolder()
    const again = keyOf({ mission: 'p1', agent: 'other' })
    await writeRun(folder.path, 'one', [[P1, ['passed', 'passed', 'failed', 'excluded', 'passed']]])
    await writeRun(folder.path, 'two', [[again, ['failed', 'passed', 'timeout', 'excluded', 'unjudged']]])
    const found = JSON.parse(await agreement({ run: 'one', other: 'two', out: folder.path })) as Record<string, unknown>
    expect(found).toMatchObject({
      rows: 3,
      disagreements: [{ testcode: 'runnable' }],
      unmatched: { here: 0, there: 0 },
    })
    expect(found['notJudged']).toHaveLength(2)
  })

  it('prints reasons without control characters', async () => {
    await using folder = await temporaryFolder()
    await using store = await RunStore.create(folder.path, runOf([P1], { runId: 'run' }))
    const verdicts = [verdictOf('t1', 'failed', { reason: 'a\u001b[31mb\nsecond line' })]
    await store.trial(P1).writeRecord(recordOf(P1, ['passed'], { verdicts }))
    await writeTree(folder.path, { 'v.csv': '' })
    const published = [{ mission: 'p1', testcode: 't1', passed: true, result: '' }]
    const text = await agreement({ run: 'run', other: folder.file('v.csv'), out: folder.path, json: false }, published)
    expect(text).toContain('  here failed: ab\n')
    expect(text).not.toContain('second line')
  })

  it.each<[string, Partial<AgreementOptions>, RegExp]>([
    ['neither a file nor a run', { other: 'no-such' }, /no run "no-such"/],
    ['rows of a run', { other: 'run', where: [{ column: 'a', value: 'b' }] }, /--where picks rows of a file/],
    ['a file that is not there', { other: 'nope.csv' }, /no file .*nope\.csv/],
    ['an unknown run', { run: 'no-such' }, /no run "no-such"/],
  ])('refuses %s', async (_, changes, message) => {
    await using folder = await temporaryFolder()
    await writeRun(folder.path, 'run', [[P1, ['passed', 'passed']]])
    const call = () =>
      agreementCommand({ run: 'run', other: 'run', where: [], out: folder.path, json: true, ...changes }, [])
    await expect(call()).rejects.toThrow(UsageError)
    await expect(call()).rejects.toThrow(message)
  })

  it.each<[string, Partial<TrialKey>]>([
    ['levels', { variant: 'L2.direct' }],
    ['samples', { sample: 2 }],
  ])('refuses to compare published verdicts with several %s at once', async (_, second) => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'v.csv': '' })
    const trials = [{}, second].map((each) => [keyOf({ mission: 'p1', ...each }), ['passed'] as const] as const)
    await writeRun(folder.path, 'run', trials)
    const options = { run: 'run', other: folder.file('v.csv'), where: [], out: folder.path, json: true }
    const call = agreementCommand(options, [paper()])
    await expect(call).rejects.toThrow(/several agents, levels, modes or samples/)
  })

  it('passes on which rows are selected, and refuses a benchmark without published verdicts', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'v.csv': '' })
    await writeRun(folder.path, 'run', [[P1, ['passed', 'passed']]])
    const where = [{ column: 'timestamp', value: 'A' }]
    const options = { run: 'run', other: folder.file('v.csv'), where, out: folder.path, json: true }
    const selected: Where[] = []
    using _ = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    await agreementCommand(options, [paper((rows) => (selected.push(rows), []))])
    expect(selected).toEqual([where])
    await expect(agreementCommand(options, [])).rejects.toThrow('no published verdicts of "native" can be read')
  })
})
