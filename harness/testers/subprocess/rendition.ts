/** The graphic rendition of a terminal, as far as it decides whether the next text is readable. */
export class Rendition {
  #concealed = false
  #foreground: string | undefined
  #background: string | undefined

  copy(): Rendition {
    const copy = new Rendition()
    copy.#concealed = this.#concealed
    copy.#foreground = this.#foreground
    copy.#background = this.#background
    return copy
  }

  /** Whether text is invisible: concealed, or in the colour of its background. */
  get hides(): boolean {
    return this.#concealed || (this.#foreground !== undefined && this.#foreground === this.#background)
  }

  /** @param parameters Parameters of one "select graphic rendition", such as `38`, `5`, `8`; an empty list means 0 */
  select(parameters: readonly string[]): void {
    const codes = parameters.length === 0 ? [0] : parameters.slice(0, MOST_PARAMETERS).map(Number)
    for (let code = codes.shift(); code !== undefined; code = codes.shift()) {
      if (code === 38) this.#foreground = colourIn(codes)
      else if (code === 48) this.#background = colourIn(codes)
      else if (code === 58) colourIn(codes)
      else this.#selectOne(code)
    }
  }

  #selectOne(code: number): void {
    if (code === 0) {
      this.#concealed = false
      this.#foreground = this.#background = undefined
    } else if (code === 8) this.#concealed = true
    else if (code === 28) this.#concealed = false
    else if (code === 39) this.#foreground = undefined
    else if (code === 49) this.#background = undefined
    else if (isIn(code, 30)) this.#foreground = String(code - 30)
    else if (isIn(code, 40)) this.#background = String(code - 40)
    else if (isIn(code, 90)) this.#foreground = String(code - 90 + BRIGHT)
    else if (isIn(code, 100)) this.#background = String(code - 100 + BRIGHT)
  }
}

/** Terminals accept no more. Shifting them off a list takes quadratic time. */
const MOST_PARAMETERS = 32

/** Index of the first bright colour among the 256. */
const BRIGHT = 8

function isIn(code: number, first: number): boolean {
  return code >= first && code < first + 8
}

/** Removes a colour from the front of the codes: one of 256 (`5;n`), or an RGB colour (`2;r;g;b`). */
function colourIn(codes: number[]): string | undefined {
  const kind = codes.shift()
  if (kind === 5) return codes.splice(0, 1).join()
  return kind === 2 ? codes.splice(0, 3).join() : undefined
}
