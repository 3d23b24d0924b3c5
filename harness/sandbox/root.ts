import path from 'node:path'

/** The folder directly below a trial's scratch folder that contains `cwd`. It is shown as the project. */
export function rootOf(scratch: string, cwd: string): string {
  const [first = ''] = path.relative(scratch, cwd).split(path.sep)
  return path.join(scratch, first)
}
