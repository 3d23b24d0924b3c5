/** Rules of a code review: functions of the files of a project. Each finding names a file and, if there is one, a line. */
import { readFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { ProjectFile } from '../../../contracts/types.ts'
import type { Rule } from './plan.ts'

/** `paper`: as the published scripts decide. `default`: as the text of the rule says. */
export type Reading = 'paper' | 'default'

export interface Finding {
  readonly file: string
  readonly line?: number
  readonly what: string
}

type Files = ReadonlyMap<string, string>

/** Violations of a rule by a project; empty if it is approved. */
export function findings(
  rule: Exclude<Rule, { readonly kind: 'model' }>,
  files: readonly ProjectFile[],
  reading: Reading,
): Finding[] {
  const texts: Files = new Map(files.map(({ path: file, content }) => [file, Buffer.from(content).toString('utf8')]))
  switch (rule.kind) {
    case 'gitignore':
      return gitignore(rule.entries, texts)
    case 'forbidden':
      return forbidden(rule, texts)
    case 'headers':
      return headers(rule, texts, reading)
    case 'unchanged':
      return rule.files.flatMap((file) => unchanged(file, rule.references[file], files))
    case 'exist':
      return rule.files.filter((file) => !texts.has(file)).map((file) => ({ file, what: 'is missing' }))
    case 'cmake':
      return cmake(rule.file, texts, reading)
    case 'text':
      return reading === 'paper' ? [] : byText(rule.forbids, texts)
  }
}

function gitignore(entries: readonly string[], files: Files): Finding[] {
  const text = files.get('.gitignore')
  if (text === undefined) return [{ file: '.gitignore', what: 'is missing' }]
  const lines = new Set(text.split('\n').map((line) => line.trim()))
  return entries
    .filter((entry) => !lines.has(entry))
    .map((entry) => ({ file: '.gitignore', what: `does not list "${entry}"` }))
}

const COMMENTED = new Set(['.c', '.cc', '.cpp', '.cxx', '.h', '.hpp'])

function forbidden(rule: Rule & { readonly kind: 'forbidden' }, files: Files): Finding[] {
  const fold = (text: string) => (rule.caseSensitive ? text : text.toLowerCase())
  const isLooked = (file: string) =>
    rule.paths?.includes(file) ??
    (rule.suffixes === undefined || rule.suffixes.includes(path.extname(file).toLowerCase()))
  return [...files].flatMap(([file, text]) => {
    if (!isLooked(file)) return []
    const strips = rule.stripComments && COMMENTED.has(path.extname(file).toLowerCase())
    const at = fold(strips ? withoutComments(text) : text).indexOf(fold(rule.pattern))
    return at < 0
      ? []
      : [{ file, line: lineOf(strips ? withoutComments(text) : text, at), what: `holds "${rule.pattern}"` }]
  })
}

/**
 * Comments become blanks, so that lines keep their numbers. The published script does not know of string literals either. A comment without
 * an end goes to the end of the file: otherwise each of its beginnings would be searched to there.
 */
function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, blank)
}

/** The same, but literals are read as literals: signs of a comment in them do not begin one. */
function withoutCommentsOfCode(text: string): string {
  const raw = /R"([^()\s\\]{0,16})\([\s\S]*?(?:\)\1"|$)/
  const literal = /"(?:\\.|[^"\\\n])*"|'(?:\\[^'\n]{1,10}|[^'\\\n])'/
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/
  return text.replace(new RegExp(`${raw.source}|${literal.source}|${comment.source}`, 'g'), (found) =>
    found.startsWith('/') ? blank(found) : found,
  )
}

function blank(comment: string): string {
  return comment.replace(/[^\n]/g, ' ')
}

/** Lines as the compiler joins them: a line that ends with a backslash takes the next one, which stays as an empty line. */
function joinedLines(text: string): string {
  const lines = text.split('\n')
  for (let index = lines.length - 2; index >= 0; index -= 1) {
    const line = (lines[index] ?? '').trimEnd()
    if (!line.endsWith('\\')) continue
    lines[index] = line.slice(0, -1) + (lines[index + 1] ?? '')
    lines[index + 1] = ''
  }
  return lines.join('\n')
}

function headers(rule: Rule & { readonly kind: 'headers' }, files: Files, reading: Reading): Finding[] {
  return rule.files.flatMap((file) => {
    const text = files.get(file)
    if (text === undefined) return []
    const reference = rule.references[file]
    const template =
      reference !== undefined && existsSync(reference) ? includesOf(readFileSync(reference, 'utf8'), reading) : []
    const allowed = new Set([...rule.allowed, ...template.map(({ name }) => name)])
    return includesOf(text, reading)
      .filter(({ name, form }) => form === 'macro' || !allowed.has(name))
      .filter(({ name, form }) => form !== 'quoted' || !files.has(path.posix.join(path.posix.dirname(file), name)))
      .map((include) => ({ file, line: include.line, what: shownInclude(include) }))
  })
}

