import type { Inputs } from './types.ts'

/** Draws and inputs of a testcode that are kept, and characters of each. */
const MOST = 60
const LONGEST = 300

/** What the testcodes of a trial drew from the seed, and what they typed. */
export class TrialInputs implements Inputs {
  readonly taken = new Map<number, string>()
  #drawn = new Map<string, string>()
  #typed: string[] = []
  #silent = 0

  /** Forgets what the testcode before drew and typed. */
  begin(): void {
    this.#drawn = new Map()
    this.#typed = []
  }

  drew(name: string, value: unknown): void {
    if (this.#silent > 0 || this.#drawn.size >= MOST) return
    this.#drawn.set(
      shortened(name),
      shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))),
    )
  }

  silently<T>(draw: () => T): T {
    this.#silent += 1
    try {
      return draw()
    } finally {
      this.#silent -= 1
    }
  }

  typed(text: string): void {
    if (text !== '' && this.#typed.length < MOST) this.#typed.push(shortened(text))
  }

  /** Name of a draw → what was drawn. */
  draws(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#drawn)
  }

  inputs(): readonly string[] {
    return this.#typed
  }
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
