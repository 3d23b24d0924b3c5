/** Judgements of people on the code of trials, in a CSV file. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { parseCsv } from '../lib/parsing/csv.ts'
import type { HumanJudgement } from '../lib/statistics/paper-table.ts'

export const COLUMNS = ['run', 'trial', 'testcode', 'criterion', 'person', 'judgement'] as const

const NEEDED: readonly (typeof COLUMNS)[number][] = ['trial', 'testcode', 'judgement']

/** @throws UsageError if the file cannot be read, naming the row */
export async function readPeople(file: string): Promise<HumanJudgement[]> {
  if (!existsSync(file)) throw new UsageError(`there is no file ${path.resolve(file)} with judgements of people`)
  const [head = [], ...body] = await readTable(file)
  const missing = NEEDED.find((name) => !head.includes(name))
  if (missing !== undefined) throw new UsageError(`${file} has no column "${missing}"; --template writes one that has`)
  const cell = (row: readonly string[], name: string) => (row[head.indexOf(name)] ?? '').trim()
  const judgements = body.flatMap((row, index): HumanJudgement[] => {
    const text = cell(row, 'judgement')
    if (text === '') return []
    const value = valueOf(text)
    if (value === undefined)
      throw new UsageError(
        `${file}, row ${String(index + 2)}: "${text.slice(0, 50)}" is neither 0 to 10, nor yes or no`,
      )
    const run = cell(row, 'run')
    return [{ ...(run === '' ? {} : { run }), trial: cell(row, 'trial'), testcode: cell(row, 'testcode'), value }]
  })
  for (const [key, own] of groupBy(judgements, ({ run = '', trial, testcode }) => `${run} ${trial} ${testcode}`.trim()))
    if (new Set(own.map(({ value }) => typeof value)).size > 1)
      throw new UsageError(`${file}: some people gave ${key} a number, and others yes or no`)
  return judgements
}

async function readTable(file: string): Promise<string[][]> {
  try {
    return parseCsv(await readFile(file))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as CSV: ${messageOf(error)}`)
  }
}

function valueOf(text: string): number | boolean | undefined {
  const word = text.toLowerCase()
  if (word === 'yes' || word === 'no') return word === 'yes'
  const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  return number >= 0 && number <= 10 ? number : undefined
}
