import type { ZipEntry } from './zip.ts'

const END = { signature: 0x06054b50, length: 22 }
const DIRECTORY = { signature: 0x02014b50, length: 46 }
const LOCAL = { signature: 0x04034b50, length: 30 }

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
