const [TAB, NEWLINE, CARRIAGE_RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
/** Blanks that may be trailing ones. If there are more in a row, they count as text, so that they cost no memory. */
const MOST_BLANKS = 64 * 1024

/** Takes trailing blanks of lines and newlines at the end out of a stream of bytes. */
export class CanonicalText {
  #blanks: number[] = []
  #newlines = 0

  /** Number of bytes that are held back. */
  get held(): number {
    return this.#newlines + this.#blanks.length
  }

  /** Whether the line that was returned last has ended. */
  get endsLine(): boolean {
    return this.#newlines > 0
  }

  /** @returns What is certain so far: blanks and newlines are held back until something follows them */
  push(chunk: Buffer): Buffer {
    const out: number[] = []
    for (const byte of chunk) {
      if (byte === NEWLINE) {
        this.#blanks = []
        this.#newlines += 1
      } else if ((byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN) && this.#blanks.length < MOST_BLANKS) {
        this.#blanks.push(byte)
      } else {
        this.#flush(out)
        out.push(byte)
      }
    }
    return Buffer.from(out)
  }

  #flush(out: number[]): void {
    for (; this.#newlines > 0; this.#newlines -= 1) out.push(NEWLINE)
    for (const blank of this.#blanks) out.push(blank)
    this.#blanks = []
  }
}
