/** Files that hold one JSON value of a known shape. */
import { readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { HarnessFault } from '../errors.ts'
import { writeAtomically } from '../lib/files/write.ts'
import { migrated } from './migrate.ts'

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(value, null, 1)}\n`)
}

const REMEDY = 'remove it to have it made again'

/**
 * @param remedy Advice about a damaged file
 * @throws HarnessFault if the file exists and is invalid
 */
export async function readJsonIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  remedy = REMEDY,
): Promise<z.infer<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => error as Error)
  const read = () => {
    if (typeof text !== 'string') throw text
    return text
  }
  return parseIfThere(file, schema, read, remedy)
}

/**
 * @param read Throws ENOENT if the file does not exist
 * @throws HarnessFault if the file exists and is invalid
 */
export function parseIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  read: () => string,
  remedy = REMEDY,
): z.infer<Schema> | undefined {
  let text: string
  try {
    text = read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new HarnessFault(`${file} cannot be read`, { cause: error })
  }
  try {
    return schema.parse(migrated(JSON.parse(text)))
  } catch (error) {
    throw new HarnessFault(`${file} is damaged, or was written by another version; ${remedy}`, { cause: error })
  }
}
