/** Reads files that produced code wrote. They are parsed in separate processes, which they cannot harm. */
import v8 from 'node:v8'
import type { Workbook } from 'exceljs'
import { ExpectationNotMet, HarnessFault } from '../../errors.ts'
import type { Picture, QrCode } from '../../contracts/types.ts'
import { ParserPool } from './pool.ts'

/** Starts its first process with the first file. The processes do not keep Node running, and end with it. */
const pool = new ParserPool()

/**
 * @param name The name of the file, for messages
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not an .xlsx workbook
 */
export async function readWorkbook(name: string, file: Uint8Array): Promise<Workbook> {
  // Checked first, because loading exceljs takes longer than everything else.
  if (!beginsLikeZip(file)) throw new ExpectationNotMet(`"${name}" is not a workbook: it is not a zip archive`)
  // Both processes need exceljs, so they load it at the same time.
  const [parsed, { rebuildWorkbook }] = await Promise.all([pool.parse('workbook', name, file), import('./workbook.ts')])
  return rebuildWorkbook(parsed.body)
}

function beginsLikeZip(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('latin1') === 'PK\x03\x04'
}

/**
 * The rows of a CSV file in UTF-8.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not CSV
 */
export async function readTable(name: string, file: Uint8Array): Promise<string[][]> {
  return v8.deserialize((await pool.parse('table', name, file)).body) as string[][]
}

/**
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a readable PNG
 */
export async function readPicture(name: string, file: Uint8Array): Promise<Picture> {
  const { head, body } = await pool.parse('picture', name, file)
  if (head.size === undefined) throw new HarnessFault(`the parser sent the pixels of "${name}" without its size`)
  return { ...head.size, pixels: body }
}

/**
 * The QR code in a PNG file; undefined if none can be read.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a readable PNG
 */
export async function readQrCode(name: string, file: Uint8Array): Promise<QrCode | undefined> {
  return v8.deserialize((await pool.parse('qr-code', name, file)).body) as QrCode | undefined
}

/** Ends the processes before the harness itself ends. */
export async function closeParsers(): Promise<void> {
  await pool[Symbol.asyncDispose]()
}
