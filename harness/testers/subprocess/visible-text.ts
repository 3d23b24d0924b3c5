import { ProjectFault } from '../../errors.ts'
import { Rendition } from './rendition.ts'

/**
 * The text that a user sees after a program has printed: cursor movements, erasures and concealment are applied. The terminal
 * has no right edge, and its top is the beginning of the text.
 */
export function visibleText(printed: string): string {
  // Nearly all output is plain.
  if (!CONTROLS.test(printed)) return printed
  const screen = new Screen(new Rendition())
  for (const [token] of printed.matchAll(TOKENS)) {
    screen.take(token)
    if (screen.work > MOST_WORK) return TOO_MUCH
  }
  return screen.text()
}

/**
 * The text that a user sees of one turn of a dialogue. It is laid out incrementally, so a program that prints little at a time
 * costs no more than one that prints everything at once.
 */
export class Turn {
  readonly #screen: Screen
  /** The beginning of an incomplete terminal command. */
  #open = ''

  /** @param before The previous turn, whose rendition and incomplete command still apply */
  constructor(before?: Turn) {
    this.#screen = new Screen(before === undefined ? new Rendition() : before.#screen.rendition())
    if (before !== undefined) this.#open = before.#open
  }

  /** @throws ProjectFault if laying it out takes too much work */
  take(printed: string): void {
    const text = this.#open + printed
    const open = OPEN.exec(text)?.index ?? text.length
    this.#open = text.slice(open)
    for (const [token] of text.slice(0, open).matchAll(TOKENS)) {
      this.#screen.take(token)
      this.#expectLittleWork()
    }
    // An incomplete command is read again with each piece.
    this.#screen.work += this.#open.length
    this.#expectLittleWork()
  }

  #expectLittleWork(): void {
    if (this.#screen.work <= MOST_WORK_OF_A_TURN) return
    throw new ProjectFault(
      'the program moves the cursor of its terminal too often before it prompts: no person could follow',
    )
  }

  /** Whether the output ends with a text, and whether that text begins a line. */
  endsWith(text: string): 'a line of its own' | 'yes' | 'no' {
    const wanted = text.split('\n')
    const last = this.#screen.lastLines(wanted.length, text.length + 1)
    if (!last.endsWith(text)) return 'no'
    const isWhole = last === text && this.#open === ''
    return isWhole ? 'a line of its own' : 'yes'
  }

  text(): string {
    return this.#screen.text()
  }
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
/** A control sequence, a command to the terminal up to its end, another escape, a run of plain text, or one character. */
const TOKENS =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]|[^\u0000-\u001f\u007f-\u009f]+|[^]/g

/** A terminal command that may continue in the next piece of output. */
const OPEN =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:(?:\u001b\[|\u009b)[0-?]*[ -/]*|\u001b[\]PX^_][^\u0007\u001b]*\u001b?|\u001b[ -/]*)$/

/** Switching to and from the alternate screen; three modes do this. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const OTHER_SCREEN = /^(?:\u001b\[|\u009b)\?(47|1047|1049)([hl])$/

/** Resets a terminal to its initial state. */
const RESET = '\u001bc'

/** Cursor positions are clamped to these. Printed text may make a line longer. */
const MOST_COLUMNS = 1000
const MOST_LINES = 100_000
const TAB = 8
/** Most cells that are written or read: a few bytes can ask for millions of them. */
const MOST_WORK = 8_000_000
/** The same for a whole turn of a dialogue; honest ones take a few hundred. */
const MOST_WORK_OF_A_TURN = 1_000_000
/** Cost of creating or clearing a line, in cells. */
const LINE = 20
const TOO_MUCH = '[the output moves the cursor too often: no person could follow]'

class Screen {
  /** Number of cells written or read so far. */
  work = 0
  #lines: string[][] = [[]]
  /** The main screen while the program uses the alternate screen, whose content is lost when it switches back. */
  #main: { readonly lines: string[][]; readonly line: number; readonly column: number } | undefined
  readonly #rendition: Rendition
  #line = 0
  #column = 0
  #saved = { line: 0, column: 0 }

  constructor(rendition: Rendition) {
    this.#rendition = rendition
  }

  take(token: string): void {
    const first = token.charCodeAt(0)
    if (first === 0x1b || first === 0x9b) this.#sequence(token)
    else if (first < 0x20 || (first >= 0x7f && first < 0xa0)) this.#control(token)
    else this.#write(token)
  }

  /** A copy of the rendition of the next text. */
  rendition(): Rendition {
    return this.#rendition.copy()
  }

