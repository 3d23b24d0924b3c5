import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Withheld } from '../../contracts/types.ts'

/** The names of a mission's materials, which begin with its id: `16-…` for mission 16. */
export async function materialsOf(folder: string, id: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  const own = entries.filter((entry) => entry.isFile() && entry.name.startsWith(`${id}-`))
  return own.map((entry) => entry.name).toSorted()
}

/** The materials that string literals of a testcode name, alone or at the end of a path. */
export function materialsNamedBy(source: string, id: string): string[] {
  const texts = [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g)]
  const names = texts.map((match) => (match[1] ?? match[2] ?? '').split(/[\\/]/).at(-1) ?? '')
  return [...new Set(names.filter((name) => name.startsWith(`${id}-`) && /\.\w+$/.test(name)))]
}

/** Testcode 19-6 uses it, but it was never published, so no copy of the dataset can have it. */
const NEVER_PUBLISHED = new Set(['19-Deathlist-Standard 1.csv'])

/**
 * The status of a testcode with missing materials: excluded if they were never published; unjudged if only this copy of the
 * dataset lacks them, which the user can correct.
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
