/** The other cases of run.integration.test.ts. */
import { mkdir, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { HarnessFault, Interrupted } from '../../harness/errors.ts'
import { verdictsOf } from '../../harness/lib/statistics/tries.ts'
import { Multiplexer } from '../../harness/reporters/index.ts'
import type { Agent, RunEvent } from '../../harness/contracts/types.ts'
import { projectFor } from '../fixtures/feedback/projects.ts'
import { testerServices } from '../helpers.ts'
import { agentThat } from '../trial/feedback-trial.ts'
import { doubting, smallRun } from './small-run.ts'
import { gives, recordsOf, shortly, expectFinal } from './run-cases.ts'

describe('the events of a run', () => {
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

describe('a run that ends early', () => {
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
})
