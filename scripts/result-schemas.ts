/** Writes the JSON schemas of the output and exports of `pe`. `--check` only compares. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import prettier from 'prettier'
import * as z from 'zod'
import {
  comparedSchema,
  exportLineSchema,
  exportSchema,
  leaderboardSchema,
  summarySchema,
} from '../harness/contracts/schema.ts'

const root = path.join(import.meta.dirname, '..')

/** Relative to the repository. */
export const RESULT_SCHEMAS = {
  'docs/schemas/summary.schema.json': { schema: summarySchema, title: 'pe run --json' },
  'docs/schemas/export.schema.json': { schema: exportSchema, title: 'pe export --format json' },
  'docs/schemas/export-line.schema.json': { schema: exportLineSchema, title: 'A line of pe export --format jsonl' },
  'docs/schemas/comparison.schema.json': { schema: comparedSchema, title: 'pe compare --json' },
  'docs/schemas/leaderboard.schema.json': { schema: leaderboardSchema, title: 'pe leaderboard --format json' },
} as const
export type ResultSchemaFile = keyof typeof RESULT_SCHEMAS

/** The expected content of a schema file, in the JSON Schema draft that most validators support. */
export async function resultSchemaText(file: ResultSchemaFile): Promise<string> {
  const { schema, title } = RESULT_SCHEMAS[file]
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-7' })
  const options = await prettier.resolveConfig(path.join(root, file))
  return prettier.format(JSON.stringify({ $schema, title, ...rest }), { ...options, parser: 'json' })
}

if (process.argv[1] === import.meta.filename) {
  for (const file of Object.keys(RESULT_SCHEMAS) as ResultSchemaFile[]) {
    const [text, place] = [await resultSchemaText(file), path.join(root, file)]
    await mkdir(path.dirname(place), { recursive: true })
    if (!process.argv.includes('--check')) await writeFile(place, text)
    else if ((await readFile(place, 'utf8')) !== text) {
      process.stderr.write(`${file} is out of date: run npm run schemas\n`)
      process.exitCode = 1
    }
  }
}
