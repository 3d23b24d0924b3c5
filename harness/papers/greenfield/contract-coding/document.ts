import type { Contract, ContractVersion } from '../../../contracts/schema.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { contractOf, type Cells, type Place, placeOf } from './cells.ts'
import { applyEdits, changesBetween, isSame, keysBelow, placeText } from './edits.ts'
import { completeCells } from './structure.ts'

const MOST_CHANGES = 2000
const MOST_CONFLICTS = 500

/** The contract of one trial, and the versions that it had. */
export class ContractDocument {
  readonly versions: ContractVersion[] = []
  #cells: Cells = new Map()
  #contract: Contract = contractOf(this.#cells)
  /** Versions of the interfaces of files. */
  readonly #interfaces = new Map<string, number>()

  get contract(): Contract {
    return this.#contract
  }

  /** The version of the interface of a file, from 1. */
  versionOf(file: string): number {
    return this.#interfaces.get(file) ?? 1
  }

  /** Carries out the edits of one role. */
  edit(by: string, edits: readonly ReadEdit[]): number {
    const { cells, refused } = applyEdits(this.#cells, edits)
    this.#replace(by, cells, [])
    return refused
  }

  /** Merges the edits of workers that all had the present version. */
  merge(
    by: string,
    workers: readonly WorkersEdits[],
  ): { readonly refused: number; readonly conflicts: readonly string[] } {
    const { cells, refused, conflicts } = mergeCells(this.#cells, workers)
    this.#replace(by, cells, conflicts)
    return { refused, conflicts }
  }

  /** Adds what follows from the contract. */
  complete(by: string): void {
    this.#replace(by, completeCells(this.#contract), [])
  }

  /** Files whose interface says something else than at an earlier version. Statements that are only added change nothing for others. */
  changedSince(earlier: Cells): string[] {
    return this.#contract.api.map(({ path }) => path).filter((path) => saysElse(earlier, this.#cells, path))
  }

  get cells(): Cells {
    return this.#cells
  }

  #replace(by: string, cells: Cells, conflicts: readonly string[]): void {
    const before = this.#cells
    const changes = changesBetween(before, cells)
    if (changes.length === 0 && conflicts.length === 0) return
    this.#cells = cells
    this.#contract = contractOf(cells)
    for (const { path } of this.#contract.api)
      if (before.has(JSON.stringify(['api', path])) && differs(before, cells, path))
        this.#interfaces.set(path, this.versionOf(path) + 1)
    this.versions.push({
      version: this.versions.length + 1,
      by,
      changes: changes.slice(0, MOST_CHANGES),
      conflicts: conflicts.slice(0, MOST_CONFLICTS),
    })
  }
}

function placeOfFile(path: string): Place {
  return ['api', path]
}

function differs(before: Cells, after: Cells, path: string): boolean {
  const keys = keysBelow(after, placeOfFile(path))
  return keys.some((key) => !isSame(before.get(key), after.get(key)))
}

/** Descriptions may become better without consequences for others. */
function saysElse(before: Cells, after: Cells, path: string): boolean {
  const keys = keysBelow(before, placeOfFile(path))
  return keys.some((key) => !isSame(withoutWords(before.get(key)), withoutWords(after.get(key))))
}

function withoutWords(value: ReturnType<Cells['get']>): string {
  if (value === undefined || typeof value === 'string') return ''
  return JSON.stringify({ ...value, description: '' })
}

// ---- merge ---------------------------------------------------------------------------------------------------------

// Merges the edits that several workers made at the same time.

interface WorkersEdits {
  /** The file that the worker wrote. */
  readonly file: string
  readonly edits: readonly ReadEdit[]
}

interface Merged {
  readonly cells: Cells
  /** One sentence each. */
  readonly conflicts: readonly string[]
  readonly refused: number
}

/**
 * Merges edits that were all made on the contract as it was at the start of a layer: all that anybody added is kept, and nothing is
 * removed. If two workers say different things in the same place, the one whose file it is about prevails, else the first one.
 */
export function mergeCells(start: Cells, workers: readonly WorkersEdits[]): Merged {
  const now = new Map(start)
  const sayings = new Map<string, string>()
  const conflicts: string[] = []
  let refused = 0
  for (const { file, edits } of workers) {
    const own = applyEdits(start, edits, { keeps: true })
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
