/** The definitions of a hostile repository in short, for a model that looks for an algorithm. */
import { visible } from '../marked.ts'
import type { Definition } from './read.ts'

/** Characters that a model is shown. */
const LONGEST_OUTLINE = 120_000

/**
 * One line for each definition. If they are too many, those that share the most words with the task are kept.
 * @param wanted The task in words
 */
export function outlineText(definitions: readonly Definition[], wanted: string): string {
  const lines = definitions.map((each) => ({ each, line: lineFor(each) }))
  const whole = lines.reduce((sum, { line }) => sum + line.length + 1, 0)
  const kept = whole <= LONGEST_OUTLINE ? lines : nearest(lines, wordsIn(wanted))
  const left = lines.length - kept.length
  return [...kept.map(({ line }) => line), ...(left === 0 ? [] : [`(${String(left)} more are left out)`])].join('\n')
}

function lineFor({ file, name, signature, about }: Definition): string {
  return `${JSON.stringify(visible(file))} ${name}: ${signature}${about === '' ? '' : ` # ${about}`}`
}

function nearest<T extends { readonly line: string }>(lines: readonly T[], wanted: ReadonlySet<string>): T[] {
  const shared = (line: string) => [...wordsIn(line)].filter((word) => wanted.has(word)).length
  const ranked = lines
    .map((entry, index) => ({ entry, index, score: shared(entry.line) }))
    .toSorted((a, b) => b.score - a.score || a.index - b.index)
  let room = LONGEST_OUTLINE
  const kept = ranked.filter(({ entry }) => (room -= entry.line.length + 1) >= 0)
  return kept.toSorted((a, b) => a.index - b.index).map(({ entry }) => entry)
}

function wordsIn(text: string): Set<string> {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return new Set(words.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2))
}
