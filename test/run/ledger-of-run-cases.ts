/** Shared by the tests of ledger-of-run. */
import { readFile } from 'node:fs/promises'
import { execa } from 'execa'
import path from 'node:path'
import { expect, it } from 'vitest'
import { summarySchema, trialRecordSchema } from '../../harness/contracts/schema.ts'
import { root, temporaryFolder } from '../helpers.ts'

interface Line {
  readonly type: string
  readonly at: string
  readonly trial?: { readonly id: string }
}

export const sum = (ledger: object | undefined): number =>
  Object.values((ledger ?? {}) as Record<string, number>).reduce((all, time) => all + time, 0)

/** Runs agents on missions, and gives the summary, and the record of each trial with its events. */
export async function runOf(out: string, ...args: string[]) {
  const { stdout } = await execa('node', ['dist/pe/bin.js', 'run', '--level', '2', '--out', out, '--json', ...args], {
    cwd: root,
    stdin: 'ignore',
  })
  const summary = summarySchema.parse(JSON.parse(stdout))
  const lines = (await readFile(path.join(summary.folder, 'events.jsonl'), 'utf8')).trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Line)
  const ids = events.flatMap(({ type, trial }) => (type === 'trial-begin' && trial ? [trial.id] : []))
  const trials = ids.map(async (id) => ({
    record: trialRecordSchema.parse(
      JSON.parse(await readFile(path.join(summary.folder, 'trials', id, 'trial.json'), 'utf8')),
    ),
    events: events.filter(({ trial }) => trial?.id === id).map(({ type, at }) => ({ type, at: Date.parse(at) })),
  }))
  return { summary, trials: await Promise.all(trials) }
}

/** Milliseconds by which the clock of the events and that of the ledger may differ. */
const CLOCKS = 20

export const ADD_UP_TO_THE_WALL_CASES = [
  ['canonical', ['actions', 'expectations', 'browser', 'boot', 'program']],
  ['empty-page', ['expectations', 'evidence', 'browser', 'boot']],
  ['null', ['agent']],
] as const

export function addUpToTheWall(cases: readonly (typeof ADD_UP_TO_THE_WALL_CASES)[number][]): void {
  it.each(cases)('add up to the time from the first event to the last: %s', async (agent, entries) => {
    await using folder = await temporaryFolder()
    const { summary, trials } = await runOf(folder.path, '--agent', agent, '--missions', 'hello,text-adventure')
    expect(trials).toHaveLength(2)
    for (const { record, events } of trials) {
      expect(Math.abs(sum(record.ledger) - record.seconds * 1000)).toBeLessThan(1)
      const began = Date.parse(record.startedAt)
      const ended = began + sum(record.ledger)
      const [begin, last, end] = [events.at(0), events.findLast(({ type }) => type === 'stage'), events.at(-1)]
      expect([begin?.type, end?.type]).toEqual(['trial-begin', 'trial-end'])
      // Their order, whatever time the machine takes to write the record between the end of a trial and its event.
      expect(began).toBeLessThanOrEqual((begin?.at ?? NaN) + CLOCKS)
      expect(ended, 'the end, after the last stage began').toBeGreaterThanOrEqual((last?.at ?? NaN) - CLOCKS)
      expect(ended).toBeLessThanOrEqual((end?.at ?? NaN) + CLOCKS)
    }
    for (const entry of entries) expect(Object.keys(summary.ledger?.run ?? {})).toContain(entry)
    expect(Math.abs(sum(summary.ledger?.run) - summary.seconds * 1000)).toBeLessThan(0.02 * summary.seconds * 1000 + 10)
    expect(summary.concurrency).toMatchObject({ asked: 'auto' })
    expect(summary.concurrency?.most).toBeGreaterThanOrEqual(1)
  })
}
