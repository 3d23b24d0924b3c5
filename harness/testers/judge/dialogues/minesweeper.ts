import { readFile } from 'node:fs/promises'
import { MachineFault } from '../../../errors.ts'
import { meanOfBest, minesweeperShare, MINESWEEPER_MOST } from '../formulas.ts'
import type { Partner } from './partner.ts'

/** Characters of a line; longer ones are cut. */
const LONGEST = 200

/** Splits what a hostile program writes into lines, without keeping more than one short line. */
class Lines {
  #open = ''

  push(chunk: Buffer): string[] {
    const parts = chunk.toString('latin1').split('\n')
    const [first = '', ...rest] = parts
    const joined = (this.#open + first).slice(0, LONGEST)
    if (rest.length === 0) {
      this.#open = joined
      return []
    }
    this.#open = (rest.pop() ?? '').slice(0, LONGEST)
    return [joined, ...rest.map((line) => line.slice(0, LONGEST))]
  }
}

// ---- minesweeper ---------------------------------------------------------------------------------------------------

/** Where the mines are, and the field that is opened first. */
export interface Field {
  readonly rows: number
  readonly columns: number
  readonly mines: readonly boolean[]
  readonly first: readonly [row: number, column: number]
}

const MOST_SIDE = 40

/** @param file Fields as published: rows, columns, lines with `X` for a mine, and the field that is opened first */
export async function openMinesweeper(file: string): Promise<Partner> {
  return new Minesweeper(fieldsIn(await readFile(file, 'utf8')))
}

export function fieldsIn(text: string): Field[] {
  const words = text.split(/\s+/).filter(Boolean)
  const fields: Field[] = []
  let at = 0
  const number = () => {
    const value = Number(words[at])
    at += 1
    if (!Number.isInteger(value) || value < 0 || value > MOST_SIDE) throw new MachineFault('this is no minefield')
    return value
  }
  while (at < words.length) {
    const [rows, columns] = [number(), number()]
    const lines = words.slice(at, at + rows)
    at += rows
    const mines = Array.from(lines.join(''), (each) => each === 'X')
    if (mines.length !== rows * columns) throw new MachineFault('this is no minefield')
    fields.push({ rows, columns, mines, first: [number(), number()] })
  }
  return fields
}

const HIDDEN = -1
const MARKED = -2
type State = 'open' | 'won' | 'lost'

/** One game, by the rules of the statement. */
export class Game {
  readonly #field: Field
  /** For each place: hidden, marked, or the number of mines around it. */
  readonly #shown: Int8Array
  #visited = 0
  #marked = 0
  state: State = 'open'

  constructor(field: Field) {
    this.#field = field
    this.#shown = new Int8Array(field.rows * field.columns).fill(HIDDEN)
  }

  /** An impossible action changes nothing. */
  do(row: number, column: number, type: number): void {
    const { rows, columns } = this.#field
    if (this.state !== 'open' || !(row >= 0 && row < rows && column >= 0 && column < columns)) return
    const place = row * columns + column
    if (type === 0) this.#visit(place)
    else if (type === 1) this.#mark(place)
    else if (type === 2) this.#explore(place)
    this.#winIfDone()
  }

  #winIfDone(): void {
    const safe = this.#shown.length - this.#mineCount()
    if (this.state === 'open' && this.#visited === safe) this.state = 'won'
  }

  /** Places that are visited and mines that are found, of all places. */
  share(): number {
    const mines = this.state === 'won' ? this.#mineCount() : this.#marked
    return (this.#visited + mines) / this.#shown.length
  }

  map(): string {
    const { rows, columns } = this.#field
    let text = ''
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const shown = this.#shown[row * columns + column] ?? HIDDEN
        text += shown === HIDDEN ? '?' : shown === MARKED ? '@' : String(shown)
      }
      text += '\n'
    }
    return text
  }

  #mineCount(): number {
    return this.#field.mines.filter(Boolean).length
  }

  #visit(place: number): void {
    if (this.#shown[place] !== HIDDEN) return
    if (this.#field.mines[place] === true) {
      this.state = 'lost'
      return
    }
    const open = [place]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#shown[next] !== HIDDEN) continue
      const around = this.#around(next)
      const count = around.filter((each) => this.#field.mines[each]).length
      this.#shown[next] = count
      this.#visited += 1
      if (count === 0) open.push(...around)
    }
  }

  #mark(place: number): void {
    if (this.#shown[place] !== HIDDEN) return
    if (this.#field.mines[place] !== true) {
      this.state = 'lost'
      return
    }
    this.#shown[place] = MARKED
    this.#marked += 1
  }

  #explore(place: number): void {
    const count = this.#shown[place] ?? HIDDEN
    if (count < 0) return
    const around = this.#around(place)
    if (around.filter((each) => this.#shown[each] === MARKED).length !== count) return
    for (const each of around) this.#visit(each)
  }

  #around(place: number): number[] {
    const { rows, columns } = this.#field
    const [row, column] = [Math.floor(place / columns), place % columns]
    const found: number[] = []
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r += 1)
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c += 1)
        if (r !== row || c !== column) found.push(r * columns + c)
    return found
  }
}

/**
 * Plays one game after the other. `game` starts the next one and is answered by its size and first place, or by `end`; `x ROW
 * COLUMN TYPE` does something and is answered by `0` and the map, or by `1` if the game is over.
 */
class Minesweeper implements Partner {
  readonly #lines = new Lines()
  readonly #fields: readonly Field[]
  readonly #games: Game[] = []

  constructor(fields: readonly Field[]) {
    this.#fields = fields
  }

  hear(chunk: Buffer, reply: (text: string) => void): void {
    for (const line of this.#lines.push(chunk)) {
      const [word, ...numbers] = line.split(' ')
      if (word === 'game') reply(this.#next())
      else if (word === 'x') reply(this.#do(numbers.map(Number)))
    }
  }

  /** Games that were never begun are worth nothing. */
  share(): number {
    const shares = this.#fields.map((_, index) => this.#games[index]?.share() ?? 0)
    return minesweeperShare(MINESWEEPER_MOST * meanOfBest(shares))
  }

  #next(): string {
    const field = this.#fields[this.#games.length]
    if (!field) return 'end\n'
    this.#games.push(new Game(field))
    const { rows, columns, mines, first } = field
    return `${[rows, columns, mines.filter(Boolean).length, ...first].join(' ')}\n`
  }

  #do([row = NaN, column = NaN, type = NaN]: readonly number[]): string {
    const game = this.#games.at(-1)
    if (!game) return '1\n'
    if ([row, column, type].every(Number.isInteger)) game.do(row, column, type)
    return game.state === 'open' ? `0\n${game.map()}` : '1\n'
  }
}
