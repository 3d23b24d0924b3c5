/** Writes the JSON schemas of mission and fault files, with which editors complete and check them. `--check` only compares. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import prettier from 'prettier'
import * as z from 'zod'
import { exceptionsFileSchema, faultsFileSchema, missionFileSchema } from '../harness/contracts/schema.ts'

const root = path.join(import.meta.dirname, '..')

/** Relative to the repository. */
export const SCHEMA_FILES = {
  'missions/mission.schema.json': missionFileSchema,
  'canonical/faults.schema.json': faultsFileSchema,
  'canonical/exceptions.schema.json': exceptionsFileSchema,
} as const
export type SchemaFile = keyof typeof SCHEMA_FILES

/** The expected content of a schema file, formatted by prettier. */
export async function schemaText(file: SchemaFile): Promise<string> {
  const schema = z.toJSONSchema(SCHEMA_FILES[file], { io: 'input' })
  const options = await prettier.resolveConfig(path.join(root, file))
  return prettier.format(JSON.stringify(schema), { ...options, parser: 'json' })
}

if (process.argv[1] === import.meta.filename) {
  for (const file of Object.keys(SCHEMA_FILES) as SchemaFile[]) {
    const text = await schemaText(file)
    if (!process.argv.includes('--check')) await writeFile(path.join(root, file), text)
    else if ((await readFile(path.join(root, file), 'utf8')) !== text) {
      process.stderr.write(`${file} is out of date: run npm run schemas\n`)
      process.exitCode = 1
    }
  }
}
