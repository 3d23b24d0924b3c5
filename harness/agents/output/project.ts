import { AgentFault } from '../../errors.ts'
import type { TextFile } from '../../contracts/types.ts'
import { fencedFiles, isInBlocks } from './fenced-files.ts'
import { filesOf, type RawFile } from './items.ts'
import { fencedValues, findJson, withoutThinking } from './json.ts'
import { readPath } from './paths.ts'

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

/**
 * Reads the files from an answer. Tries the requested format first, then the other one.
 * @throws AgentFault with the reason if there are no files
 */
export function readFiles(text: string, format: Format): ReadFiles {
  if (text.length > LONGEST) throw new AgentFault(`the answer is longer than ${LONGEST} characters`, 'unreadable')
  const answer = withoutThinking(text)
  if (answer.trim() === '') throw new AgentFault('the answer is empty', 'empty')
  const readers = format === 'json' && !isInBlocks(answer) ? [fromJson, fromBlocks] : [fromBlocks, fromJson]
  for (const read of readers) {
    const found = read(answer)
    if (found.files.length > 0) return { files: found.files, notes: found.notes.slice(0, MOST_NOTES) }
  }
  throw noFiles(answer, format)
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
  const lists = fencedValues(answer).filter(({ value }) => filesOf(value).length > 0)
  const single = lists.length > 1 ? undefined : findJson(answer)
  const found = lists.length > 1 ? lists : single === undefined ? [] : [single]
  const { files, notes } = checked(found.flatMap(({ value }) => filesOf(value)))
  const isRepaired = found.some(({ repaired }) => repaired)
  return { files, notes: isRepaired ? ['the JSON of the answer was not valid and was repaired', ...notes] : notes }
}

function fromBlocks(answer: string): ReadFiles {
  return checked(fencedFiles(answer))
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
