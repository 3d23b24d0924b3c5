import { AgentFault } from '../../errors.ts'
import type { TextFile } from '../../contracts/types.ts'
import { fencedFiles, isInBlocks } from './fenced-files.ts'
import { codeWithoutPath, filesOf, type RawFile } from './items.ts'
import { allJson, fencedValues, findJson, type FoundJson } from './json.ts'

import { readPath } from './paths.ts'
import { emptyReason, withoutThinking } from './reasoning.ts'

/** The formats in which an agent is asked to write files: one JSON array, or fenced blocks with paths. */
export const FORMATS = ['json', 'files'] as const
export type Format = (typeof FORMATS)[number]

export interface ReadFiles {
  readonly files: readonly TextFile[]
  /** Repairs, guesses and omissions, one sentence each. */
  readonly notes: readonly string[]
}

/** Characters of an answer; longer answers are not searched. */
const LONGEST = 32 * 1024 * 1024
const MOST_NOTES = 20
/** In the reason why there is no project. */
const MOST_REASONS = 3

/**
 * Reads the files from an answer. Tries the requested format first, then the other one.
 * @throws AgentFault with the reason if there are no files
 */
export function readFiles(text: string, format: Format): ReadFiles {
  if (text.length > LONGEST) throw new AgentFault(`the answer is longer than ${LONGEST} characters`, 'unreadable')
  const answer = withoutThinking(text)
  if (answer.trim() === '') throw new AgentFault(emptyReason(text), 'empty')
  const readers = format === 'json' && !isInBlocks(answer) ? [fromJson, fromBlocks] : [fromBlocks, fromJson]
  const problems: string[] = []
  for (const read of readers) {
    const found = read(answer)
    if (found.files.length > 0) return { files: found.files, notes: someOf(found.notes) }
    problems.push(...found.notes)
  }
  if (problems.length > 0)
    throw new AgentFault(
      `no file of the answer can be used: ${problems.slice(0, MOST_REASONS).join('; ')}`,
      'unreadable',
    )
  throw noFiles(answer, format)
}

function someOf(notes: readonly string[]): readonly string[] {
  const more = notes.length - MOST_NOTES
  return more > 0 ? [...notes.slice(0, MOST_NOTES), `there are ${String(more)} more notes of this kind`] : notes
}

function noFiles(answer: string, format: Format): AgentFault {
  const begins = `it begins with ${JSON.stringify(answer.trim().slice(0, 80))}`
  if (isRefusal(answer)) return new AgentFault(`the model refused: ${begins}`, 'refused')
  const expected = format === 'json' ? 'a JSON array of {file, path, code}' : 'fenced blocks with paths'
  return new AgentFault(`the answer contains no files: ${expected} was asked for, ${begins}`, 'unreadable')
}

/** Whether an answer is short and begins like a refusal. */
export function isRefusal(answer: string): boolean {
  const text = answer.trim().replaceAll('’', "'")
  const begins = /^(?:(?:i'm|i am) (?:sorry|unable|not able)|sorry[,.]|i (?:can't|cannot|can not|won't|will not)\b)/i
  return text.length < 2000 && begins.test(text)
}

function fromJson(answer: string): ReadFiles {
  const found = listsIn(answer)
  const { files, notes } = checked(found.flatMap(({ value }) => filesOf(value)))
  const unnamed = found.flatMap(({ value }) => codeWithoutPath(value)).map(unnamedNote)
  const about = [
    ...(found.some(({ repaired }) => repaired) ? ['the JSON of the answer was not valid and was repaired'] : []),
    ...(found.length > 1 ? [`the answer has ${String(found.length)} lists of files, which were read together`] : []),
  ]
  const beside = files.length === 0 || found.length === 0 ? [] : blocksBeside(answer)
  return { files, notes: [...about, ...notes, ...unnamed, ...beside] }
}

function unnamedNote(code: string): string {
  return `a file without a path was left out: it begins with ${JSON.stringify(code.trim().slice(0, 60))}`
}

/** All values with files: some models write several lists, or each file on its own. */
function listsIn(answer: string): readonly FoundJson[] {
  const [values, fenced] = [allJson(answer), fencedValues(answer)].map((all) => all.filter(hasFiles))
  const several = values && fenced && values.length >= fenced.length ? values : (fenced ?? [])
  if (several.length > 1) {
    const real = several.filter(({ value }) => !filesOf(value).every(isPlaceholder))
    return real.length > 0 ? real : several
  }
  const single =
    several[0] && !several[0].repaired ? several[0] : findJson(answer, (value) => filesOf(value).length > 0)
  return single === undefined ? [] : [single]
}

function hasFiles({ value }: FoundJson): boolean {
  return filesOf(value).length > 0
}

/** The code of an example that repeats the format. */
function isPlaceholder({ content }: RawFile): boolean {
  return /^\s*(?:\.{3}|…|<[^<>\n]*>|(?:the )?(?:whole |full |complete )?(?:code|content)s?\.{0,3})?\s*$/i.test(content)
}

/** Files in blocks beside a list are left out: most of them show how a file of the list is changed or used. */
function blocksBeside(answer: string): string[] {
  if (!/^[ \t]*(?:```|~~~)/m.test(answer)) return []
  const named = fencedFiles(answer).files.filter(({ content }) => filesOf(content).length === 0)
  return named.map(
    ({ path }) => `${JSON.stringify(path.slice(0, 100))} was left out: it stands in a block beside the list of files`,
  )
}

function fromBlocks(answer: string): ReadFiles {
  const { files, notes } = fencedFiles(answer)
  const read = checked(files)
  return { files: read.files, notes: [...read.notes, ...notes] }
}

/** Leaves out only the bad files. If two files have the same path, the later one wins: models correct themselves that way. */
function checked(raw: readonly RawFile[]): ReadFiles {
  const notes: string[] = []
  const files = new Map<string, TextFile>()
  for (const { path: written, content, note } of raw) {
    const read = readPath(written)
    const shown = JSON.stringify(written.slice(0, 100))
    if ('problem' in read) {
      notes.push(`${shown} was left out: the path ${read.problem}`)
      continue
    }
    if (note !== undefined) notes.push(`${shown} ${note}`)
    if (/^node_modules(\/|$)/i.test(read.path)) {
      notes.push(`${shown} was left out: packages are installed, not shipped`)
      continue
    }
    const key = read.path.normalize('NFC').toLowerCase()
    const earlier = files.get(key)
    if (earlier && earlier.content !== content) notes.push(`${shown} appears more than once: the last one counts`)
    files.set(key, { path: earlier?.path ?? read.path, content })
  }
  return { files: withoutFolders(files, notes), notes }
}

/** Drops a file whose path is also the folder of another file. */
function withoutFolders(files: ReadonlyMap<string, TextFile>, notes: string[]): TextFile[] {
  const folders = new Set([...files.keys()].flatMap(parentsOf))
  return [...files].flatMap(([key, file]) => {
    if (!folders.has(key)) return [file]
    if (file.content !== '') notes.push(`${JSON.stringify(file.path)} was left out: it is also a folder of other files`)
    return []
  })
}

function parentsOf(key: string): string[] {
  const parts = key.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
