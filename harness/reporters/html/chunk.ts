import { boundText } from './visible.ts'

/** The function of the page that a chunk calls with its name and its text. */
export const CALLBACK = 'peChunk'

/** A value as JSON in which every text is visible and bounded. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (typeof item !== 'string' || WHOLE.get(key)?.test(item) === true) return item
    return boundText(item)
  })
}

/** Texts that cannot be cut, by key: a picture inside of a page, and a letter for each point. None of these characters does any harm. */
const WHOLE = new Map([
  ['picture', /^data:image\/png;base64,[A-Za-z\d+/]+={0,2}$/],
  ['points', /^[a-z-]+$/],
])

/**
 * A script that hands the JSON on as one text: the page parses it, so that nothing in it is ever read as a program, and
 * names such as `__proto__` are only names. Loaded by a `<script>`, the one way that works from `file://`.
 */
export function toScript(name: string, json: string): string {
  return `${CALLBACK}(${literal(name)},${literal(json)})\n`
}

/** A text as a literal of JavaScript that is also inert inside of HTML. */
function literal(text: string): string {
  return JSON.stringify(text)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
