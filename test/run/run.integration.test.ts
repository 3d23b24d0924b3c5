/** The events of a run, and the state in which it leaves its trials. */
import { mkdir, rm } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { AgentFault, HarnessFault, Interrupted, UsageError } from '../../harness/errors.ts'
import { verdictsOf } from '../../harness/lib/statistics/tries.ts'
import { Multiplexer } from '../../harness/reporters/index.ts'
import { readRun, readSummary, readTrials } from '../../harness/store/read.ts'
import type { Agent, RunEvent } from '../../harness/contracts/types.ts'
import { brokenProject, projectFor } from '../fixtures/feedback/projects.ts'
import { testerServices } from '../helpers.ts'
import { agentThat } from '../trial/feedback-trial.ts'
import { doubting, smallRun, type SmallRun } from './small-run.ts'
import { sampled } from '../part.ts'

const it = sampled('run/run', 4)

const gives = (letters: string): Agent => agentThat(() => Promise.resolve(projectFor(letters)))
const fails = (error: Error): Agent => agentThat(() => Promise.reject(error))

async function recordsOf({ folder }: SmallRun) {
  return readTrials(folder, await readRun(folder))
}

/** The events of one trial, in short. */
function shortly(events: readonly RunEvent[], agent: string): string[] {
  return events.flatMap((event) => {
    if (event.type === 'run-begin' || event.type === 'run-end' || event.trial.agent !== agent) return []
    if (event.type === 'stage') return []
    return event.type === 'verdict' ? [`${event.verdict.testcode} ${event.verdict.status}`] : [event.type]
  })
}

/** Each verdict of each record was emitted once, as it is in the record, before the end of its trial. */
async function expectFinal(run: SmallRun): Promise<void> {
  const records = await recordsOf(run)
  for (const record of records) {
    const own = run.events.filter((event) => 'trial' in event && event.trial.id === record.trial.id)
    const emitted = own.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))
    expect(emitted).toEqual(verdictsOf(record))
    expect(own.filter(({ type }) => type === 'trial-end')).toEqual([{ type: 'trial-end', trial: record.trial, record }])
    expect(own.at(-1)?.type).toBe('trial-end')
  }
  expect(await run.logged()).toEqual(JSON.parse(JSON.stringify(run.events)))
}

describe('the events of a run', { timeout: 180_000 }, () => {
  it('are final and in order, equal to the records, also for trials that never ran', async () => {
    await using run = await smallRun(
      {
        good: gives('abc'),
        half: gives('b'),
        refuses: fails(new AgentFault('it refused', 'refused')),
        throws: fails(new RangeError('what is this?')),
        broken: agentThat(() => Promise.resolve(brokenProject('no'))),
      },
      2,
    )
    const summary = await run.go()
    expect(run.events[0]).toMatchObject({ type: 'run-begin', pending: 5 })
    expect(run.events.at(-1)).toEqual({ type: 'run-end', summary })
    await expectFinal(run)
    const all = (status: string) => ['runnable', 'a', 'b', 'c'].map((testcode) => `${testcode} ${status}`)
    const whole = (verdicts: readonly string[]) => ['trial-begin', ...verdicts, 'trial-end']
    expect(shortly(run.events, 'good')).toEqual(whole(all('passed')))
    expect(shortly(run.events, 'half')).toEqual(whole(['runnable passed', 'a failed', 'b passed', 'c failed']))
    expect(shortly(run.events, 'refuses')).toEqual(whole(all('not-run')))
    expect(shortly(run.events, 'broken')).toEqual(whole(all('not-run')))
    // An agent that throws something unknown is not known to be at fault, and ends no other trial.
    expect(shortly(run.events, 'throws')).toEqual(whole(all('unjudged')))
    expect(await recordsOf(run)).toHaveLength(5)
    expect(summary.incomplete).toBe(false)
  })

  it('hold no verdict that may still change: a loss is settled by a second attempt first', async () => {
    await using run = await smallRun({ good: gives('ab') }, 1)
    const own = [doubting((testcode, session) => (testcode === 'b' && session === 1 ? 'unjudged' : undefined))]
    await run.go({ testers: { ...testerServices(), own } })
    await expectFinal(run)
    expect(shortly(run.events, 'good')).toEqual([
      ...['trial-begin', 'runnable passed', 'a passed', 'b passed', 'c failed', 'trial-end'],
    ])
    const [record] = await recordsOf(run)
    expect(record?.attempts?.map(({ points }) => points.map(({ status }) => status))).toEqual([
      ['passed', 'passed', 'unjudged'],
      ['passed', 'passed', 'passed', 'failed'],
    ])
  })

  it('settle a loss that recurs before they tell it', async () => {
    await using run = await smallRun({ good: gives('abc') }, 1)
    const own = [doubting((testcode) => (testcode === 'b' ? 'unjudged' : undefined))]
    await run.go({ testers: { ...testerServices(), own } })
    const [record] = await recordsOf(run)
    const [, , control] = [...(record?.attempts ?? []), record?.controls?.at(-1)]
    const settled = (control as { readonly healthy: boolean }).healthy ? 'error' : 'unjudged'
    expect(record?.verdicts.map(({ status }) => status)).toEqual(['passed', settled, 'passed'])
    const told = run.events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))
    expect(new Set(told.map(({ testcode }) => testcode)).size).toBe(told.length)
    expect(told.toSorted((one, other) => one.testcode.localeCompare(other.testcode))).toEqual(
      (record ? verdictsOf(record) : []).toSorted((one, other) => one.testcode.localeCompare(other.testcode)),
    )
  })
})

