import path from 'node:path'
import { participlesIn } from './names.ts'
import { PATTERNS } from './patterns.ts'
import { brokenReferences, type Repository } from './references.ts'
import { longSentences, MOST_WORDS } from './sentences.ts'
import { textsOf, withoutMarkers } from './texts.ts'

export interface Finding {
  readonly line: number
  readonly message: string
}

/** A space in a pattern matches any white space, because texts are wrapped. */
const COMPILED = PATTERNS.map(({ find, ...pattern }) => ({
  ...pattern,
  find: new RegExp(find.source.replaceAll(' ', String.raw`\s+`), 'gm'),
}))

/** @param file Relative to the repository; says which parts of the source are English */
export function findingsIn(file: string, source: string): Finding[] {
  if (path.extname(file) === '.md') return [...habitsIn(file, source), ...longSentencesIn(source)]
  return [...habitsIn(file, source), ...(/^harness\/.*\.tsx?$/.test(file) ? namesIn(source) : [])]
}

/** Links and paths of a document that lead to nothing. */
export function referencesIn(file: string, source: string, repository: Repository): Finding[] {
  return brokenReferences(file, source, repository).map(({ offset, message }) => ({
    line: lineOf(source, offset),
    message,
  }))
}

/** Parses a file only if a pattern matches somewhere in it, because parsing all files would take 10 s. */
function habitsIn(file: string, source: string): Finding[] {
  const plain = withoutMarkers(source)
  const matches = COMPILED.flatMap(({ find, instead, why }) =>
    Array.from(plain.matchAll(find), ({ index, 0: found }) => {
      const message = `"${found.replaceAll(/\s+/g, ' ')}": write ${instead}. ${why}`
      return { from: index, to: index + found.length, message }
    }),
  )
  if (matches.length === 0) return []
  const texts = textsOf(file, source)
  return matches
    .filter(({ from, to }) => texts.some((text) => text.from <= from && to <= text.to))
    .map(({ from, message }) => ({ line: lineOf(source, from), message }))
}

function longSentencesIn(source: string): Finding[] {
  return longSentences(source).map(({ offset, words }) => ({
    line: lineOf(source, offset),
    message: `a sentence of ${String(words)} words: split it. More than ${String(MOST_WORDS)} take a second reading.`,
  }))
}

function namesIn(source: string): Finding[] {
  return participlesIn(source).map(({ offset, message }) => ({ line: lineOf(source, offset), message }))
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}
