/** A user's own benchmark with suites, weights, points, submissions and scorers, through every command that shows a run. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import ExcelJS from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportLineSchema, exportSchema, leaderboardSchema } from '../harness/contracts/schema.ts'
import type { Summary } from '../harness/contracts/schema.ts'
import { parseCsv } from '../harness/lib/parsing/csv.ts'
import { certainScore, percent } from '../harness/reporters/percent.ts'
import { temporaryFolder, type TemporaryFolder } from './helpers.ts'
import { REVERSER, ok, runOwn } from './own-cases.ts'
import { OWN_FLAGS } from './own.ts'

const BENCHMARK = OWN_FLAGS.slice(0, 2)
const MINUTES = 60_000

let folder: TemporaryFolder
let out: readonly string[]
let terminal: string
let summary: Summary

async function exported(format: string): Promise<string> {
  return ok('export', summary.folder, ...out, '--format', format)
}

const groupOf = (agent: string) => summary.groups.find((group) => group.agent === agent)

beforeAll(async () => {
  folder = await temporaryFolder()
  out = ['--out', folder.path]
  ;({ terminal, summary } = await runOwn(folder.path))
}, 5 * MINUTES)

afterAll(() => folder[Symbol.asyncDispose]())

describe('a run of suites', () => {
  it('has the weighted mean of its suites as score, and partial points', () => {
    expect(groupOf('canonical')?.score).toBe(1)
    expect(groupOf('null')?.score).toBe(0)
    const reverser = groupOf(REVERSER)
    const [sort] = reverser?.missions ?? []
    expect(sort?.suites).toMatchObject([
      { id: 'cases', weight: 0.8, points: { passed: 8, total: 20 } },
      { id: 'style', weight: 0.2, points: { passed: 2, total: 3 } },
    ])
    expect(sort?.score).toBeCloseTo(0.8 * (8 / 20) + 0.2 * (2 / 3))
    expect(reverser?.testcodes.partial).toBe(2)
  })

  it('is told in the terminal: points, partial results, and suites with their weights', () => {
    expect(terminal).toMatch(/^✗ sort_lines {2}.*agent\.ts plain #1 {2}10\/23 points {2}/m)
    expect(terminal).toContain('partial case-2 (0.5 of 3 points): printed')
    expect(terminal).toMatch(/^ {2}cases, weight 0\.8 +8\/20 +40\.0%$/m)
    expect(terminal).toContain('All together  64 of 138 points')
    // Each agent has a score of its own.
    const lines = terminal.split('\n')
    for (const group of summary.groups)
      expect(lines.filter((line) => line.startsWith(`${group.agent}, `)).join('\n')).toContain(
        percent(certainScore(group)),
      )
  })

  it(
    'is in the listings and in the comparison of its agents',
    async () => {
      expect(await ok('list', 'runs', ...out)).toContain(percent(certainScore(summary)))
      expect(JSON.parse(await ok('list', 'missions', ...BENCHMARK, '--json'))).toContainEqual(
        expect.objectContaining({ id: 'sum', testcodes: 6, suites: 'cases × 0.8, style × 0.2' }),
      )
      const compared = await ok('compare', summary.folder, ...out, '--force')
      expect(compared).toContain('suite cases (weight 0.8): 100.0% → 0.0%')
      expect(compared).toMatch(/testcodes fixed/)
      const board = leaderboardSchema.parse(
        JSON.parse(await ok('leaderboard', summary.folder, ...out, '--format', 'json')),
      )
      expect(board.scoring).toBe('mean')
      expect(board.rows[0]?.cells[0]).toMatchObject({
        points: 46,
        suites: [
          { id: 'cases', weight: 0.8, score: 1 },
          { id: 'style', weight: 0.2, score: 1 },
        ],
      })
      expect(await ok('leaderboard', summary.folder, ...out)).toContain('`plain, cases (weight 0.8)`')
    },
    3 * MINUTES,
  )

  it(
    'is shown by the report, with the numbers of the summary',
    async () => {
      await ok('report', summary.folder, ...out, '--no-serve')
      expect(await readFile(summary.report, 'utf8')).toContain('canonical leads with a score of 100.0%')
      const overview = await chunk('overview')
      expect(overview).toMatchObject({
        missions: [
          {
            suites: [
              { id: 'cases', weight: 0.8 },
              { id: 'style', weight: 0.2 },
            ],
          },
          {},
        ],
        runs: [{ measures: [{ name: 'mean-bytes', measure: { scored: true, unit: 'B' } }] }],
      })
      const trial = await chunk('trial-4')
      expect(trial).toMatchObject({
        measures: [{ name: 'files', measure: { value: 3 } }],
        submissions: [
          { number: 1, points: { passed: 2, total: 23 } },
          { number: 2, counts: true },
        ],
        checks: [{ number: 1 }],
      })
    },
    MINUTES,
  )

  it(
    'is exported as JSON, whole and by lines, by its schema',
    async () => {
      const { measures = [], ...whole } = exportSchema.parse(JSON.parse(await exported('json')))
      expect(whole.summary.groups).toEqual(summary.groups)
      expect(measures.filter(({ trial }) => trial === undefined).map(({ name }) => name)).toEqual(['mean-bytes'])
      expect(measures.filter(({ name }) => name === 'files').map(({ value }) => value)).toEqual([
        3,
        3,
        null,
        null,
        3,
        3,
      ])
      const lines = (await exported('jsonl')).trim().split('\n')
      const types = lines.map((line) => exportLineSchema.parse(JSON.parse(line)).type)
      expect(types.filter((type) => type === 'measure')).toHaveLength(measures.length)
    },
    2 * MINUTES,
  )

  it(
    'is exported as tables: points of testcodes, and sheets of suites, submissions and measures',
    async () => {
      const [head = [], ...rows] = parseCsv(Buffer.from(await exported('csv')))
      const at = (name: string) => head.indexOf(name)
      const partial = rows.filter((row) => row[at('status')] === 'partial')
      expect(partial.map((row) => [row[at('suite')], row[at('earned')], row[at('points')]])).toEqual([
        ['cases', '0.5', '3'],
        ['cases', '0.5', '10'],
      ])
      await ok('export', summary.folder, ...out, '--format', 'xlsx', '--to', folder.file('run.xlsx'))
      const book = new ExcelJS.Workbook()
      await book.xlsx.readFile(folder.file('run.xlsx'))
      expect(book.worksheets.map(({ name }) => name).slice(5)).toEqual(['suites', 'submissions', 'measures'])
      expect(book.getWorksheet('suites')?.rowCount).toBe(1 + 3 * 2 * 2)
    },
    2 * MINUTES,
  )

  it(
    'is exported for build servers and pull requests',
    async () => {
      const junit = await exported('junit')
      expect(junit).toContain('<property name="suite cases" value="weight 0.8, 8 of 20 points"></property>')
      expect(junit).toContain('<property name="points" value="10 of 23 points"></property>')
      expect(junit).toMatch(/classname="[^"]*sort_lines\.cases" name="case-2"/)
      expect(junit).toContain('message="0.5 of 3 points: printed')
      const markdown = await exported('markdown')
      expect(markdown).toMatch(/\| `sort_lines` \| `cases` \| 0\.8 \| 8\/20 \| 40\.0% \|/)
      expect(markdown).toMatch(/\| `mean-bytes` \| [\d.]+ `B` \| lower \|/)
      expect(await exported('html')).toContain('canonical leads with a score of 100.0%')
    },
    2 * MINUTES,
  )

  it(
    'has missions that are shown with suites, weights, points and documents',
    async () => {
      const page = await ok('show', 'sort_lines', ...BENCHMARK)
      expect(page).toContain('6 testcodes · 23 points · at most 3 submissions, of which the best counts')
      expect(page).toContain('- `statement.md` (statement), 76 characters')
      expect(page).toContain(
        '## Suite `examples`\n\ntester lines · an agent may run it while it works; it never counts',
      )
      expect(page).toContain('## Suite `cases`\n\ntester lines · weight 0.8 · 4 testcodes · 20 points')
      expect(page).toContain('- `case-4` (10 points)')
    },
    MINUTES,
  )
})

/** A chunk of the report as the page reads it: a call with a name and JSON as text. */
async function chunk(name: string): Promise<unknown> {
  const script = await readFile(path.join(summary.folder, 'report', `${name}.js`), 'utf8')
  const [, json = ''] = /^peChunk\("[^"]*",(".*")\)$/s.exec(script.trim()) ?? []
  return JSON.parse(JSON.parse(json) as string)
}
