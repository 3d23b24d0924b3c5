/** Measures of the papers that published a benchmark, as the tables in which they published them. */
import * as z from 'zod'
import type { MeasuresRecord, PublishedTable } from '../contracts/schema.ts'
import { decimals, roundedText } from './percent.ts'

const unjudged = z.number().nonnegative().default(0)
const passedCell = z.object({ lines: z.number(), passed: z.number(), unjudged })
const averages = z.record(z.string(), z.object({ average: z.number(), missions: z.record(z.string(), passedCell) }))
const counts = z.record(z.string(), z.record(z.string(), z.number()))
const scales = z.record(z.string(), z.record(z.string(), z.object({ files: z.number(), lines: z.number() })))

/** Shown for a cell that is not known. */
const UNKNOWN = '–'

export interface MeasuredRun {
  readonly runId: string
  readonly measures: MeasuresRecord['measures']
}

type ByColumn<T> = Readonly<Record<string, T>>

/**
 * Tests passed with the weighted average, types of errors, and project scale; empty without these measures. A column that
 * several runs have is named with its run.
 */
export function publishedTables(runs: readonly MeasuredRun[]): PublishedTable[] {
  const passed = detailsOf(runs, 'weighted-average', averages)
  const errors = detailsOf(runs, 'error-types', counts)
  const scale = detailsOf(runs, 'project-scale', scales)
  const scaleText = ({ files, lines }: { files: number; lines: number }) =>
    `${short(files)} ${files === 1 ? 'file' : 'files'}, ${short(lines)} ${lines === 1 ? 'line' : 'lines'}`
  const tables = [
    ...(passed ? [passedTable(passed)] : []),
    ...(errors ? [tableOf('Repositories with each type of error', 'Type', errors, String)] : []),
    ...(scale ? [tableOf('Project scale', 'Repository', scale, scaleText)] : []),
  ]
  // Without any error there is no table of errors.
  return tables.filter(({ rows }) => rows.length > 0)
}

/** The details of a measure in all runs, by column; undefined if no run has it. */
function detailsOf<T>(
  runs: readonly MeasuredRun[],
  name: string,
  schema: z.ZodType<Record<string, T>>,
): ByColumn<T> | undefined {
  const found = runs.flatMap(({ runId, measures }) => {
    const measure = measures.find((each) => each.name === name)?.measure
    const detail = measure?.scored === true ? schema.safeParse(measure.detail).data : undefined
    return detail ? Object.entries(detail).map(([column, value]) => ({ runId, column, value })) : []
  })
  if (found.length === 0) return undefined
  const times = (column: string) => found.filter((each) => each.column === column).length
  return Object.fromEntries(
    found.map(({ runId, column, value }) => [times(column) > 1 ? `${column} (${runId})` : column, value]),
  )
}

function passedTable(detail: ByColumn<z.infer<typeof averages>[string]>): PublishedTable {
  const missions = Object.fromEntries(Object.entries(detail).map(([column, { missions: own }]) => [column, own]))
  const { rows, ...table } = tableOf(
    'Tests passed',
    'Repository',
    missions,
    (cell) => `${atLeast(cell.unjudged)}${short(cell.passed)}`,
  )
  const average = table.columns.map((column) => {
    const own = detail[column]
    if (!own) return UNKNOWN
    const unknown = Object.values(own.missions).reduce((sum, cell) => sum + cell.unjudged, 0)
    return `${atLeast(unknown)}${short(own.average)}`
  })
  return { ...table, rows: [...rows, { name: 'Weighted average', cells: average }] }
}

function tableOf<T>(
  title: string,
  of: string,
  detail: ByColumn<Readonly<Record<string, T>>>,
  textOf: (value: T) => string,
): PublishedTable {
  const columns = Object.keys(detail)
  const names = [...new Set(Object.values(detail).flatMap((values) => Object.keys(values)))].toSorted()
  const cell = (column: string, name: string) => {
    const value = detail[column]?.[name]
    return value === undefined ? UNKNOWN : textOf(value)
  }
  return {
    title,
    of,
    columns,
    rows: names.map((name) => ({ name, cells: columns.map((column) => cell(column, name)) })),
  }
}

/** The prefix of a number that is only a lower bound: unjudged tests count as not passed. */
function atLeast(unknown: number): string {
  return unknown > 0 ? '≥ ' : ''
}

/** With three decimals, as published, if it is not whole. */
function short(value: number): string {
  if (Number.isNaN(value)) return UNKNOWN
  return Number.isInteger(value) ? roundedText(value, {}) : decimals(value, 3)
}
