import zlib from 'node:zlib'
import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import { count, limits, mebibytes } from './limits.ts'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
}

const END = { signature: 0x06054b50, length: 22, longestComment: 0xffff }
const DIRECTORY = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** An entry of the central directory. Its values are unchecked. */
interface DirectoryEntry {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly localHeader: number
}

/**
 * Unpacks a zip archive. Declared sizes are used only to refuse early; inflated bytes are counted.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a zip archive, or its directory is wrong
 */
export function readZip(archive: Buffer): ZipEntry[] {
  const listed = readDirectory(archive)
  refuseOver(listed.reduce((sum, entry) => sum + entry.size, 0))
  const names = new Set<string>()
  let total = 0
  return listed.map((entry) => {
    if (names.has(entry.name)) throw new ExpectationNotMet('is a zip archive with two files of the same name')
    names.add(entry.name)
    const content = inflate(archive, entry, limits.zip.bytes - total)
    total += content.length
    return { name: entry.name, content }
  })
}

function refuseOver(bytes: number): void {
  if (bytes > limits.zip.bytes) throw new ProjectFault(`holds more than ${mebibytes(limits.zip.bytes)} when unpacked`)
}

function readDirectory(archive: Buffer): DirectoryEntry[] {
  const end = findEnd(archive)
  const total = archive.readUInt16LE(end + 10)
  // Zip64, with larger numbers than these fields can hold, is not supported.
  if (total > limits.zip.entries) throw new ProjectFault(`holds more than ${count(limits.zip.entries)} files`)
  let position = archive.readUInt32LE(end + 16)
  const listed: DirectoryEntry[] = []
  for (let index = 0; index < total; index += 1) {
    const entry = at(archive, position, DIRECTORY)
    const lengths = [entry.readUInt16LE(28), entry.readUInt16LE(30), entry.readUInt16LE(32)] as const
    listed.push({
      name: archive.toString('utf8', position + DIRECTORY.length, position + DIRECTORY.length + lengths[0]),
      flags: entry.readUInt16LE(8),
      method: entry.readUInt16LE(10),
      packed: entry.readUInt32LE(20),
      size: entry.readUInt32LE(24),
      localHeader: entry.readUInt32LE(42),
    })
    position += DIRECTORY.length + lengths[0] + lengths[1] + lengths[2]
  }
  return listed.filter(({ name }) => !name.endsWith('/'))
}

/** The position of the end record, which only a comment can follow. */
function findEnd(archive: Buffer): number {
  const first = Math.max(0, archive.length - END.length - END.longestComment)
  for (let position = archive.length - END.length; position >= first; position -= 1) {
    if (archive.readUInt32LE(position) === END.signature) return position
  }
  throw new ExpectationNotMet('is not a zip archive')
}

function at(
  archive: Buffer,
  position: number,
  record: { readonly signature: number; readonly length: number },
): Buffer {
  const found = archive.subarray(position, position + record.length)
  if (found.length < record.length || found.readUInt32LE(0) !== record.signature) {
    throw new ExpectationNotMet('is a damaged zip archive')
  }
  return found
}

function inflate(archive: Buffer, entry: DirectoryEntry, most: number): Buffer {
  if ((entry.flags & ENCRYPTED) !== 0) throw new ExpectationNotMet('is encrypted')
  const local = at(archive, entry.localHeader, LOCAL)
  const begin = entry.localHeader + LOCAL.length + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = archive.subarray(begin, begin + entry.packed)
  const content = unpacked(packed, entry.method, most)
  if (content.length !== entry.size)
    throw new ExpectationNotMet('is a zip archive with a file of another size than declared')
  return content
}

function unpacked(packed: Buffer, method: number, most: number): Buffer {
  if (method !== STORED && method !== DEFLATED) throw new ExpectationNotMet('has an unsupported compression method')
  if (method === STORED) {
    // Several entries can refer to the same bytes.
    if (packed.length > most) refuseOver(limits.zip.bytes + 1)
    return packed
  }
  try {
    return zlib.inflateRawSync(packed, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    if (error instanceof RangeError) refuseOver(limits.zip.bytes + 1)
    throw new ExpectationNotMet('is a damaged zip archive', { cause: error })
  }
}

/** Packs files into an archive without compression. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const { name, content } of entries) {
    const encoded = Buffer.from(name)
    const local = localHeader(encoded.length, content.length)
    directory.push(directoryHeader(encoded.length, content.length, position), encoded)
    parts.push(local, encoded, content)
    position += local.length + encoded.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(END.length)
  end.writeUInt32LE(END.signature, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...parts, listed, end])
}

/** Flag for names in UTF-8. */
const UTF8 = 0x800

function localHeader(nameLength: number, size: number): Buffer {
  const header = Buffer.alloc(LOCAL.length)
  header.writeUInt32LE(LOCAL.signature, 0)
  header.writeUInt16LE(UTF8, 6)
  header.writeUInt32LE(size, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(nameLength, 26)
  return header
}

function directoryHeader(nameLength: number, size: number, position: number): Buffer {
  const header = Buffer.alloc(DIRECTORY.length)
  header.writeUInt32LE(DIRECTORY.signature, 0)
  header.writeUInt16LE(UTF8, 8)
  header.writeUInt32LE(size, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(nameLength, 28)
  header.writeUInt32LE(position, 42)
  return header
}
