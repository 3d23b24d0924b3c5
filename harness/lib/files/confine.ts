import path from 'node:path'

const LONGEST_PATH = 1024
const LONGEST_NAME = 255

/**
 * Describes the problem of a path that must stay inside a folder; undefined if the path is valid. It checks only the text, so code
 * that opens the file still has to refuse links.
 */
export function pathProblem(file: string): string | undefined {
  if (file === '') return 'is empty'
  if (file.length > LONGEST_PATH) return `is longer than ${String(LONGEST_PATH)} characters`
  // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
  if (/[\u0000-\u001f\u007f]/.test(file)) return 'contains a control character'
  if (/\p{Surrogate}/u.test(file)) return 'contains an unpaired surrogate'
  if (file.includes('\\')) return 'contains a backslash'
  if (path.posix.isAbsolute(file) || /^[A-Za-z]:/.test(file)) return 'is absolute'
  const parts = file.split('/')
  if (parts.includes('..')) return 'leads out of its folder'
  if (parts.some((part) => part === '' || part === '.')) return 'has an empty part'
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME)) return 'has a name of more than 255 bytes'
  return undefined
}

/** Whether `file` is `folder` or lies below it. Both are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  const leaves = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)
  return !leaves
}
