/** Reads files that produced code wrote. They are parsed in separate processes, which they cannot harm. */
import type { Workbook } from 'exceljs'
import { ExpectationNotMet, HarnessFault, ProjectFault } from '../../errors.ts'
import type { Picture, QrCode } from '../../contracts/types.ts'
import { TaskFailure } from '../processes/pool/failure.ts'
import { USUAL_PROCESSES } from '../processes/pool/options.ts'
import { ProcessPool } from '../processes/pool/pool.ts'
import type { Place } from './contrast.ts'
import { limits } from './limits.ts'
import type { Parsed, parsers } from './worker.ts'

/** Starts its first process with the first file. The processes do not keep Node running, and end with it. */
const pool = new ProcessPool<typeof parsers>({
  purpose: 'parses produced files',
  module: { name: 'worker', near: import.meta.url },
  processes: USUAL_PROCESSES,
  limits: limits.process,
})

/**
 * @param name The name of the file, for messages
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not an .xlsx workbook
 */
export async function readWorkbook(name: string, file: Uint8Array): Promise<Workbook> {
  // Checked first, because loading exceljs takes longer than everything else.
  if (!beginsLikeZip(file)) throw new ExpectationNotMet(`"${name}" is not a workbook: it is not a zip archive`)
  // Both processes need exceljs, so they load it at the same time.
  const [model, { rebuildWorkbook }] = await Promise.all([
    parsedOrThrow(name, pool.run('workbook', file)),
    import('./workbook.ts'),
  ])
  return rebuildWorkbook(model)
}

function beginsLikeZip(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('latin1') === 'PK\x03\x04'
}

/**
 * The rows of a CSV file in UTF-8.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not CSV
 */
export function readTable(name: string, file: Uint8Array): Promise<string[][]> {
  return parsedOrThrow(name, pool.run('table', file))
}

/**
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a readable PNG
 */
export function readPicture(name: string, file: Uint8Array): Promise<Picture> {
  return parsedOrThrow(name, pool.run('picture', file))
}

/**
 * For each rectangle of a PNG file the contrast ratio (WCAG 2.2) between its darkest and its brightest pixels.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a readable PNG
 */
export function readContrasts(name: string, file: Uint8Array, places: readonly Place[]): Promise<number[]> {
  return parsedOrThrow(name, pool.run('contrasts', { file, places }))
}

/**
 * The QR code in a PNG file; undefined if none can be read.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a readable PNG
 */
export function readQrCode(name: string, file: Uint8Array): Promise<QrCode | undefined> {
  return parsedOrThrow(name, pool.run('qr-code', file))
}

/** Ends the processes before the harness itself ends. */
export function closeParsers(): Promise<void> {
  return pool.close()
}

async function parsedOrThrow<T>(name: string, result: Promise<Parsed<T>>): Promise<T> {
  const parsed = await result.catch((error: unknown) => {
    throw error instanceof TaskFailure ? faultOf(name, error) : error
  })
  if (parsed.status === 'parsed') return parsed.value
  if (parsed.status === 'exhausted') throw new ProjectFault(`"${name}" ${parsed.message}`)
  throw new ExpectationNotMet(`"${name}" ${parsed.message}`)
}

/** The file has exceeded a limit or ended two processes, unless the parser has a bug. */
function faultOf(name: string, { kind, detail }: TaskFailure): Error {
  if (kind === 'thrown') return new HarnessFault(`"${name}" could not be parsed: ${detail}`)
  if (kind === 'crash') return new ProjectFault(`"${name}" could not be parsed: its parser ended twice (${detail})`)
  return new ProjectFault(`"${name}" could not be parsed within ${detail}`)
}
