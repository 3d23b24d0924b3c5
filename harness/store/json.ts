/** Files that hold one JSON value of a known shape. */
import * as z from 'zod'
import { HarnessFault, messageOf } from '../errors.ts'
import { isDeeper } from '../lib/files/depth.ts'
import { NotRegular, readRegular } from '../lib/files/regular.ts'
import { writeAtomically } from '../lib/files/write.ts'
import { migrated } from './migrate.ts'

export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeAtomically(file, `${JSON.stringify(value, null, 1)}\n`)
}

const REMEDY = 'remove it to have it made again'

/** More than any file of a run needs. Code that walks a value calls itself once for each level. */
const DEEPEST = 200

/** Characters. */
const LONGEST_REASON = 300

/**
 * @param remedy Advice about a damaged file
 * @throws HarnessFault if the file exists and is invalid
 */
export async function readJsonIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  remedy = REMEDY,
): Promise<z.infer<Schema> | undefined> {
  const text = await readRegular(file).catch((error: unknown) => error as Error)
  const read = () => {
    if (text instanceof Error) throw text
    return text
  }
  return parseIfThere(file, schema, read, remedy)
}

/**
 * @param read Throws ENOENT if the file does not exist
 * @throws HarnessFault in one line if the file exists and is invalid
 */
export function parseIfThere<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  read: () => Buffer,
  remedy = REMEDY,
): z.infer<Schema> | undefined {
  let text: string
  try {
    text = read().toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof NotRegular) throw new HarnessFault(`${file} cannot be read: it ${error.message}`)
    throw new HarnessFault(`${file} cannot be read`, { cause: error })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isDeeper(value, DEEPEST)) throw new RangeError(`nested deeper than ${String(DEEPEST)} levels`)
    return schema.parse(migrated(value))
  } catch (error) {
    const damage = `${file} is damaged, or was written by another version; ${remedy} (${reasonOf(error)})`
    throw new HarnessFault(damage)
  }
}

/** In one line. */
function reasonOf(error: unknown): string {
  const [issue] = error instanceof z.ZodError ? error.issues : []
  const reason = issue ? [...issue.path.map(String), issue.message].join(': ') : messageOf(error)
  return reason.replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON)
}
