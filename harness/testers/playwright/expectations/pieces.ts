/** A part of a text, in order, and whether a person sees it. */
export interface Piece {
  readonly text: string
  /**
   * `seen`; `gap`: between two texts; `cut`: cut off by an ellipsis; `aside`: in a control that appears only under the pointer;
   * `unsure`: only a screenshot can tell; otherwise the reason why a person cannot see it, such as `is transparent`.
   */
  readonly state: string
  /** Rectangle in the window, in pixels; only for `unsure`. */
  readonly place?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** A text that an ellipsis cuts off is recognised by this many letters before it. */
const KNOWN_BY = 8

const isSeen = ({ state }: Piece) => state === 'seen' || state === 'gap'

/** Whether a person cannot see some of the text. */
export function isPartlyHidden(pieces: readonly Piece[]): boolean {
  return !pieces.every(isSeen)
}

/** Why none of the text can be seen; undefined if some of it can. */
export function whyHidden(pieces: readonly Piece[]): string | undefined {
  if (pieces.some(({ text, state }) => state === 'seen' && text.trim() !== '')) return undefined
  return pieces.find((piece) => !isSeen(piece))?.state ?? 'takes up no space on the page'
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

/** The visible text, with an ellipsis for the parts that are cut off. */
export function shownText(pieces: readonly Piece[]): string {
  return joined(pieces, ' ', () => CUT)
}

/** The visible text. Parts that are cut off are included if the beginning is visible; their digits are not. */
export function readableText(pieces: readonly Piece[]): string {
  return joined(pieces, ' ', (text) => (isKnownByItsBeginning(pieces) ? text.replace(/\d/g, CUT) : CUT))
}

/** Whether a text is visible. Before an ellipsis its beginning is enough. */
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

/** Whether a text occurs anywhere, hidden parts included. `content`: the whole text of the element in the document. */
export function holdsAnywhere(pieces: readonly Piece[], content: string, expected: string | RegExp): boolean {
  const all = pieces.map(({ text, state }) => ({ text, state: state === 'gap' ? 'gap' : 'seen' }))
  return shows(all, expected) || shows([{ text: content, state: 'seen' }], expected)
}
