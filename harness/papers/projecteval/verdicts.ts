import { readFile } from 'node:fs/promises'
import type { PublishedVerdict, Where } from '../../contracts/published.ts'
import { UsageError, messageOf } from '../../errors.ts'
import { parseCsv } from '../../lib/parsing/csv.ts'
import { missionIdOf, testcodeIdOf } from './ids.ts'

type Row = Readonly<Record<string, string>>

const COLUMNS = ['project_id', 'index', 'status'] as const

/**
 * Reads published verdicts: a CSV file with the columns `project_id`, `index` (of the testcode in its mission, from 1),
 * `status` (True or False), and usually `result`.
 * @throws UsageError if the file cannot be read, a row is invalid, or a testcode has several rows
 */
export async function readVerdicts(file: string, where: Where): Promise<PublishedVerdict[]> {
  const rows = await readRows(file, where)
  const verdicts = rows.map((row, index) => verdictOf(row, `${file}: selected row ${String(index + 1)}`))
  refuseRepeated(file, rows, verdicts)
  return verdicts
}

async function readRows(file: string, where: Where): Promise<Row[]> {
  const [head = [], ...body] = await readTable(file)
  const missing = [...COLUMNS, ...where.map(({ column }) => column)].find((name) => !head.includes(name))
  if (missing !== undefined)
    throw new UsageError(`${file} has no column "${missing}"; its columns are ${head.join(', ')}`)
  const all = body.filter((cells) => cells.length > 1).map((cells) => asRow(head, cells))
  const rows = all.filter((row) => where.every(({ column, value }) => row[column] === value))
  if (rows.length > 0) return rows
  const condition = where.map(({ column, value }) => `${column}=${value}`).join(', ')
  throw new UsageError(`${file} has no row${condition === '' ? '' : ` with ${condition}`}`)
}

async function readTable(file: string): Promise<string[][]> {
  try {
    return parseCsv(await readFile(file))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as CSV: ${messageOf(error)}`)
  }
}

function asRow(head: readonly string[], cells: readonly string[]): Row {
  return Object.fromEntries(head.map((name, column) => [name, cells[column] ?? '']))
}

function verdictOf(row: Row, place: string): PublishedVerdict {
  const { project_id: id = '', index = '', status = '', result = '' } = row
  if (!/^\d{1,6}$/.test(id)) throw new UsageError(`${place}: project_id is "${id}", not a number`)
  if (!/^[1-9]\d{0,5}$/.test(index)) throw new UsageError(`${place}: index is "${index}", not a number from 1`)
  if (!/^(true|false)$/i.test(status)) throw new UsageError(`${place}: status is "${status}", not True or False`)
  const passed = status.toLowerCase() === 'true'
  return { mission: missionIdOf(id), testcode: testcodeIdOf(Number(index)), passed, result }
}

/** One file often contains several runs; only the user knows which one is meant. */
function refuseRepeated(file: string, rows: readonly Row[], verdicts: readonly PublishedVerdict[]): void {
  const seen = new Map<string, Row>()
  for (const [index, { mission, testcode }] of verdicts.entries()) {
    const row = rows[index] ?? {}
    const other = seen.get(`${mission} ${testcode}`)
    if (other) throw new UsageError(`${file} has several rows for ${mission} ${testcode}${howToSelect(row, other)}`)
    seen.set(`${mission} ${testcode}`, row)
  }
}

function howToSelect(row: Row, other: Row): string {
  const differing = Object.keys(row).filter((column) => row[column] !== other[column])
  const useful = differing.filter((column) => column !== 'status' && column !== 'result')
  const conditions = useful.map((column) => `${column}=${other[column] ?? ''} or ${column}=${row[column] ?? ''}`)
  return conditions.length === 0 ? '' : `; select one with --where ${conditions.join(', or --where ')}`
}
