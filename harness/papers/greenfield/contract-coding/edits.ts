import type { ContractChange } from '../../../contracts/schema.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { cellsOf, keyOf, placeOf, type Cells, type Place, type Value } from './cells.ts'
import { statementText } from './contract-text.ts'

/** Statements of a contract; more are not added. */
const MOST_CELLS = 5000
/** Characters of all statements together; more are not added. */
const MOST_CHARACTERS = 300_000

export interface Applied {
  readonly cells: Cells
  /** Statements that were not added, because the contract is full. */
  readonly refused: number
}

/**
 * Carries out edits one after the other. `add` never changes what a statement says; it fills in what it leaves open. `update` replaces
 * statements.
 * @param options `keeps`: nothing is removed. Otherwise an update of what a file needs replaces the whole list
 */
export function applyEdits(cells: Cells, edits: readonly ReadEdit[], { keeps = false } = {}): Applied {
  const now = new Map(cells)
  let characters = [...now].reduce((sum, [key, value]) => sum + sizeOf(key, value), 0)
  let refused = 0
  for (const { action, part } of edits) {
    const given = cellsOf(part)
    if (action === 'update' && !keeps)
      for (const { file } of part.dependencies) removeBelow(now, ['dependencies', file])
    for (const [key, value] of given) {
      const known = now.get(key)
      const next = known === undefined ? value : action === 'add' ? combined(value, known) : combined(known, value)
      characters += sizeOf(key, next) - (known === undefined ? 0 : sizeOf(key, known))
      if (known === undefined && (now.size >= MOST_CELLS || characters > MOST_CHARACTERS)) {
        refused += 1
        characters -= sizeOf(key, next)
      } else now.set(key, next)
    }
  }
  return { cells: now, refused }
}

function sizeOf(key: string, value: Value): number {
  return key.length + JSON.stringify(value).length
}

function removeBelow(cells: Map<string, Value>, place: Place): void {
  for (const key of [...cells.keys()]) {
    const parts = placeOf(key)
    if (parts.length > place.length && place.every((part, index) => part === parts[index])) cells.delete(key)
  }
}

/** The stronger value, with the texts of the weaker one where the stronger one is empty. */
function combined(weaker: Value, stronger: Value): Value {
  if (typeof stronger === 'string' || typeof weaker === 'string') return stronger === '' ? weaker : stronger
  const open = Object.entries(weaker).filter(([name]) => stronger[name] === '' || stronger[name] === undefined)
  return { ...stronger, ...Object.fromEntries(open) }
}

export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The differences between two versions, in the order of the later one; removed statements come last. */
export function changesBetween(before: Cells, after: Cells): ContractChange[] {
  const changed = [...after].filter(([key, value]) => !isSame(before.get(key), value))
  const removed = [...before.keys()].filter((key) => !after.has(key))
  return [
    ...changed.map(([key, value]) => changeOf(before.has(key) ? 'updated' : 'added', key, value)),
    ...removed.map((key) => changeOf('removed', key)),
  ]
}

const LONGEST_PLACE = 2000
/** Characters of a changed statement in the record of versions. */
const LONGEST_TEXT = 600

function changeOf(change: ContractChange['change'], key: string, value?: Value): ContractChange {
  const place = placeOf(key)
  const text = value === undefined ? '' : statementText(place, value)
  return {
    change,
    section: place[0],
    place: placeText(place).slice(0, LONGEST_PLACE),
    text: text.slice(0, LONGEST_TEXT),
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ...{ globals: 'variable', classes: 'class', functions: 'function' },
  ...{ methods: 'method', attributes: 'attribute', bases: 'base' },
}

/** Such as `game/player.py, class Player, method move`. */
export function placeText([section, ...parts]: Place): string {
  if (section !== 'api') return section === 'dependencies' ? parts.join(' needs ') : parts.join(', ')
  const [path = '', ...rest] = parts
  const found = [path]
  for (let index = 0; index < rest.length; index += 2) {
    const kind = rest[index] ?? ''
    found.push(`${WORDS[kind] ?? kind} ${rest[index + 1] ?? ''}`.trim())
  }
  return found.join(', ')
}

export function keysBelow(cells: Cells, place: Place): string[] {
  const beginning = keyOf(place).slice(0, -1)
  return [...cells.keys()].filter((key) => key === `${beginning}]` || key.startsWith(`${beginning},`))
}
