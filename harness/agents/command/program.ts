import { access, constants, readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { existsSync } from 'node:fs'

/** A program, and what of this machine it needs to see. */
export interface Program {
  readonly file: string
  readonly shows: readonly string[]
}

/** Looks a program up as a shell does. Undefined where it is not there. */
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
 * What has to be shown for a program to start: the packages that it lies among, the environment that it belongs to, or itself
 * alone. What the system has is there anyway.
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
