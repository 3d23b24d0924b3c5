import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { ExpectationNotMet, MachineFault } from '../../errors.ts'
import { pathProblem } from '../../lib/files/confine.ts'

/**
 * The absolute path of a file in the folder of a program that is dead. A program may have put a link anywhere on the way,
 * which would lead the harness to another file of this machine.
 * @throws MachineFault where a testcode names a path that leaves the folder
 * @throws ExpectationNotMet where a link is on the way
 */
export async function placeIn(folder: string, file: string): Promise<string> {
  const problem = pathProblem(file)
  if (problem !== undefined) throw new MachineFault(`a testcode names the file "${file}", which ${problem}`)
  let place = folder
  for (const part of file.split('/')) {
    place = path.join(place, part)
    const status = await lstatIfThere(place)
    if (status?.isSymbolicLink() === true)
      throw new ExpectationNotMet(`the program made a link of "${part}" in "${file}"`)
  }
  return place
}

/** What is at a path, links not followed; undefined where nothing is, or a link is on the way. */
export async function statusIn(folder: string, file: string): Promise<Stats | undefined> {
  const place = await placeIn(folder, file).catch((error: unknown) => {
    if (error instanceof ExpectationNotMet) return undefined
    throw error
  })
  return place === undefined ? undefined : lstatIfThere(place)
}

/** Whatever keeps a path from being looked at (too long, no folder on the way), there is nothing for a user to see. */
function lstatIfThere(place: string): Promise<Stats | undefined> {
  return lstat(place).catch(() => undefined)
}
