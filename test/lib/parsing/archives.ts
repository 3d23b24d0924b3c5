/** Writes zip archives and workbooks, valid or manipulated. */
import zlib from 'node:zlib'

export interface Entry {
  readonly name: string
  readonly content: string | Buffer
  /** Wrong values for the headers. */
  readonly declaredSize?: number
  readonly declaredPacked?: number
  readonly method?: number
  readonly flags?: number
}

/** Stands in a 16-bit or 32-bit field for a value that is in the zip64 field or record. */
const IN_ZIP64 = 0xffff_ffff

/** An archive in the zip64 format: all sizes, positions and counts are 64-bit numbers. */
export function zip64(entries: readonly Entry[], declaredCount = entries.length): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const packed = zlib.deflateRawSync(entry.content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(45, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(IN_ZIP64, 14)
    fields.writeUInt32LE(IN_ZIP64, 18)
    fields.writeUInt16LE(name.length, 22)
    const sizes = numbers64(entry.declaredSize ?? Buffer.byteLength(entry.content), packed.length)
    const local = Buffer.concat([fields.subarray(0, 24), numbers16(4 + sizes.length), name, zip64Field(sizes), packed])
    const extra = zip64Field(Buffer.concat([sizes, numbers64(offset)]))
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(IN_ZIP64, 10)
    const listed = Buffer.concat([fields.subarray(0, 24), numbers16(extra.length), tail, name, extra])
    parts.push(Buffer.from('PK\x03\x04'), local)
    directory.push(Buffer.from('PK\x01\x02\x2d\0', 'latin1'), listed)
    offset += 4 + local.length
  }
  const listed = Buffer.concat(directory)
  const counts = numbers64(declaredCount, declaredCount, listed.length, offset)
  return Buffer.concat([
    ...[...parts, listed],
    ...[Buffer.from('PK\x06\x06'), numbers64(44), numbers16(45, 45, 0, 0, 0, 0), counts],
    ...[Buffer.from('PK\x06\x07'), Buffer.alloc(4), numbers64(offset + listed.length), numbers16(1, 0)],
    ...[Buffer.from('PK\x05\x06'), Buffer.alloc(4), Buffer.alloc(12, 0xff), Buffer.alloc(2)],
  ])
}

function zip64Field(content: Buffer): Buffer {
  return Buffer.concat([numbers16(1, content.length), content])
}

function numbers16(...values: readonly number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer)
}

function numbers64(...values: readonly number[]): Buffer {
  return Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer)
}

export function zip(entries: readonly Entry[], declaredCount = entries.length): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const packed = zlib.deflateRawSync(entry.content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(entry.flags ?? 0, 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt32LE(entry.declaredPacked ?? packed.length, 14)
    fields.writeUInt32LE(entry.declaredSize ?? Buffer.byteLength(entry.content), 18)
    fields.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), fields, name, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, name)
    offset += 30 + name.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(declaredCount, 4)
  end.writeUInt16LE(declaredCount, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

export interface Sheets {
  /** The XML of each sheet, inside `worksheet`. */
  readonly sheets?: readonly string[]
  readonly names?: readonly string[]
  readonly ids?: readonly number[]
  readonly definedNames?: string
  readonly sharedStrings?: string
  /** XML before the root element of each sheet. */
  readonly prologue?: string
  readonly more?: readonly Entry[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The files of a minimal workbook. */
export function workbookEntries(options: Sheets): Entry[] {
  const sheets = options.sheets ?? [cells('<row r="1"><c r="A1"><v>1</v></c></row>')]
  const listed = sheets.map((_, index) => {
    const name = options.names?.[index] ?? `Sheet ${index + 1}`
    return `<sheet name="${name}" sheetId="${options.ids?.[index] ?? index + 1}" r:id="r${index + 1}"/>`
  })
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const strings = options.sharedStrings
  return [
    { name: '_rels/.rels', content: `<Relationships xmlns="${RELATIONS}"></Relationships>` },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets>${options.definedNames ?? ''}</workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`,
    },
    ...(strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${strings}</sst>` }]),
    ...sheets.map((sheet, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: `${options.prologue ?? ''}<worksheet xmlns="${MAIN}">${sheet}</worksheet>`,
    })),
    ...(options.more ?? []),
  ]
}

export function workbookFile(options: Sheets = {}): Buffer {
  return zip(workbookEntries(options))
}

export function cells(rows: string, after = ''): string {
  return `<sheetData>${rows}</sheetData>${after}`
}
