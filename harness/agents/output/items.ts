import { isDeeper } from '../../lib/files/depth.ts'
import { joinPath, looksLikePath } from './paths.ts'
import { isRecord, type Fields } from './record.ts'

/** A file from an answer, not yet validated. */
export interface RawFile {
  readonly path: string
  readonly content: string
  /** Describes a problem with the content. */
  readonly note?: string
}

const PATH_KEYS = ['path', 'file_path', 'filepath', 'filePath', 'relative_path', 'location']
const NAME_KEYS = ['file', 'filename', 'file_name', 'fileName', 'name']
const CONTENT_KEYS = ['code', 'content', 'contents', 'source', 'text', 'body']
const WRAPPERS = ['files', 'project', 'projects', 'code', 'answer', 'skeleton', 'result', 'output', 'data', 'response']
/** Levels of nesting in which files are looked for; no real project is deeper. */
const DEEPEST = 12
/** Levels of nesting in a value given as a file's content, such as a package.json. */
const DEEPEST_VALUE = 100

/**
 * Finds the files in a value: the paper's array of `{file, path, code}`, common variations of it, an object of path → code,
 * or a tree of folders.
 */
export function filesOf(value: unknown, folder = '', depth = 0): RawFile[] {
  if (depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((entry) => filesOf(entry, folder, depth + 1))
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? filesOf(parsed(value), folder, depth + 1) : []
  if (!isRecord(value)) return []
  const item = itemOf(value, folder)
  if (item !== undefined) return item
  const wrapper = WRAPPERS.find((name) => isNested(value[name]))
  if (wrapper !== undefined && Object.values(value).filter(isNested).length === 1)
    return filesOf(value[wrapper], folder, depth + 1)
  return Object.entries(value).flatMap(([key, entry]) => entryOf(key, entry, folder, depth))
}

/** The code of entries that lists of files contain without a path. */
export function codeWithoutPath(value: unknown, depth = 0): string[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? codeWithoutPath(parsed(value), depth + 1) : []
  if (Array.isArray(value))
    return value.flatMap((entry) => unnamedCodeOf(entry, depth) ?? codeWithoutPath(entry, depth + 1))
  if (!isRecord(value) || itemOf(value, '') !== undefined) return []
  // A string in an object is the content of a file.
  return Object.values(value).flatMap((each) => (typeof each === 'string' ? [] : codeWithoutPath(each, depth + 1)))
}

/** Undefined if the entry is a file, or has no code. */
function unnamedCodeOf(entry: unknown, depth: number): string[] | undefined {
  if (!isRecord(entry) || filesOf(entry, '', depth + 1).length > 0) return undefined
  const key = CONTENT_KEYS.find((each) => Object.hasOwn(entry, each))
  const content = key === undefined ? undefined : entry[key]
  const code =
    Array.isArray(content) && content.every((line) => typeof line === 'string') ? content.join('\n') : content
  return typeof code === 'string' && code.trim() !== '' ? [code] : undefined
}

/** Undefined if the object is not a file; empty if it is a folder. */
function itemOf(value: Fields, folder: string): RawFile[] | undefined {
  const contentKey = CONTENT_KEYS.find((key) => Object.hasOwn(value, key))
  const isNamed = [...PATH_KEYS, ...NAME_KEYS].some((key) => Object.hasOwn(value, key))
  if (!isNamed) return undefined
  const place = stringIn(value, PATH_KEYS)
  const name = stringIn(value, NAME_KEYS)
  if (contentKey === undefined) return Object.values(value).some(isNested) ? undefined : []
  const content = value[contentKey]
  if (isFileList(content)) return undefined
  if (name === undefined && NAME_KEYS.some((key) => value[key] === null)) return []
  const path = within(folder, joinPath(name ?? '', place ?? ''))
  return path === '' ? [] : [rawFile(path, content)]
}

function entryOf(key: string, entry: unknown, folder: string, depth: number): RawFile[] {
  const path = within(folder, key)
  if (typeof entry === 'string') return looksLikePath(key) ? [rawFile(path, entry)] : []
  if (!isRecord(entry)) return Array.isArray(entry) ? filesOf(entry, '', depth + 1) : []
  const contentKey = CONTENT_KEYS.find((name) => typeof entry[name] === 'string')
  const isItem = [...PATH_KEYS, ...NAME_KEYS].some((name) => typeof entry[name] === 'string')
  if (contentKey !== undefined && !isItem) return [rawFile(path, entry[contentKey])]
  return filesOf(entry, isItem ? folder : path, depth + 1)
}

function rawFile(path: string, content: unknown): RawFile {
  if (typeof content === 'string') return { path, content }
  if (content === null || content === undefined) return { path, content: '', note: 'has no code' }
  if (Array.isArray(content) && content.every((line) => typeof line === 'string'))
    return { path, content: content.join('\n') }
  // With indentation, a value of depth n grows up to n times.
  if (isDeeper(content, DEEPEST_VALUE))
    return { path, content: '', note: 'has JSON as its content that is nested too deeply' }
  return { path, content: `${JSON.stringify(content, null, 2)}\n`, note: 'has JSON as its content, not a string' }
}

/** `code: [{path, code}, …]` is a list of files, not the text of one. */
function isFileList(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRecord)
}

function stringIn(value: Fields, keys: readonly string[]): string | undefined {
  const key = keys.find((each) => typeof value[each] === 'string')
  return key === undefined ? undefined : (value[key] as string)
}

function within(folder: string, path: string): string {
  return folder === '' || path === '' ? path : `${folder}/${path}`
}

/** Whether a value is an object or a list, or a string that contains one as JSON. */
function isNested(value: unknown): boolean {
  return typeof value === 'string' ? /^\s*[[{]\s*["{[]/.test(value) : typeof value === 'object' && value !== null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
