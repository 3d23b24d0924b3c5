/** Measures of the papers that published a benchmark, as the tables in which they published them. */
import { z } from 'zod'
import type { Measures, PublishedTable } from './data.ts'

const averages = z.record(
  z.string(),
  z.object({
    average: z.number(),
    missions: z.record(z.string(), z.object({ lines: z.number(), passed: z.number() })),
  }),
)
const counts = z.record(z.string(), z.record(z.string(), z.number()))
const scales = z.record(z.string(), z.record(z.string(), z.object({ files: z.number(), lines: z.number() })))

/** Shown for a cell that is not known. */
const UNKNOWN = '–'

/** Tests passed with the weighted average, types of errors, and project scale; empty without these measures. */
export function publishedTables(measures: Measures): PublishedTable[] {
  const detailOf = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    const measure = measures.find((each) => each.name === name)?.measure
    return measure?.scored === true ? schema.safeParse(measure.detail).data : undefined
  }
  const passed = detailOf('weighted-average', averages)
  const errors = detailOf('error-types', counts)
  const scale = detailOf('project-scale', scales)
  return [
    ...(passed ? [passedTable(passed)] : []),
    ...(errors ? [tableOf('Repositories with each type of error', 'Type', errors, String)] : []),
    ...(scale
      ? [
          tableOf(
            'Project scale',
            'Repository',
            scale,
            ({ files, lines }) => `${short(files)} files, ${short(lines)} lines`,
          ),
        ]
      : []),
  ]
}

function passedTable(detail: z.infer<typeof averages>): PublishedTable {
  const missions = Object.fromEntries(Object.entries(detail).map(([column, { missions: own }]) => [column, own]))
  const { rows, ...table } = tableOf('Tests passed', 'Repository', missions, ({ passed }) => short(passed))
  const average = table.columns.map((column) => short(detail[column]?.average ?? NaN))
  return { ...table, rows: [...rows, { name: 'Weighted average', cells: average }] }
}

function tableOf<T>(
  title: string,
  of: string,
  detail: Readonly<Record<string, Readonly<Record<string, T>>>>,
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

/** With three decimals, as published, if it is not whole. */
function short(value: number): string {
  if (Number.isNaN(value)) return UNKNOWN
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}
