import { access, constants, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { existsSync } from 'node:fs'

/** A program, and the paths of this machine that it must see in the sandbox. */
export interface Program {
  readonly file: string
  readonly shows: readonly string[]
}

/** Looks a program up on the PATH as a shell does. Undefined if no folder has it. */
export async function findProgram(name: string, searched = process.env['PATH'] ?? ''): Promise<Program | undefined> {
  const candidates = name.includes('/')
    ? [path.resolve(name)]
    : searched.split(path.delimiter).map((folder) => path.resolve(folder, name))
  for (const file of candidates) {
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return { file: await realpath(file), shows: await neededBy(await realpath(file)) }
  }
  return undefined
}

/**
 * The paths that a program needs to start: its node_modules, its Python environment, or the file alone. The sandbox shows
 * /usr anyway.
 */
async function neededBy(file: string): Promise<string[]> {
  if (file.startsWith('/usr/')) return []
  const at = file.lastIndexOf('/node_modules/')
  if (at >= 0) return [file.slice(0, at + '/node_modules'.length)]
  const environment = path.dirname(path.dirname(file))
  const settings = path.join(environment, 'pyvenv.cfg')
  if (!existsSync(settings)) return [file]
  const home = /^home\s*=\s*(.+)$/m.exec(await readFile(settings, 'utf8'))?.[1]?.trim()
  const interpreter = home === undefined || home.startsWith('/usr/') ? [] : [path.dirname(await realpath(home))]
  return [environment, ...interpreter]
}
