import type { Terminal } from '../table.ts'

/**
 * The lower end of a terminal: permanent lines, and below them a few that are redrawn. If the stream is not a terminal, only
 * the permanent lines are written.
 */
export class Screen {
  readonly #stream: Terminal
  #drawn = 0
  #frame: readonly string[] = []
  #below: readonly string[] = []

  constructor(stream: Terminal) {
    this.#stream = stream
  }

  /** Whether lines can be redrawn. */
  get live(): boolean {
    return this.#stream.isTTY === true && process.env['TERM'] !== 'dumb'
  }

  get room(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#stream.columns ?? 80, rows: this.#stream.rows ?? 24 }
  }

  /** Prints a permanent line above the display. */
  print(line: string): void {
    this.#stream.write(`${this.#erasure()}${line}\n`)
    this.#drawn = 0
    this.draw(this.#frame)
  }

  /** Replaces the earlier drawing. The cursor stays below it, so that other output begins there. */
  draw(lines: readonly string[]): void {
    if (!this.live) return
    this.#frame = lines
    if (lines.length === 0 && this.#drawn === 0) return
    // Without wrapping no line takes the room of two, however wide its characters are.
    // A terminal may say that it has no rows; the frame itself is never cut off.
    const most = Math.max(lines.length, this.room.rows - 2)
    const all = lines.length === 0 ? [] : [...lines, ...this.#below].slice(0, most)
    const text = all.length === 0 ? '' : `${NO_WRAP}${all.join('\n')}\n${WRAP}`
    this.#stream.write(`${this.#erasure()}${text}`)
    this.#drawn = all.length
  }

  /** Lines that are drawn below every drawing from now on. */
  showBelow(lines: readonly string[]): void {
    this.#below = lines
  }

  #erasure(): string {
    return this.#drawn === 0 ? '' : `\u001b[${String(this.#drawn)}A\r\u001b[J`
  }
}

const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
