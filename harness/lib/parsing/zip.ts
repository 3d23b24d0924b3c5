import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ExpectationNotMet, PeError, ProjectFault, messageOf } from '../../errors.ts'
import { mebibytes } from '../wording/bytes.ts'
import { count, limits } from './limits.ts'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
}

/**
 * Unpacks a zip archive, also in the zip64 format. Declared sizes are used only to refuse early; unpacked bytes are counted.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a zip archive, is damaged, or has names that lead out of it
 */
export async function readZip(archive: Buffer): Promise<ZipEntry[]> {
  const zip = await open(archive)
  if (zip.entryCount > limits.zip.entries) throw new ProjectFault(`holds more than ${count(limits.zip.entries)} files`)
  try {
    return await filesOf(zip)
  } catch (error) {
    if (error instanceof PeError) throw error
    throw new ExpectationNotMet(`is a damaged zip archive: ${messageOf(error).slice(0, 200)}`, { cause: error })
  }
}

async function open(archive: Buffer): Promise<ZipFile> {
  try {
    // A wrong size does not end the reading early: whether the limit is exceeded decides whose fault it is.
    return await fromBufferPromise(archive, { validateEntrySizes: false })
  } catch (error) {
    throw new ExpectationNotMet('is not a zip archive', { cause: error })
  }
}

async function filesOf(zip: ZipFile): Promise<ZipEntry[]> {
  const listed = await listedFiles(zip)
  expectWithinLimit(listed.reduce((sum, entry) => sum + entry.uncompressedSize, 0))
  const files: ZipEntry[] = []
  let total = 0
  for (const entry of listed) {
    const content = await unpacked(zip, entry, total)
    total += content.length
    files.push({ name: entry.fileName, content })
  }
  return files
}

/** The entries that are not folders. */
async function listedFiles(zip: ZipFile): Promise<Entry[]> {
  const listed = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (listed.has(entry.fileName)) throw new ExpectationNotMet('is a zip archive with two files of the same name')
    listed.set(entry.fileName, entry)
  }
  return [...listed.values()]
}

/** @param before Bytes unpacked before this entry */
async function unpacked(zip: ZipFile, entry: Entry, before: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new ExpectationNotMet('is encrypted')
  if (!entry.canDecodeFileData()) throw new ExpectationNotMet('has an unsupported compression method')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    expectWithinLimit(before + size)
  }
  if (size !== entry.uncompressedSize)
    throw new ExpectationNotMet('is a zip archive with a file of another size than declared')
  return Buffer.concat(chunks, size)
}

function expectWithinLimit(bytes: number): void {
  if (bytes > limits.zip.bytes) throw new ProjectFault(`holds more than ${mebibytes(limits.zip.bytes)} when unpacked`)
}
