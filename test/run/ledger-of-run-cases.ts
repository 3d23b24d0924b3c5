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

/** Runs agents on missions, and gives the summary, the records, and the wall time of each trial in ms. */
export async function runOf(out: string, ...args: string[]) {
  const { stdout } = await execa('node', ['dist/pe/bin.js', 'run', '--level', '2', '--out', out, '--json', ...args], {
    cwd: root,
    stdin: 'ignore',
  })
  const summary = summarySchema.parse(JSON.parse(stdout))
  const lines = (await readFile(path.join(summary.folder, 'events.jsonl'), 'utf8')).trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Line)
  const at = (type: string, id: string) =>
    Date.parse(events.find((each) => each.type === type && each.trial?.id === id)?.at ?? '')
  const ids = events.flatMap(({ type, trial }) => (type === 'trial-begin' && trial ? [trial.id] : []))
  const trials = ids.map(async (id) => ({
    record: trialRecordSchema.parse(
      JSON.parse(await readFile(path.join(summary.folder, 'trials', id, 'trial.json'), 'utf8')),
    ),
    wall: at('trial-end', id) - at('trial-begin', id),
  }))
  return { summary, trials: await Promise.all(trials) }
}

export const ADD_UP_TO_THE_WALL_CASES = [
  ['canonical', ['actions', 'expectations', 'browser', 'boot', 'program']],
  ['empty-page', ['expectations', 'evidence', 'browser', 'boot']],
  ['null', ['agent']],
] as const

export function addUpToTheWall(cases: readonly (typeof ADD_UP_TO_THE_WALL_CASES)[number][]): void {
  it.each(cases)('add up to the wall time within 2%%: %s', { timeout: 180_000, retry: 2 }, async (agent, entries) => {
    await using folder = await temporaryFolder()
    const { summary, trials } = await runOf(folder.path, '--agent', agent, '--missions', 'hello,text-adventure')
    expect(trials).toHaveLength(2)
    for (const { record, wall } of trials) {
      expect(Math.abs(sum(record.ledger) - record.seconds * 1000)).toBeLessThan(1)
      // An event is written with a precision of a millisecond, and some milliseconds after it happened.
      expect(sum(record.ledger)).toBeLessThan(1.02 * wall + 50)
      // Between the end of a trial and its event, its record is written and measured, which takes a quarter of a second on a slow
      // disk. The trials of "null" are shorter than that: a lower bound would be a bound on the disk.
      if (agent !== 'null') expect(sum(record.ledger)).toBeGreaterThan(0.98 * wall - 50)
    }
    for (const entry of entries) expect(Object.keys(summary.ledger?.run ?? {})).toContain(entry)
    expect(Math.abs(sum(summary.ledger?.run) - summary.seconds * 1000)).toBeLessThan(0.02 * summary.seconds * 1000 + 10)
    expect(summary.concurrency).toMatchObject({ asked: 'auto' })
    expect(summary.concurrency?.most).toBeGreaterThanOrEqual(1)
  })
}