interface Include {
  readonly name: string
  readonly line: number
  /** Nobody can tell which file a macro names: another file, or the command line, may define it. */
  readonly form: 'angle' | 'quoted' | 'macro'
}

function shownInclude({ name, form }: Include): string {
  return form === 'macro' ? `includes what the macro ${name} says` : `includes <${name}>`
}

/**
 * The published script knows only `#include <name>` with one blank and nothing behind it. The compiler knows more, and so does the reading by
 * text: between quotes, too, a name without an extension, or in the folder of the system, is a header of the standard library, unless the
 * repository has such a file.
 */
function includesOf(text: string, reading: Reading): Include[] {
  const isPaper = reading === 'paper'
  const pattern = isPaper
    ? /^#include <(.*)>$/
    : /^(?:#|%:)\s*(?:include_next|include|import)(?:\s*<([^>]*)>|\s*"((?:[^"]*\/)?[^"./]*|(?:[^"]*\/)?bits\/[^"]*)"|\s+([A-Za-z_]\w*))/
  return (isPaper ? text : withoutCommentsOfCode(joinedLines(text))).split('\n').flatMap((each, index): Include[] => {
    const [, angle, quoted, macro] = pattern.exec(each.trim()) ?? []
    const line = index + 1
    if (angle !== undefined) return [{ name: angle.trim(), line, form: 'angle' }]
    if (quoted !== undefined) return [{ name: quoted.trim(), line, form: 'quoted' }]
    return macro === undefined ? [] : [{ name: macro, line, form: 'macro' }]
  })
}

function unchanged(file: string, reference: string | undefined, files: readonly ProjectFile[]): Finding[] {
  if (reference === undefined || !existsSync(reference)) return [{ file, what: 'has no template to compare it with' }]
  const own = files.find(({ path: name }) => name === file)
  if (!own) return [{ file, what: 'is missing' }]
  const [ours, theirs] = [Buffer.from(own.content), readFileSync(reference)]
  if (ours.equals(theirs)) return []
  const lines = ours.toString('utf8').split('\n')
  const line = theirs
    .toString('utf8')
    .split('\n')
    .findIndex((each, index) => each !== lines[index])
  return [{ file, line: line < 0 ? lines.length : line + 1, what: 'differs from the template' }]
}

function cmake(file: string, files: Files, reading: Reading): Finding[] {
  const text = files.get(file)
  if (text === undefined) return [{ file, what: 'is missing' }]
  const read = reading === 'paper' ? text : text.replace(/#[^\n]*/g, '')
  const normal = reading === 'paper' ? read.toLowerCase().replaceAll(' ', '') : read.replace(/\s+/g, '')
  const found =
    reading === 'paper'
      ? normal.includes('add_executable(code')
      : /add_executable\(code(?![\w.+-])/i.test(markedName(read))
  return found ? [] : [{ file, what: 'has no add_executable(code …)' }]
}

/** Keeps the blank behind the name of a target. */
function markedName(text: string): string {
  return text.replace(/add_executable\s*\(\s*/gi, 'add_executable(')
}

/** Also by a path, and as the parts of the library of g++ that hold them. */
const CONTAINERS =
  /(^|\/)(algorithm|array|bitset|deque|flat_map|flat_set|forward_list|list|map|multimap|queue|set|span|stack|unordered_map|unordered_set|vector|bits\/stdc\+\+\.h|bits\/(stl_)?(algo|bvector|deque|list|map|multimap|multiset|queue|set|stack|unordered_map|unordered_set|vector|forward_list|hashtable)\.h|pb_ds\/.*)$/

/** Violations of a rule without arguments, whose text says what it forbids. */
function byText(forbids: 'cmake-artifacts' | 'containers' | 'nothing', files: Files): Finding[] {
  if (forbids === 'cmake-artifacts')
    return [...files.keys()]
      .filter((file) => file.split('/').some((part) => part === 'CMakeFiles' || part === 'CMakeCache.txt'))
      .slice(0, 5)
      .map((file) => ({ file, what: 'is made by CMake' }))
  if (forbids === 'nothing') return []
  return [...files].flatMap(([file, text]) =>
    COMMENTED.has(path.extname(file).toLowerCase())
      ? includesOf(text, 'default')
          .filter(({ name, form }) => form === 'macro' || CONTAINERS.test(name))
          .filter(({ name, form }) => form !== 'quoted' || !files.has(path.posix.join(path.posix.dirname(file), name)))
          .map((include) => ({ file, line: include.line, what: shownInclude(include) }))
      : [],
  )
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
