import ExcelJS from 'exceljs'

const WRITTEN_AT = new Date('2024-01-01T00:00:00Z')

export type Value = string | number | null
export type Rows = readonly (readonly Value[])[]
export interface Sheet {
  readonly name: string
  readonly rows: Rows
}

/** The bytes of a workbook, which depend only on its content and author. */
export async function bytesOf(sheets: readonly Sheet[], author: string): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  Object.assign(workbook, { creator: author, lastModifiedBy: author, created: WRITTEN_AT, modified: WRITTEN_AT })
  for (const { name, rows } of sheets) {
    const sheet = workbook.addWorksheet(name)
    rows.forEach((cells, row) => {
      cells.forEach((value, column) => (sheet.getCell(row + 1, column + 1).value = value))
    })
  }
  return withoutTimes(Buffer.from(await workbook.xlsx.writeBuffer()))
}

/** Sets the time of each zip entry to 1980-01-01, because exceljs writes the current time. */
function withoutTimes(archive: Buffer): Buffer {
  const midnight = 0
  const newYear1980 = (1 << 5) | 1
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = archive.readUInt16LE(end + 10)
  let entry = archive.readUInt32LE(end + 16)
  for (let count = 0; count < entries; count++) {
    const local = archive.readUInt32LE(entry + 42)
    for (const place of [entry + 12, local + 10]) {
      archive.writeUInt16LE(midnight, place)
      archive.writeUInt16LE(newYear1980, place + 2)
    }
    const lengths = [28, 30, 32].map((place) => archive.readUInt16LE(entry + place))
    entry += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return archive
}
