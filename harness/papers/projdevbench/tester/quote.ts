/** Shows the files of a hostile project to a model, as data. */
import path from 'node:path'
import type { ProjectFile } from '../../../contracts/types.ts'

/** Files, and characters of code in all and of one file, that are shown. */
export interface Room {
  readonly characters: number
  readonly ofFile: number
  readonly files: number
}
const ONE_QUESTION: Room = { characters: 200_000, ofFile: 60_000, files: 200 }
const SOURCE = /\.(c|cc|cpp|cxx|h|hh|hpp|py|js|ts|go|rs|java)$|(^|\/)(CMakeLists\.txt|Makefile|README\.md)$/i

/**
 * Each file with numbered lines, so that no line of it can look like one of ours. What is left out is named.
 * @param question Files that it names come first
 */
export function quoteFiles(question: string, files: readonly ProjectFile[], room = ONE_QUESTION): string {
  let left = room.characters
  const shown = inOrder(question, files).slice(0, room.files)
  const parts = shown.map((file) => {
    const name = `file ${plain(JSON.stringify(file.path))}`
    const text = Buffer.from(file.content).toString('utf8')
    if (text.includes('\0')) return `${name}: binary`
    const lines = numbered(text)
    const part = lines.slice(0, Math.min(left, room.ofFile))
    left -= part.length
    return `${name}:\n${part}${part.length < lines.length ? '\n(the rest of this file is left out)' : ''}`
  })
  if (files.length > shown.length) parts.push(`(${String(files.length - shown.length)} more files are left out)`)
  return parts.join('\n\n')
}

/** Files that the question names come first, then source files: no amount of other files can push them out. */
function inOrder(question: string, files: readonly ProjectFile[]): readonly ProjectFile[] {
  const rank = ({ path: name }: ProjectFile) => {
    const base = path.posix.basename(name)
    if (base.includes('.') && question.includes(base)) return 0
    return SOURCE.test(name) ? 1 : 2
  }
  return files.toSorted((a, b) => rank(a) - rank(b) || depth(a) - depth(b))
}

function depth({ path: name }: ProjectFile): number {
  return name.split('/').length
}

function numbered(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line, index) => `${String(index + 1)}| ${plain(line)}`)
    .join('\n')
}

/** Characters that a reader does not see, or that end a line for some readers, are shown as dots. */
function plain(line: string): string {
  return line.replace(/[^\P{C}\t]|[\u2028\u2029]/gu, '·')
}
