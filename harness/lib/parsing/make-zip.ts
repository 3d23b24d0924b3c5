import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ZipEntry } from './zip.ts'

const END = { signature: 0x06054b50, length: 22 }
const DIRECTORY = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }

/** The content of a file as it is in an archive. */
interface Packed {
  readonly name: string
  readonly method: 0 | 8
  readonly crc: number
  /** Bytes of the file before it was packed. */
  readonly size: number
  readonly content: Uint8Array
}

/** Packs files into an archive without compression. Checksums are left out. */
export function storedZip(entries: readonly ZipEntry[]): Buffer {
  return zipOf(entries.map(({ name, content }) => ({ name, method: 0, crc: 0, size: content.length, content })))
}

/** Packs files into an archive, compressed by another thread. */
export async function deflatedZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  return zipOf(await Promise.all(entries.map(deflated)))
}

const GZIP = { header: 10, trailer: 8 }

/** A gzip file without a name is a header, the compressed content, its checksum and its size. */
async function deflated({ name, content }: ZipEntry): Promise<Packed> {
  const packed = await promisify(gzip)(content)
  const end = packed.length - GZIP.trailer
  return {
    name,
    method: 8,
    crc: packed.readUInt32LE(end),
    size: content.length,
    content: packed.subarray(GZIP.header, end),
  }
}

function zipOf(entries: readonly Packed[]): Buffer {
  const parts: Uint8Array[] = []
  const directory: Buffer[] = []
  let position = 0
  for (const packed of entries) {
    const encoded = Buffer.from(packed.name)
    const local = localHeader(encoded.length, packed)
    directory.push(directoryHeader(encoded.length, packed, position), encoded)
    parts.push(local, encoded, packed.content)
    position += local.length + encoded.length + packed.content.length
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

function localHeader(nameLength: number, packed: Packed): Buffer {
  const header = Buffer.alloc(LOCAL.length)
  header.writeUInt32LE(LOCAL.signature, 0)
  header.writeUInt16LE(UTF8, 6)
  header.writeUInt16LE(packed.method, 8)
  header.writeUInt32LE(packed.crc, 14)
  header.writeUInt32LE(packed.content.length, 18)
  header.writeUInt32LE(packed.size, 22)
  header.writeUInt16LE(nameLength, 26)
  return header
}

function directoryHeader(nameLength: number, packed: Packed, position: number): Buffer {
  const header = Buffer.alloc(DIRECTORY.length)
  header.writeUInt32LE(DIRECTORY.signature, 0)
  header.writeUInt16LE(UTF8, 8)
  header.writeUInt16LE(packed.method, 10)
  header.writeUInt32LE(packed.crc, 16)
  header.writeUInt32LE(packed.content.length, 20)
  header.writeUInt32LE(packed.size, 24)
  header.writeUInt16LE(nameLength, 28)
  header.writeUInt32LE(position, 42)
  return header
}
