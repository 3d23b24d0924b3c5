/** A part of a text, by the offsets of its characters, and what stands there afterwards. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap, in whatever order they come. */
export function applyEdits(text: string, edits: Iterable<Edit>): string {
  let result = "";
  let position = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}
