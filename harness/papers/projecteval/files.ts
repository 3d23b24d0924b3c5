import path from 'node:path'
import * as z from 'zod'
import { pathProblem } from '../../lib/files/confine.ts'
import type { ProjectFile } from '../../contracts/types.ts'
import { placedItems, type Warn } from './json.ts'

/** A published file: `file` is its name, null for an empty folder; `path` is relative to the project's root. */
export const publishedFileSchema = z.object({
  file: z.string().nullish(),
  path: z.string().nullish(),
  code: z.string().nullish(),
})
/** `index` is the position in the published list, for warnings. */
export type PublishedFile = z.infer<typeof publishedFileSchema> & { readonly index: number }

/** All published files, including empty ones. */
export function publishedFiles(value: unknown, place: string, warn: Warn): PublishedFile[] {
  return placedItems(value, publishedFileSchema, place, warn).map(({ index, item }) => ({ ...item, index }))
}

/** A file that preserves an empty folder, since a project has only files. */
const PLACEHOLDER = '.keep'

/**
 * The files of a project that can be written: relative paths with forward slashes inside the project, without duplicates.
 * Each other file is left out with a warning.
 */
export function projectFiles(published: readonly PublishedFile[], place: string, warn: Warn): ProjectFile[] {
  const files = new Map<string, ProjectFile>()
  for (const item of published) {
    const at = `${place}[${String(item.index)}]`
    const usable = asProjectFile(item)
    if ('problem' in usable) {
      warn(`${at}: ${usable.problem}; it is left out`)
      continue
    }
    const key = keyOf(usable.file.path)
    // The published judge wrote the files in order.
    if (files.has(key)) warn(`${at}: "${usable.file.path}" appears before; the last one counts`)
    files.set(key, usable.file)
  }
  return withoutClashes([...files.values()], place, warn)
}

type UsableFile = { readonly file: ProjectFile } | { readonly problem: string }

function asProjectFile({ file, path: name, code }: PublishedFile): UsableFile {
  if (typeof name !== 'string') return { problem: 'it has no path' }
  // An item with code but no name is a file: its path contains the name.
  const isFolder = typeof file !== 'string' && (code ?? '') === ''
  if (!isFolder && typeof code !== 'string') return { problem: `"${short(name)}" has no code` }
  const relative = path.posix.normalize(name.replaceAll('\\', '/')).replace(/^\.\/|\/$/g, '')
  const place = isFolder ? path.posix.join(relative, PLACEHOLDER) : relative
  const problem = name.startsWith('/') ? 'is absolute' : pathProblem(place)
  if (problem !== undefined) return { problem: `the path "${short(name)}" ${problem}` }
  if (/^node_modules(\/|$)/i.test(place)) return { problem: `"${short(name)}" belongs to an installed package` }
  return { file: { path: place, content: code ?? '' } }
}

/** Drops files whose path is a folder of other files, and empty folders whose path is a file. */
function withoutClashes(all: readonly ProjectFile[], place: string, warn: Warn): ProjectFile[] {
  const files = all.filter((file) => !isEmptyFolder(file))
  const folders = new Set(files.flatMap((file) => foldersOf(keyOf(file.path))))
  const names = new Set(files.map((file) => keyOf(file.path)))
  return all.filter((file) => {
    const shown = short(file.path)
    const isFolder = folders.has(keyOf(file.path))
    if (isFolder) warn(`${place}: "${shown}" is also a folder of other files; the file is left out`)
    const isFile = isEmptyFolder(file) && foldersOf(keyOf(file.path)).some((folder) => names.has(folder))
    if (isFile) warn(`${place}: the folder of "${shown}" is also a file; the folder is left out`)
    return !isFolder && !isFile
  })
}

function isEmptyFolder({ path: name, content }: ProjectFile): boolean {
  return path.posix.basename(name) === PLACEHOLDER && content === ''
}

function foldersOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Case-insensitive, like the file system on which the published answers were judged. */
function keyOf(file: string): string {
  return file.normalize('NFC').toLowerCase()
}

function short(text: string): string {
  return text.slice(0, 200)
}
