/** The process that parses produced files. */
import { ExpectationNotMet, ProjectFault, messageOf } from '../../errors.ts'
import type { Picture, QrCode } from '../../contracts/types.ts'
import { loading, serve } from '../processes/pool/serve.ts'
import { contrastsIn, type Place } from './contrast.ts'
import { parseCsv } from './csv.ts'
import { parsePng } from './png.ts'

/** The content of a file, or the reason why it cannot be read: it exceeds a limit, or is not of this kind. */
export type Parsed<T> =
  | { readonly status: 'parsed'; readonly value: T }
  | { readonly status: 'exhausted' | 'malformed'; readonly message: string }

/** Characters of a message. */
const MOST_MESSAGE = 1000

export const parsers = {
  /** The serialised model: the harness rebuilds the workbook from it. */
  workbook: async (file: Uint8Array): Promise<Parsed<Uint8Array>> => {
    // Slow to load, and needed for workbooks only.
    const { parseWorkbook } = await loading(() => import('./workbook.ts'))
    return parsed(() => parseWorkbook(asBuffer(file)))
  },
  table: (file: Uint8Array): Promise<Parsed<string[][]>> => parsed(() => parseCsv(file)),
  picture: (file: Uint8Array): Promise<Parsed<Picture>> => parsed(() => parsePng(asBuffer(file))),
  contrasts: ({ file, places }: { file: Uint8Array; places: readonly Place[] }): Promise<Parsed<number[]>> =>
    parsed(async () => contrastsIn(await parsePng(asBuffer(file)), places)),
  'qr-code': async (file: Uint8Array): Promise<Parsed<QrCode | undefined>> => {
    const { findQrCode } = await loading(() => import('./qr-code.ts'))
    return parsed(async () => findQrCode(await parsePng(asBuffer(file))))
  },
}

async function parsed<T>(parse: () => T | Promise<T>): Promise<Parsed<T>> {
  try {
    return { status: 'parsed', value: await parse() }
  } catch (error) {
    const message = messageOf(error).slice(0, MOST_MESSAGE)
    if (error instanceof ProjectFault) return { status: 'exhausted', message }
    if (error instanceof ExpectationNotMet) return { status: 'malformed', message }
    throw error
  }
}

function asBuffer(file: Uint8Array): Buffer {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}

serve(parsers)
