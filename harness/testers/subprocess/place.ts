import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { ExpectationNotMet, MachineFault } from '../../errors.ts'
import { pathProblem } from '../../lib/files/confine.ts'

/**
 * The absolute path of a file in the folder of a program that has ended. A program may have put a link anywhere on the path,
 * which would lead the harness to another file of this machine.
 * @throws MachineFault if a testcode names a path that leaves the folder
 * @throws ExpectationNotMet if a part of the path is a link
 */
export async function placeIn(folder: string, file: string): Promise<string> {
  const problem = pathProblem(file)
  if (problem !== undefined) throw new MachineFault(`a testcode names the file "${file}", which ${problem}`)
  let place = folder
  for (const part of file.split('/')) {
    place = path.join(place, part)
    const status = await lstatIfThere(place)
    if (status?.isSymbolicLink() === true)
      throw new ExpectationNotMet(`the program replaced "${part}" of "${file}" by a link, which is not followed`)
  }
  return place
}

/** The status of a path without following links; undefined if nothing is there, or a part of the path is a link. */
export async function statusIn(folder: string, file: string): Promise<Stats | undefined> {
  const place = await placeIn(folder, file).catch((error: unknown) => {
    if (error instanceof ExpectationNotMet) return undefined
    throw error
  })
  return place === undefined ? undefined : lstatIfThere(place)
}

/** Undefined on every error, such as a path that is too long: a user finds no file there either. */
function lstatIfThere(place: string): Promise<Stats | undefined> {
  return lstat(place).catch(() => undefined)
}
