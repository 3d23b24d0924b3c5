/**
 * `pe tables` on the published answers of gpt-4o and gpt-5: its cells are the published ones, within the differences that the README of the
 * paper names. A title names its part, such as `gpt-4o, direct, level 2`: `npx vitest run FILE -t 'gpt-4o, direct, level 2'`.
 */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseCsv } from '../../../harness/lib/parsing/csv.ts'
import { BIN, temporaryFolder } from '../../helpers.ts'
import { needs, publishedFolder } from '../../needs.ts'

const DATASET = publishedFolder('projecteval')
const OFFICIAL = path.join(DATASET, 'official')
const HOUR = 3_600_000

/** Percentage points: for gpt-4o up to 9 of 284 points differ in one run, and 4 in the mean of five. */
const PASS_RATE = 4
/**
 * Percentage points: items of an answer that are no files of a project are compared by the published scripts, and not in a run. Sums of answers
 * as they are (`pe score --answers`) differ by at most 0.015 of 20.
 */
const SIMILARITY = 0.5

const CELLS = [
  ['gpt-4o', 'direct', 1],
  ['gpt-4o', 'direct', 2],
  ['gpt-4o', 'cascade', 1],
  ['gpt-5', 'direct', 1],
  ['gpt-5', 'direct', 2],
  ['gpt-5', 'direct', 3],
  ['gpt-5', 'cascade', 1],
  ['gpt-5', 'cascade', 2],
] as const

const tablesSchema = z.object({
  tables: z.array(
    z.object({
      columns: z.array(z.object({ group: z.string(), name: z.string() })),
      rows: z.array(z.object({ name: z.string(), cells: z.array(z.union([z.number(), z.string(), z.null()])) })),
    }),
  ),
})

interface Published {
  readonly files: readonly string[]
  /** Shares of 284 points, in percent. */
  readonly scores: readonly number[]
  /** Sums over 20 missions, as means in percent: `code`, `parameter`, `skeleton`. */
  readonly similarities: readonly Readonly<Record<string, number | null>>[]
}

/** The runs of a cell whose answers were published. */
async function publishedRuns(model: string, mode: string, level: number): Promise<Published> {
  const folder = path.join(OFFICIAL, model, mode)
  const names = await readdir(folder)
  const end = `_level_${String(level)}.json`
  const files = names.filter((name) => name.endsWith(end)).map((name) => path.join(folder, name))
  const totals = await totalsOf(model)
  const reports = files.map((file) => {
    const report = names.find((name) => name.startsWith(path.basename(file, '.json')) && name.endsWith('reports.txt'))
    return path.join(folder, report ?? '')
  })
  return {
    files,
    scores: files.map((file) => totals.get(/\d{8}-\d{6}/.exec(path.basename(file))?.[0] ?? '') ?? NaN),
    similarities: await Promise.all(reports.map(meansIn)),
  }
}

/** Timestamp → share of the points, in percent. */
async function totalsOf(model: string): Promise<Map<string, number>> {
  const file = model === 'gpt-4o' ? 'result-rows.csv' : 'result.csv'
  const rows = parseCsv(await readFile(path.join(OFFICIAL, model, file)))
  // The file of gpt-4o begins with the name of its source, and has no head.
  const [timestamp, passed] = model === 'gpt-4o' ? [4, 6] : [3, 5]
  return new Map(rows.map((row) => [row[timestamp] ?? '', (100 * Number(row[passed])) / 284]))
}

async function meansIn(report: string): Promise<Record<string, number | null>> {
  const [first = ''] = (await readFile(report, 'utf8')).split('\n')
  const sums = z.record(z.string(), z.number().nullable()).parse(JSON.parse(first.replace(/^Sum:/, '')))
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum === null ? null : (sum / 20) * 100]))
}

/** Runs published answers, and returns the cells of tables 4, 5 and 7 by the names of their columns. */
async function cellsOf({ files }: Published, mode: string, level: number): Promise<Record<string, unknown>> {
  await using folder = await temporaryFolder()
  const samples = String(files.length)
  const run = ['run', '--benchmark', `projecteval:${DATASET}`, '--agent', `answers:${files.join(':')}`]
  const variant = ['--level', String(level), '--mode', mode, '--samples', samples, '--protocol', 'paper']
  const options = { reject: false, stdin: 'ignore' } as const
  // Exit code 1: some testcodes are unjudged.
  await execa('node', [BIN, ...run, ...variant, '--out', folder.path], options)
  const [name = ''] = await readdir(folder.path)
  const printed = await execa(
    'node',
    [BIN, 'tables', folder.file(name), '--table', '4,5,7', '--format', 'json'],
    options,
  )
  const made = tablesSchema.parse(JSON.parse(printed.stdout)).tables
  return Object.fromEntries(
    made.flatMap(({ columns, rows }) =>
      columns.map(({ group, name: column }, index) => [`${group} ${column}`, rows[0]?.cells[index]]),
    ),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase())

describe('published cells', await needs('data: projecteval', 'projecteval-packages'), () => {
  it.each(CELLS)('of %s, %s, level %i', { timeout: 4 * HOUR }, async (model, mode, level) => {
    const published = await publishedRuns(model, mode, level)
    expect(published.scores.every((score) => score > 0)).toBe(true)
    const cells = await cellsOf(published, mode, level)
    const [group, column] = [`${capital(mode)}, level ${String(level)}`, `Level ${String(level)}`]
    const similarity = (part: string) => mean(published.similarities.map((each) => each[part] ?? NaN))
    const expected: readonly (readonly [string, number, number])[] = [
      [`${capital(mode)} ${column}`, mean(published.scores), PASS_RATE],
      [`Best, ${mode} ${column}`, Math.max(...published.scores), PASS_RATE],
      [`${group} Code`, similarity('code'), SIMILARITY],
      [`${group} PV`, similarity('parameter'), SIMILARITY],
      ...(mode === 'cascade' ? [[`${group} SK`, similarity('skeleton'), SIMILARITY] as const] : []),
    ]
    const found = expected.map(([name, value, most]) => ({ name, cell: cells[name], published: value, most }))
    expect(
      found.filter(({ cell, published: value, most }) => !(Math.abs(Number(cell ?? NaN) - value) <= most)),
    ).toEqual([])
  })
})
