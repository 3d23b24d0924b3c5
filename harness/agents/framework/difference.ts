import type { TextFile } from '../../contracts/types.ts'

/** Characters of all differences together; the rest is left out. */
const LONGEST = 4000

/** The lines that differ between two versions of some files, from the first to the last change of each. */
export function differenceOf(before: readonly TextFile[], after: readonly TextFile[]): string {
  const old = new Map(before.map(({ path, content }) => [path, content]))
  const changed = after.filter(({ path, content }) => old.get(path) !== content)
  const text = changed.map(({ path, content }) => `${path}\n${changedLines(old.get(path) ?? '', content)}`).join('\n')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n(and so on)` : text
}

function changedLines(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let begin = 0
  while (begin < old.length && begin < now.length && old[begin] === now[begin]) begin += 1
  let end = 0
  while (end < Math.min(old.length, now.length) - begin && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const removed = old.slice(begin, old.length - end).map((line) => `-${line}`)
  const added = now.slice(begin, now.length - end).map((line) => `+${line}`)
  return [`@@ line ${begin + 1}`, ...removed, ...added].join('\n')
}
