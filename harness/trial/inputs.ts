import type { Inputs } from '../contracts/types.ts'

/** Most draws of a testcode that are recorded, and most characters of each. */
const MOST = 60
const LONGEST = 300

/** The inputs that the testcodes of a trial drew from the seed. */
export class TrialInputs implements Inputs {
  readonly #taken = new Map<number, string>()
  #drawn = new Map<string, string>()
  #silent = 0

  /** Forgets the draws of the previous testcode. */
  begin(): void {
    this.#drawn = new Map()
  }

  claim(number: number, name: string): string {
    if (this.#silent > 0) return name
    const owner = this.#taken.get(number) ?? name
    this.#taken.set(number, owner)
    return owner
  }

  drew(name: string, value: unknown): void {
    if (this.#silent > 0 || this.#drawn.size >= MOST) return
    this.#drawn.set(
      shortened(name),
      shortened(typeof value === 'string' ? value : value === undefined ? 'undefined' : JSON.stringify(value)),
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

  /** Name of a draw → drawn value. */
  draws(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#drawn)
  }
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
