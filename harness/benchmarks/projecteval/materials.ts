import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Withheld } from '../../contracts/types.ts'

/** Names of the materials of a mission, which begin with its id: `16-…` for mission 16. */
export async function materialsOf(folder: string, id: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const own = entries.filter((entry) => entry.isFile() && entry.name.startsWith(`${id}-`))
  return own.map((entry) => entry.name).toSorted()
}

/** Materials that a testcode names in its texts, by themselves or at the end of a path. */
export function materialsNamedBy(source: string, id: string): string[] {
  const texts = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g)]
  const names = texts.map((match) => (match[1] ?? match[2] ?? '').split(/[\\/]/).at(-1) ?? '')
  return [...new Set(names.filter((name) => name.startsWith(`${id}-`) && /\.\w+$/.test(name)))]
}

/** Named by testcode 19-6 and part of no publication: no copy of the dataset can have it. */
const NEVER_PUBLISHED = new Set(['19-Deathlist-Standard 1.csv'])

/**
 * What becomes of a testcode whose materials are not there. Where the publication lacks them, the benchmark is at fault;
 * where only this copy of it does, whoever made the copy can mend it.
 */
export function withheldFor(missing: readonly string[], folder: string): Withheld | undefined {
  const [first] = missing
  if (first === undefined) return undefined
  const names = missing.map((name) => `"${name}"`).join(', ')
  if (missing.some((name) => NEVER_PUBLISHED.has(name)))
    return { status: 'excluded', reason: `the material ${names} was never published` }
  return {
    status: 'unjudged',
    reason: `the material ${names} is missing from ${folder}${path.sep}; copy it there from the published dataset and run again`,
  }
}
