import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { ExpectationNotMet } from '../../errors.ts'
import { readPicture, readTable, readWorkbook } from '../../lib/parsing/produced.ts'
import type { Finished } from '../../contracts/types.ts'
import { placeIn, statusIn } from './place.ts'
import { MiB, mebibytes } from '../../lib/wording/bytes.ts'

const MOST_BYTES = 32 * MiB

/** Access to the files of a program that has ended. */
export function leftFiles(folder: string): Pick<Finished, 'has' | 'read' | 'workbook' | 'table' | 'picture'> {
  const read = (file: string) => readRegular(folder, file)
  return {
    has: (file) => isRegular(folder, file),
    read,
    workbook: async (file) => readWorkbook(file, await read(file)),
    table: async (file) => readTable(file, await read(file)),
    picture: async (file) => readPicture(file, await read(file)),
  }
}

async function isRegular(folder: string, file: string): Promise<boolean> {
  return (await statusIn(folder, file))?.isFile() === true
}

/** @throws ExpectationNotMet if there is no regular file, or it is too large */
async function readRegular(folder: string, file: string): Promise<Buffer> {
  await using handle = await openRegular(folder, file)
  const status = await handle.stat()
  if (!status.isFile()) throw new ExpectationNotMet(`"${file}" is not a regular file`)
  if (status.size > MOST_BYTES) throw new ExpectationNotMet(`"${file}" is larger than ${mebibytes(MOST_BYTES)}`)
  return await handle.readFile()
}

/** Links are refused because they could lead anywhere. Opening a pipe must not block. */
async function openRegular(folder: string, file: string) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  try {
    return await open(await placeIn(folder, file), flags)
  } catch (error) {
    throw new ExpectationNotMet(`the program left no file "${file}"`, { cause: error })
  }
}
