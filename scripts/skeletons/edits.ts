/** A range of a text, by character offsets, and its replacement. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  let result = ''
  let position = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}
