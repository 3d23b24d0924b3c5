/** A part of a text, in order, and whether a person sees it. */
export interface Piece {
  readonly text: string
  /**
   * `seen`; `gap`: between two texts; `cut`: by an ellipsis; `aside`: in a control that shows under the pointer only; `unsure`:
   * only pixels tell; or why a person cannot see it, such as `is transparent`.
   */
  readonly state: string
  /** In the window, in pixels, of what only pixels tell. */
  readonly place?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** A text that is cut by an ellipsis is known by so many of its letters, if all of them can be seen. */
const KNOWN_BY = 8

const isSeen = ({ state }: Piece) => state === 'seen' || state === 'gap'

/** Whether there is a text that a person does not see. */
export function isPartlyHidden(pieces: readonly Piece[]): boolean {
  return !pieces.every(isSeen)
}

/** Why nothing of a text can be seen, or undefined if some of it can. */
export function whyHidden(pieces: readonly Piece[]): string | undefined {
  if (pieces.some(({ text, state }) => state === 'seen' && text.trim() !== '')) return undefined
  return pieces.find((piece) => !isSeen(piece))?.state ?? 'takes no room on the page'
}

function isKnownByItsBeginning(pieces: readonly Piece[]): boolean {
  return pieces.every(({ state }, index) => state !== 'cut' || (pieces[index - 1]?.text.trim().length ?? 0) >= KNOWN_BY)
}

const CUT = '\u2026'
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

function joined(pieces: readonly Piece[], gap: string, cut: (text: string) => string): string {
  const texts = pieces.map((piece) => {
    if (piece.state === 'gap') return gap
    return piece.state === 'seen' ? piece.text : piece.state === 'cut' ? cut(piece.text) : ' '
  })
  return texts.join('')
}

/** What a person sees of it; an ellipsis stands for what is cut off. */
export function shownText(pieces: readonly Piece[]): string {
  return joined(pieces, ' ', () => CUT)
}

/** What a person reads: of a text whose beginning is seen, what is cut off belongs to it, but for numbers. */
export function readableText(pieces: readonly Piece[]): string {
  return joined(pieces, ' ', (text) => (isKnownByItsBeginning(pieces) ? text.replace(/\d/g, CUT) : CUT))
}

/** Whether a text stands where a person sees it, or at least the beginning of it, where an ellipsis cuts it off. */
export function shows(pieces: readonly Piece[], expected: string | RegExp): boolean {
  return [' ', ''].some((gap) => {
    const shown = tidy(joined(pieces, gap, () => CUT))
    if (expected instanceof RegExp) return new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')).test(shown)
    return holds(shown.toLowerCase(), tidy(expected).toLowerCase())
  })
}

function holds(shown: string, wanted: string): boolean {
  if (shown.includes(wanted)) return true
  for (let at = shown.indexOf(CUT); at !== -1; at = shown.indexOf(CUT, at + 1)) {
    const before = shown.slice(0, at).trimEnd()
    for (let length = wanted.length - 1; length >= KNOWN_BY; length -= 1)
      if (before.endsWith(wanted.slice(0, length).trimEnd())) return true
  }
  return false
}

/** Whether a text stands in it, in parts that a person does not see too. `content`: all of its text, as the document has it. */
export function holdsAnywhere(pieces: readonly Piece[], content: string, expected: string | RegExp): boolean {
  const all = pieces.map(({ text, state }) => ({ text, state: state === 'gap' ? 'gap' : 'seen' }))
  return shows(all, expected) || shows([{ text: content, state: 'seen' }], expected)
}
