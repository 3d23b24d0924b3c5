import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { SCHEMA_FILES, schemaText, type SchemaFile } from '../scripts/schemas.ts'

it.each(Object.keys(SCHEMA_FILES) as SchemaFile[])('keeps %s up to date (npm run schemas writes it)', async (file) => {
  expect(await readFile(file, 'utf8')).toBe(await schemaText(file))
})
