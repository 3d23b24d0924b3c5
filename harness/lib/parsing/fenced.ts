const FENCE = '```'

/** The text of an answer without the fenced block that some models put JSON into. Takes time in proportion to the text. */
export function withoutFence(answer: string): string {
  const text = answer.trim()
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || text.length < 2 * FENCE.length) return text
  const inside = text.slice(FENCE.length, -FENCE.length)
  return (inside.startsWith('json') ? inside.slice('json'.length) : inside).trim()
}