describe('a run that ends early', { timeout: 180_000 }, () => {
  it('by a stop in the middle is resumed with what is missing, and nothing is told twice', async () => {
    const stop = new AbortController()
    const calls: string[] = []
    const counted = (name: string, inner: Agent): Agent => ({
      ...inner,
      generate(brief, context) {
        calls.push(name)
        return inner.generate(brief, context)
      },
    })
    let isStopping = true
    const second = agentThat(() => {
      if (!isStopping) return Promise.resolve(projectFor('ab'))
      stop.abort(new Interrupted('Ctrl-C'))
      return new Promise(() => undefined)
    })
    await using run = await smallRun(
      { first: counted('first', gives('abc')), second: counted('second', second), third: counted('third', gives('a')) },
      1,
    )
    const summary = await run.go({ signal: stop.signal })
    expect(summary.incomplete).toBe(true)
    expect(shortly(run.events, 'first').at(-1)).toBe('trial-end')
    expect(shortly(run.events, 'second')).toEqual(['trial-begin', 'trial-pending'])
    expect(shortly(run.events, 'third')).toEqual([])
    expect(calls).toEqual(['first', 'second'])

    isStopping = false
    const whole = await run.go()
    expect(whole.incomplete).toBe(false)
    expect(calls).toEqual(['first', 'second', 'second', 'third'])
    expect(run.events.filter(({ type }) => type === 'run-begin')).toMatchObject([{ pending: 3 }, { pending: 2 }])
    await expectFinal(run)
  })

  it('by a mistake of the user keeps what has ended, leaves the rest pending, and throws at the end', async () => {
    await using run = await smallRun(
      { first: gives('abc'), second: fails(new UsageError('the key is missing')), third: gives('abc') },
      1,
    )
    await expect(run.go()).rejects.toThrow(new UsageError('the key is missing'))
    expect(run.events.at(-1)?.type).toBe('run-end')
    expect(shortly(run.events, 'third')).toEqual([])
    expect((await recordsOf(run)).map(({ trial }) => trial.agent)).toEqual(['first'])
    expect((await readSummary(run.folder))?.incomplete).toBe(true)
  })

  it('by a log that cannot be written begins no further trial, and says so', async () => {
    await using run = await smallRun({ first: gives('abc'), second: gives('abc'), third: gives('abc') }, 1)
    const log = `${run.folder}/events.jsonl`
    const breaks = async (event: RunEvent) => {
      if (event.type !== 'trial-begin') return
      await rm(log)
      await mkdir(log)
    }
    await expect(run.go({ reporters: new Multiplexer([{ name: 'breaks', on: breaks }]) })).rejects.toThrow(
      new HarnessFault(`${log} cannot be written`),
    )
    expect((await recordsOf(run)).length).toBeLessThan(2)
  })

  it('tells reporters of the same events, and one that fails stops nothing', async () => {
    await using run = await smallRun({ first: gives('abc') }, 1)
    const seen: string[] = []
    const reporters = new Multiplexer([
      { name: 'bad', on: () => Promise.reject(new Error('of my own')) },
      { name: 'good', on: (event) => void seen.push(event.type) },
    ])
    await run.go({ reporters })
    expect(seen).toEqual((await run.logged()).map(({ type }) => type))
    expect(reporters.failures).toHaveLength(seen.length)
  })
})
