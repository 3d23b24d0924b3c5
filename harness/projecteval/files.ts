import path from 'node:path'
import { z } from 'zod'
import { pathProblem } from '../files/confine.ts'
import type { ProjectFile } from '../types.ts'
import { usableItems, type Warn } from './json.ts'

/** A file as it was published: `file` is its name, null for an empty folder; `path` leads to it from the project's root. */
export const publishedFileSchema = z.object({
  file: z.string().nullish(),
  path: z.string().nullish(),
  code: z.string().nullish(),
})
export type PublishedFile = z.infer<typeof publishedFileSchema>

/** All files as they were published, the empty ones included. */
export function publishedFiles(value: unknown, place: string, warn: Warn): PublishedFile[] {
  return usableItems(value, publishedFileSchema, place, warn)
}

/** Keeps a folder that is otherwise empty: a project has files only. */
const PLACEHOLDER = '.keep'

/**
 * The files of a project as they can be written: names with forward slashes inside one folder, each once. What cannot be
 * is left out with a warning, so that it costs itself and not the project.
 */
export function projectFiles(published: readonly PublishedFile[], place: string, warn: Warn): ProjectFile[] {
  const files = new Map<string, ProjectFile>()
  for (const [index, item] of published.entries()) {
    const at = `${place}[${String(index)}]`
    const usable = asProjectFile(item)
    if ('problem' in usable) {
      warn(`${at}: ${usable.problem}; it is left out`)
      continue
    }
    const key = keyOf(usable.file.path)
    // They were written one after the other.
    if (files.has(key)) warn(`${at}: "${usable.file.path}" is there before; the last one counts`)
    files.set(key, usable.file)
  }
  return withoutClashes([...files.values()], place, warn)
}

type UsableFile = { readonly file: ProjectFile } | { readonly problem: string }

function asProjectFile({ file, path: name, code }: PublishedFile): UsableFile {
  if (typeof name !== 'string') return { problem: 'it has no path' }
  const isFolder = typeof file !== 'string'
  if (!isFolder && typeof code !== 'string') return { problem: `"${short(name)}" has no code` }
  const relative = path.posix.normalize(name.replaceAll('\\', '/')).replace(/^\.\/|\/$/g, '')
  const place = isFolder ? path.posix.join(relative, PLACEHOLDER) : relative
  const problem = name.startsWith('/') ? 'is absolute' : pathProblem(place)
  if (problem !== undefined) return { problem: `the path "${short(name)}" ${problem}` }
  if (/^node_modules(\/|$)/i.test(place)) return { problem: `"${short(name)}" belongs to an installed package` }
  return { file: { path: place, content: code ?? '' } }
}

/** A file that stands where another needs a folder. */
function withoutClashes(files: readonly ProjectFile[], place: string, warn: Warn): ProjectFile[] {
  const folders = new Set(files.flatMap((file) => foldersOf(keyOf(file.path))))
  return files.filter((file) => {
    const clashes = folders.has(keyOf(file.path))
    if (clashes) warn(`${place}: "${short(file.path)}" is a folder of other files too; the file is left out`)
    return !clashes
  })
}

function foldersOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Names that differ by case are one on the system on which the published answers were judged. */
function keyOf(file: string): string {
  return file.normalize('NFC').toLowerCase()
}

function short(text: string): string {
  return text.slice(0, 200)
}
