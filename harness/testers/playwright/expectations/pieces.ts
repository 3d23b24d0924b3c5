/** A part of a text, in order, and whether a person sees it. */
export interface Piece {
  readonly text: string
  /**
   * `seen`; `made`: characters that a style sheet adds; `gap`: between two texts; `cut`: cut off by an ellipsis; `aside`: in a control that appears only under the pointer;
   * `rolled`: hidden, without room between visible letters; `unsure`: only a screenshot can tell; otherwise the reason why a person cannot see it, such as `is transparent`.
   */
  readonly state: string
  /** Rectangle in the window, in pixels; only for `unsure`. */
  readonly place?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** A text that an ellipsis cuts off is recognised by this many letters before it. */
const KNOWN_BY = 8

const isSeen = ({ state }: Piece) => state === 'seen' || state === 'gap'
const isHidden = ({ state }: Piece) => state !== 'seen' && state !== 'gap' && state !== 'made'

/** Whether a person sees something else than the text: some of it is hidden, or a style sheet adds to it. */
export function isPartlyHidden(pieces: readonly Piece[]): boolean {
  return !pieces.every(isSeen)
}

/** Why none of the text can be seen; undefined if some of it can. */
export function whyHidden(pieces: readonly Piece[]): string | undefined {
  if (pieces.some(({ text, state }) => state === 'seen' && text.trim() !== '')) return undefined
  return pieces.find(isHidden)?.state ?? 'takes up no space on the page'
}

function isKnownByItsBeginning(pieces: readonly Piece[]): boolean {
  return pieces.every(({ state }, index) => state !== 'cut' || (pieces[index - 1]?.text.trim().length ?? 0) >= KNOWN_BY)
}

const CUT = '\u2026'
const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

interface Joining {
  readonly gap: string
  readonly cut: (text: string) => string
  /** For characters that a style sheet adds. */
  readonly made?: (text: string) => string
}

function joined(pieces: readonly Piece[], { gap, cut, made = (text) => text }: Joining): string {
  const texts = pieces.map((piece) => {
    if (piece.state === 'gap') return gap
    if (piece.state === 'made') return made(piece.text)
    if (piece.state === 'rolled') return ''
    return piece.state === 'seen' ? piece.text : piece.state === 'cut' ? cut(piece.text) : ' '
  })
  return texts.join('')
}

/** The visible text with what its style adds, and with an ellipsis for the parts that are cut off. */
export function shownText(pieces: readonly Piece[]): string {
  return joined(pieces, { gap: ' ', cut: () => CUT })
}

/**
 * The visible text. Parts that are cut off are included if the beginning is visible; their digits are not. Text
 * that a style adds is included if it changes a number.
 */
export function readableText(pieces: readonly Piece[]): string {
  const cut = (text: string) => (isKnownByItsBeginning(pieces) ? text.replace(/\d/g, CUT) : CUT)
  return joined(withoutMarks(pieces), { gap: ' ', cut })
}

/** Removes text that a style adds, unless it is directly before or after a digit, and so changes a number. */
function withoutMarks(pieces: readonly Piece[]): Piece[] {
  const digitAt = (index: number, at: 0 | -1) => /\p{N}/u.test(pieces[index]?.text.at(at) ?? '')
  const isKept = ({ state }: Piece, index: number) =>
    state !== 'made' || digitAt(index - 1, -1) || digitAt(index + 1, 0)
  return pieces.filter(isKept)
}

/** Whether a text is visible. Before an ellipsis its beginning is enough. */
export function shows(pieces: readonly Piece[], expected: string | RegExp): boolean {
  const kept = withoutMarks(pieces)
  return [' ', ''].some((gap) => {
    if (expected instanceof RegExp)
      return new RegExp(expected.source, expected.flags.replace(/[gy]/g, '')).test(
        tidy(joined(kept, { gap, cut: () => CUT })),
      )
    const shown = tidy(joined(kept, { gap, cut: () => CUT, made: () => MADE }))
    return holds(shown.toLowerCase(), tidy(expected).toLowerCase())
  })
}

/** Stands for characters that a style adds to a number. No text of a page contains it. */
const MADE = '\uE000\uFFFE'
const isDigit = (character: string | undefined) => character !== undefined && /\p{N}/u.test(character)

/** Whether a text contains another one whose numbers are not a part of longer ones that a style makes. */
function includesWhole(shown: string, wanted: string): boolean {
  for (let at = shown.indexOf(wanted); at !== -1; at = shown.indexOf(wanted, at + 1)) {
    const isAddedTo =
      (isDigit(wanted[0]) && shown.slice(0, at).endsWith(MADE)) ||
      (isDigit(wanted.at(-1)) && shown.startsWith(MADE, at + wanted.length))
    if (!isAddedTo) return true
  }
  return false
}

function holds(shown: string, wanted: string): boolean {
  if (shown.includes(MADE) ? includesWhole(shown, wanted) : shown.includes(wanted)) return true
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