  /** The last lines, each cut to its last `cells` cells, with blanks in place of tabs. */
  lastLines(count: number, cells: number): string {
    let last = this.#lines.length - 1
    while (last > this.#line && this.#lines[last]?.length === 0) last -= 1
    this.work += this.#lines.length - last
    const lines = this.#lines.slice(Math.max(0, last + 1 - count), last + 1)
    const isTab = (cell: string) => cell === '' || cell === '\t'
    return lines
      .map((line) =>
        line
          .slice(-cells)
          .map((cell) => (isTab(cell) ? ' ' : cell))
          .join(''),
      )
      .join('\n')
  }

  text(): string {
    const lastWithText = this.#lines.findLastIndex((cells) => cells.length > 0)
    const shown = this.#lines.slice(0, Math.max(lastWithText, this.#line) + 1)
    return shown.map((cells) => cells.join('')).join('\n')
  }

  #write(text: string): void {
    const cells = (this.#lines[this.#line] ??= [])
    this.work += text.length + Math.max(0, this.#column - cells.length)
    while (cells.length < this.#column) cells.push(' ')
    for (const character of text) {
      this.#splitTab(cells, this.#column)
      cells[this.#column] = this.#rendition.hides ? ' ' : character
      this.#column += 1
    }
  }

  #control(character: string): void {
    if (character === '\n' || character === '\v' || character === '\f') {
      this.#moveTo(this.#line + 1, 0)
    } else if (character === '\r') this.#column = 0
    else if (character === '\b') this.#column = Math.max(0, this.#column - 1)
    else if (character === '\t') this.#tab()
  }

  /** Moves to the next stop, over existing text. At the end of a line the text keeps its tab, in the first of its cells. */
  #tab(): void {
    const cells = (this.#lines[this.#line] ??= [])
    const stop = this.#column + TAB - (this.#column % TAB)
    this.work += Math.max(0, stop - cells.length)
    while (cells.length < this.#column) cells.push(' ')
    if (cells.length === this.#column) cells.push('\t')
    while (cells.length < stop) cells.push('')
    this.#column = stop
  }

  /** Turns the tab of a cell into blanks, because the cell gets another content. */
  #splitTab(cells: string[], column: number): void {
    if (cells[column] !== '' && cells[column] !== '\t') return
    let first = column
    while (cells[first] === '') first -= 1
    for (let at = cells[first] === '\t' ? first : first + 1; at === first || cells[at] === ''; at += 1) cells[at] = ' '
  }

  #sequence(token: string): void {
    this.work += token.length
    if (token === '\u001b7') this.#saved = { line: this.#line, column: this.#column }
    if (token === '\u001b8') this.#moveTo(this.#saved.line, this.#saved.column)
    if (token === RESET) this.#reset()
    const turn = OTHER_SCREEN.exec(token)
    if (turn) this.#turn(turn[2] === 'h', turn[1] === '1049')
    // eslint-disable-next-line no-control-regex -- control characters are what is looked for
    const parts = /^(?:\u001b\[|\u009b)([0-9;]*)([@-~])$/.exec(token)
    if (parts) this.#command(parts[2] ?? '', (parts[1] ?? '').split(';'))
  }

  #command(command: string, parameters: readonly string[]): void {
    const [first = '', second = ''] = parameters
    const steps = Math.max(1, Number(first))
    const commands: Readonly<Record<string, () => void>> = {
      A: () => this.#moveTo(this.#line - steps, this.#column),
      B: () => this.#moveTo(this.#line + steps, this.#column),
      C: () => this.#moveTo(this.#line, this.#column + steps),
      D: () => this.#moveTo(this.#line, this.#column - steps),
      E: () => this.#moveTo(this.#line + steps, 0),
      F: () => this.#moveTo(this.#line - steps, 0),
      G: () => this.#moveTo(this.#line, steps - 1),
      H: () => this.#moveTo(steps - 1, Math.max(1, Number(second)) - 1),
      f: () => this.#moveTo(steps - 1, Math.max(1, Number(second)) - 1),
      J: () => this.#eraseDisplay(Number(first)),
      K: () => this.#eraseLine(Number(first)),
      P: () => this.#delete(steps),
      X: () => this.#blank(this.#column, this.#column + steps),
      m: () => this.#rendition.select(parameters),
      s: () => (this.#saved = { line: this.#line, column: this.#column }),
      u: () => this.#moveTo(this.#saved.line, this.#saved.column),
    }
    commands[command]?.()
  }

  #moveTo(line: number, column: number): void {
    this.#line = Math.min(Math.max(0, line), MOST_LINES)
    this.#column = Math.min(Math.max(0, column), Math.max(MOST_COLUMNS, this.#column))
    this.work += Math.max(0, this.#line - this.#lines.length) * LINE
    while (this.#lines.length <= this.#line) this.#lines.push([])
  }

  #reset(): void {
    this.#turn(false, false)
    this.#erase(0, Infinity)
    this.#moveTo(0, 0)
    this.#rendition.select([])
  }

  /** @param keepsCursor Whether the cursor returns to its old position when the main screen is shown again */
  #turn(toOther: boolean, keepsCursor: boolean): void {
    const here = { lines: this.#lines, line: this.#line, column: this.#column }
    const main = this.#main ?? here
    this.#main = toOther ? main : undefined
    this.#lines = toOther ? [] : main.lines
    const { line, column } = !toOther && keepsCursor ? main : here
    this.#moveTo(line, column)
  }

  #delete(steps: number): void {
    const cells = this.#lines[this.#line] ?? []
    this.work += Math.max(0, cells.length - this.#column)
    this.#splitTab(cells, this.#column)
    this.#splitTab(cells, this.#column + steps)
    cells.splice(this.#column, steps)
  }

  #eraseDisplay(how: number): void {
    if (how === 1) this.#erase(0, this.#line)
    else if (how === 0) this.#erase(this.#line + 1, Infinity)
    else this.#erase(0, Infinity)
    if (how < 2) this.#eraseLine(how)
  }

  #erase(from: number, to: number): void {
    const erased = this.#lines.slice(from, to)
    this.work += erased.length * LINE
    for (const cells of erased) cells.length = 0
  }

  #eraseLine(how: number): void {
    const cells = this.#lines[this.#line]
    if (!cells) return
    if (how === 0) {
      this.#splitTab(cells, this.#column)
      cells.length = Math.min(cells.length, this.#column)
    } else if (how === 1) this.#blank(0, this.#column + 1)
    else cells.length = 0
  }

  #blank(from: number, to: number): void {
    const cells = this.#lines[this.#line] ?? []
    const end = Math.min(to, cells.length)
    this.work += Math.max(0, end - from)
    for (let column = from; column < end; column += 1) {
      this.#splitTab(cells, column)
      cells[column] = ' '
    }
  }
}
