/** Merges the edits that several workers made at the same time. */
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { placeOf, type Cells, type Place } from './cells.ts'
import { applied, isSame, placeText } from './edits.ts'

export interface WorkersEdits {
  /** The file that the worker wrote. */
  readonly file: string
  readonly edits: readonly ReadEdit[]
}

export interface Merged {
  readonly cells: Cells
  /** One sentence each. */
  readonly conflicts: readonly string[]
  readonly refused: number
}

/**
 * Merges edits that were all made on the contract as it was at the start of a layer: all that anybody added is kept, and nothing is
 * removed. If two workers say different things in the same place, the one whose file it is about prevails, else the first one.
 */
export function merged(start: Cells, workers: readonly WorkersEdits[]): Merged {
  const now = new Map(start)
  const sayings = new Map<string, string>()
  const conflicts: string[] = []
  let refused = 0
  for (const { file, edits } of workers) {
    const own = applied(start, edits, { keeps: true })
    refused += own.refused
    for (const [key, value] of own.cells) {
      if (isSame(start.get(key), value)) continue
      const other = sayings.get(key)
      if (other === undefined) {
        now.set(key, value)
        sayings.set(key, file)
      } else if (!isSame(now.get(key), value)) {
        const place = placeOf(key)
        const prevails = isAbout(place, file) && !isAbout(place, other)
        if (prevails) {
          now.set(key, value)
          sayings.set(key, file)
        }
        conflicts.push(conflictText(place, [other, file], prevails ? file : other))
      }
    }
  }
  return { cells: now, conflicts, refused }
}

function isAbout([section, path]: Place, file: string): boolean {
  return (section === 'api' || section === 'dependencies' || section === 'directory') && path === file
}

function conflictText(place: Place, workers: readonly [string, string], kept: string): string {
  const where = [place[0], placeText(place)].filter((part) => part !== '').join(': ')
  return `${where}: the workers of ${workers.join(' and ')} disagree; that of ${kept} is kept`.slice(0, 1000)
}
