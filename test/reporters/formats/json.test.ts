import { readFile } from 'node:fs/promises'
import Ajv from 'ajv'
import { describe, expect, it } from 'vitest'
import { jsonFormat, jsonlFormat } from '../../../harness/reporters/formats/json.ts'
import { exportLineSchema, exportSchema } from '../../../harness/contracts/schema.ts'
import { HOSTILE_TEXTS, resultOf, written } from './results.ts'

/** By the published schema, with a validator that is not the harness's own. */
async function published(name: string): Promise<(value: unknown) => string[]> {
  const schema = JSON.parse(await readFile(`docs/schemas/${name}.schema.json`, 'utf8')) as object
  const validate = new Ajv({ allErrors: true }).compile(schema)
  return (value) =>
    validate(value) === true
      ? []
      : (validate.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${String(message)}`)
}

describe.each([['a plain text', 'plain'], ...HOSTILE_TEXTS] as const)('with %s', (_, text) => {
  it('json is one object that fits its schemas, and holds the whole result', async () => {
    const result = resultOf(text)
    const value: unknown = JSON.parse((await written(jsonFormat, result)).toString())
    expect((await published('export'))(value)).toEqual([])
    expect(exportSchema.parse(value)).toEqual({ schemaVersion: 2, ...wellFormed(result) })
    const { summary } = value as { summary: unknown }
    expect((await published('summary'))(summary)).toEqual([])
  })

  it('jsonl has one object per line: the run, its trials, similarities, its summary', async () => {
    const result = resultOf(text)
    const lines = (await written(jsonlFormat, result))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    const validate = await published('export-line')
    for (const line of lines) expect(validate(line)).toEqual([])
    expect(lines.map((line) => exportLineSchema.parse(line).type)).toEqual([
      'run',
      'trial',
      'trial',
      'similarity',
      'similarity',
      'summary',
    ])
  })
})

it('the published schema refuses other objects', async () => {
  const validate = await published('export')
  const value = { schemaVersion: 2, ...resultOf() }
  expect(validate(value)).toEqual([])
  expect(validate({ ...value, trials: [{}] })).not.toEqual([])
  expect(validate({ ...value, more: 1 })).not.toEqual([])
  expect(validate({ ...value, summary: { ...value.summary, score: 2 } })).not.toEqual([])
})

/** Half a character is written as the sign for one that is missing. */
function wellFormed<T>(value: T): T {
  return JSON.parse(Buffer.from(JSON.stringify(value)).toString()) as T
}
