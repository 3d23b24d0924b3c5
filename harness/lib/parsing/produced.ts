/** Files that produced code wrote, parsed where they can do no harm. */
import v8 from 'node:v8'
import type { Workbook } from 'exceljs'
import { ExpectationNotMet, HarnessFault } from '../../errors.ts'
import type { Picture, QrCode } from '../../contracts/types.ts'
import { ParserPool } from './pool.ts'

/** Started by the first file; its processes keep none alive, and end with the one that started them. */
const pool = new ParserPool()

/**
 * @param name The file's, for messages
 * @throws ProjectFault where it takes more than it may
 * @throws ExpectationNotMet where it is no .xlsx workbook
 */
export async function readWorkbook(name: string, file: Uint8Array): Promise<Workbook> {
  // To load what reads workbooks takes longer than all else, and would be in vain.
  if (!beginsLikeZip(file)) throw new ExpectationNotMet(`"${name}" is no workbook: it is no zip archive`)
  // Here and in the other process the same package has to be loaded, which can happen at the same time.
  const [parsed, { rebuildWorkbook }] = await Promise.all([pool.parse('workbook', name, file), import('./workbook.ts')])
  return rebuildWorkbook(parsed.body)
}

function beginsLikeZip(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('latin1') === 'PK\x03\x04'
}

/**
 * Rows of cells of a CSV file in UTF-8.
 * @throws ProjectFault where it takes more than it may
 * @throws ExpectationNotMet where it is no CSV
 */
export async function readTable(name: string, file: Uint8Array): Promise<string[][]> {
  return v8.deserialize((await pool.parse('table', name, file)).body) as string[][]
}

/**
 * @throws ProjectFault where it takes more than it may
 * @throws ExpectationNotMet where it is no PNG that can be read
 */
export async function readPicture(name: string, file: Uint8Array): Promise<Picture> {
  const { head, body } = await pool.parse('picture', name, file)
  if (head.size === undefined) throw new HarnessFault(`"${name}" was parsed, and its size was not told`)
  return { ...head.size, pixels: body }
}

/**
 * The QR code in a PNG file; undefined where none can be read in it.
 * @throws ProjectFault where it takes more than it may
 * @throws ExpectationNotMet where it is no PNG that can be read
 */
export async function readQrCode(name: string, file: Uint8Array): Promise<QrCode | undefined> {
  return v8.deserialize((await pool.parse('qr-code', name, file)).body) as QrCode | undefined
}

/** Ends the processes, for who wants to see them gone before the harness itself ends. */
export async function closeParsers(): Promise<void> {
  await pool[Symbol.asyncDispose]()
}
