import type { Contract, ContractVersion } from '../../../contracts/schema.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { contractOf, type Cells, type Place } from './cells.ts'
import { applied, changesBetween, isSame, keysBelow } from './edits.ts'
import { merged, type WorkersEdits } from './merge.ts'
import { completed } from './structure.ts'

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
    const { cells, refused } = applied(this.#cells, edits)
    this.#replace(by, cells, [])
    return refused
  }

  /** Merges the edits of workers that all had the present version. */
  merge(
    by: string,
    workers: readonly WorkersEdits[],
  ): { readonly refused: number; readonly conflicts: readonly string[] } {
    const { cells, refused, conflicts } = merged(this.#cells, workers)
    this.#replace(by, cells, conflicts)
    return { refused, conflicts }
  }

  /** Adds what follows from the contract. */
  complete(by: string): void {
    this.#replace(by, completed(this.#contract), [])
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
