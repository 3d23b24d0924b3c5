/**
 * A row of the table of settings: a flag of yargs, the option that a run gets for it, and where it counts. Flags, help, options and the rule
 * of `--resume` follow from the table.
 */
import type { InferredOptionType, Options } from 'yargs'

export interface Row extends Options {
  /** A run keeps it: with `--resume` it is refused, since it would be ignored. */
  readonly kept?: true
  /** `--help` shows it; the others are in `--help-all`. */
  readonly frequent?: true
}

/** A setting that is read alone, from its own flag. */
export interface Setting<Key extends string, Value> {
  readonly key: Key
  readonly read: (value: never) => Value
}

type Rows = Readonly<Record<string, Row>>

export type SettingsOf<Table extends Rows> = {
  readonly [
    Name in keyof Table as Table[Name] extends Setting<infer Key, unknown> ? Key : never
  ]: Table[Name] extends Setting<string, infer Value> ? Value : never
}

/**
 * @param key Of the option
 * @param read Flag → option
 */
export function setting<const Key extends string, const Own extends Row, Value>(
  key: Key,
  read: (value: InferredOptionType<Own>) => Value,
  row: Own,
): Own & Setting<Key, Value> {
  return { ...row, key, read }
}

/** Rows with the heading under which help shows them. */
export function group<const Table extends Rows>(heading: string, rows: Table): Table {
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, group: `${heading}:` }]),
  ) as Table
}

/** @throws UsageError naming the flag with a wrong value */
export function readSettings<Table extends Rows>(
  rows: Table,
  args: Readonly<Record<string, unknown>>,
): SettingsOf<Table> {
  const read = Object.entries(rows).flatMap(([name, row]) =>
    isSetting(row) ? [[row.key, row.read(args[name] as never)] as const] : [],
  )
  return Object.fromEntries(read) as SettingsOf<Table>
}

/** Names of the flags with a mark. */
export function flagsMarked(mark: 'kept' | 'frequent', rows: Rows): string[] {
  return Object.entries(rows).flatMap(([name, row]) => (row[mark] === true ? [name] : []))
}

function isSetting(row: object): row is Setting<string, unknown> {
  return 'read' in row
}
