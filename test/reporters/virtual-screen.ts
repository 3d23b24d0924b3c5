/**
 * A terminal that keeps the visible text, including lines that have scrolled away. It knows the escape sequences that the display
 * uses, and refuses all others.
 */
export class VirtualScreen {
  readonly #columns: number
  #lines: string[] = ['']
  #row = 0
  #column = 0
  #wraps = true

  constructor(columns = 80) {
    this.#columns = columns
  }

  write(text: string): void {
    // eslint-disable-next-line no-control-regex -- the sequences begin with one
    for (const [part] of text.matchAll(/\u001b\[[?\d;]*[A-Za-z]|[\s\S]/gu)) this.#take(part)
  }

  /** Lines without trailing spaces, and without the empty last line. */
  get lines(): string[] {
    const lines = this.#lines.map((line) => line.trimEnd())
    while (lines.at(-1) === '') lines.pop()
    return lines
  }

  get wraps(): boolean {
    return this.#wraps
  }

  #take(part: string): void {
    if (part === '\n') this.#down()
    else if (part === '\r') this.#column = 0
    else if (part.startsWith('\u001b')) this.#obey(part.slice(2))
    else this.#put(part)
  }

  #obey(sequence: string): void {
    const up = /^(\d+)A$/.exec(sequence)
    if (up) this.#row = Math.max(0, this.#row - Number(up[1]))
    else if (sequence === 'J') {
      this.#lines = [...this.#lines.slice(0, this.#row), (this.#lines[this.#row] ?? '').slice(0, this.#column)]
    } else if (sequence === '?7l' || sequence === '?7h') this.#wraps = sequence === '?7h'
    else if (!/^[\d;]*m$/.test(sequence)) throw new Error(`the screen does not know the sequence ${sequence}`)
  }

  #down(): void {
    this.#row += 1
    this.#column = 0
    while (this.#lines.length <= this.#row) this.#lines.push('')
  }

  #put(character: string): void {
    if (this.#column >= this.#columns) {
      if (!this.#wraps) return
      this.#down()
    }
    const line = (this.#lines[this.#row] ?? '').padEnd(this.#column)
    this.#lines[this.#row] = line.slice(0, this.#column) + character + line.slice(this.#column + 1)
    this.#column += 1
  }
}
