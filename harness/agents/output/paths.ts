import path from 'node:path'
import { pathProblem } from '../../lib/files/confine.ts'

/** Common file names without an extension. */
const BARE_NAMES = /^(Dockerfile|Makefile|Procfile|LICENSE|README|Gemfile|Rakefile|Pipfile|Jenkinsfile|Vagrantfile)$/i

/** Whether a word of an answer looks like the path of a file. */
export function looksLikePath(word: string): boolean {
  if (word.length === 0 || word.length > 300 || /[\s"'<>|?*]/.test(word) || /^[a-z]+:\/\//i.test(word)) return false
  const name = word.split(/[\\/]/).at(-1) ?? ''
  return (
    BARE_NAMES.test(name) ||
    /^\.?[\w@()[\]$+~-][\w.@()[\]$+~-]*\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(name) ||
    /^\.[A-Za-z][\w.-]*$/.test(name)
  )
}

/** Characters of a path; PATH_MAX on Linux. */
const LONGEST = 4096

export type ReadPath = { readonly path: string } | { readonly problem: string }

/** The drive letter of a path of Windows, such as `C:`. */
export function driveOf(path: string): string | undefined {
  return /^(?:file:)?[\\/]*([A-Za-z]:)(?=[\\/]|[^:]*$)/.exec(path.trim())?.[1]
}

/** Characters that a relative path of Windows in a command consists of: others may be escapes. */
const WINDOWS_PATH = /^((?:--?[\w-]+=)?)((?:\.{1,2}\\)?(?:[\w.@+-]+\\)+[\w.@+-]+|\.\\[\w.@+-]+)$/

/** Turns the backslashes of a word around if it is a relative path of Windows, as `readPath` does for files. */
export function withSlashes(word: string): string {
  const [, option = '', path] = WINDOWS_PATH.exec(word) ?? []
  return path === undefined ? word : `${option}${path.replaceAll('\\', '/').replace(/^\.\//, '')}`
}

/**
 * Normalises the path of a file: removes `./`, doubled slashes and a leading slash, and turns backslashes around. A drive
 * letter, or a path that leads out of the project, is a problem.
 */
export function readPath(written: string): ReadPath {
  if (written.length > LONGEST) return { problem: 'is too long' }
  const drive = driveOf(written)
  if (drive !== undefined) return { problem: `begins with the drive letter ${drive}, and has to be relative` }
  if (/^\s*\\\\[\w.]/.test(written)) return { problem: 'is that of a network drive, and has to be relative' }
  const forward = written.trim().replaceAll('\\', '/')
  const normal = path.posix.normalize(forward).replace(/^\/+/, '').replace(/\/$/, '')
  const problem = normal === '.' ? 'names no file' : pathProblem(normal)
  return problem === undefined ? { path: normal } : { problem }
}

/** Joins the name and the path of the paper's format: the path may name the file or its folder. */
export function joinPath(name: string, folder: string): string {
  if (name.length + folder.length > LONGEST) return `${folder}/${name}`
  const [file, place] = [name.trim(), folder.trim()]
  if (place === '' || /^\.?\/?$/.test(place)) return file
  if (file === '') return place
  const [fileName, placeName] = [path.posix.basename(file), path.posix.basename(place)]
  if (fileName === placeName && !place.endsWith('/')) return file.length > place.length ? file : place
  const isFolder = place.endsWith('/') || !placeName.slice(1).includes('.')
  return isFolder ? `${place.replace(/\/+$/, '')}/${file}` : place
}
