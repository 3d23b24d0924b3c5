/** Characters of a line; longer ones are cut. */
const LONGEST = 200

/** Splits what a hostile program writes into lines, without keeping more than one short line. */
export class Lines {
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
