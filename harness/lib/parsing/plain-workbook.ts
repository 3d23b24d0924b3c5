/** Reads the cells of a workbook of any program: exceljs refuses charts, comments, tables and names as other programs write them. */
import path from 'node:path'
import exceljs, { type CellValue, type Workbook, type Worksheet } from 'exceljs'
import { SaxesParser } from 'saxes'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../errors.ts'
import { count, limits } from './limits.ts'
import type { ZipEntry } from './zip.ts'

type Parts = ReadonlyMap<string, Buffer>

/** Whether exceljs finds everything in it: it knows neither prefixes of tags nor other names of sheets, nor cells without an address. */
export function isUsualWorkbook(entries: readonly ZipEntry[]): boolean {
  return entries.every(({ name, content }) => {
    if (name === 'xl/workbook.xml') return !/<\w+:workbook\b/.test(beginningOf(content))
    if (!name.startsWith('xl/worksheets/') || !name.endsWith('.xml')) return true
    if (!/^xl\/worksheets\/sheet\d+\.xml$/.test(name) || /<\w+:worksheet\b/.test(beginningOf(content))) return false
    return !/<c(?=[\s>/])(?![^<>]*\sr=)/.test(content.toString('utf8'))
  })
}

function beginningOf(content: Buffer): string {
  return content.subarray(0, 2000).toString('utf8')
}

/** A workbook with the values of all cells, dates as dates, and merged cells. Nothing else is read. */
export interface PlainWorkbook {
  readonly workbook: Workbook
  /** Ranges by the name of their sheet. */
  readonly merges: ReadonlyMap<string, readonly string[]>
}

/**
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a workbook
 */
export function readPlainWorkbook(entries: readonly ZipEntry[]): PlainWorkbook {
  const parts: Parts = new Map(entries.map(({ name, content }) => [partName(name), content]))
  const main = relationsOf(parts, '').find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  const relations = relationsOf(parts, main)
  const { sheets, date1904 } = sheetsOf(parts, main)
  const styles = formatsOf(parts, relations.find(({ type }) => type.endsWith('/styles'))?.target)
  const strings = stringsOf(parts, relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target)
  const workbook = new exceljs.Workbook()
  workbook.properties.date1904 = date1904
  const merges = new Map<string, readonly string[]>()
  const room = { cells: limits.workbook.cells }
  for (const { name, state, id } of sheets) {
    const relation = relations.find((each) => each.id === id)
    // Sheets that hold only a chart have no cells.
    if (relation === undefined || !relation.type.endsWith('/worksheet')) continue
    const sheet = addSheet(workbook, name, state)
    merges.set(sheet.name, fillSheet(sheet, partOf(parts, relation.target), { strings, styles, date1904, room }))
  }
  return { workbook, merges }
}

function addSheet(workbook: Workbook, name: string, state: string): Worksheet {
  try {
    return workbook.addWorksheet(name, { state: state === 'hidden' || state === 'veryHidden' ? state : 'visible' })
  } catch (error) {
    throw new ExpectationNotMet(`is not a readable workbook: ${messageOf(error)}`)
  }
}

/** Names of parts are compared without case and without a slash at the beginning. */
function partName(name: string): string {
  return path.posix.normalize(name.replaceAll('\\', '/')).replace(/^\/+/, '').toLowerCase()
}

function partOf(parts: Parts, name: string): Buffer {
  const part = parts.get(partName(name))
  if (part === undefined) throw new ExpectationNotMet(`is not a readable workbook: it has no part "${name}"`)
  return part
}

interface Tag {
  /** Without its prefix. */
  readonly name: string
  /** Attributes, without their prefixes. */
  readonly of: (name: string) => string | undefined
}

interface Visitor {
  readonly open?: (tag: Tag) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** @throws ExpectationNotMet if the part is not XML */
function visit(part: Buffer, { open, text, close }: Visitor): void {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (error) => {
    throw new ExpectationNotMet(`is not a readable workbook: ${error.message.slice(0, 200)}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const known = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value]))
    open?.({ name: localName(name), of: (key) => known.get(key) })
  })
  parser.on('text', (all) => text?.(all))
  parser.on('cdata', (all) => text?.(all))
  parser.on('closetag', ({ name }) => close?.(localName(name)))
  parser.write(decoded(part)).close()
}

/** XML says by a mark that it is in UTF-16. */
function decoded(part: Buffer): string {
  const isUtf16 = part[0] === 0xff && part[1] === 0xfe
  return (isUtf16 ? part.toString('utf16le') : part.toString('utf8')).replace(/^\uFEFF/, '')
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

interface Relation {
  readonly id: string
  readonly type: string
  /** Name of a part. */
  readonly target: string
}

/** @param part Empty for the whole archive */
function relationsOf(parts: Parts, part: string): Relation[] {
  const folder = path.posix.dirname(part)
  const file = parts.get(partName(path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`)))
  const found: Relation[] = []
  if (file === undefined) return found
  visit(file, {
    open: ({ name, of }) => {
      const target = of('Target')
      if (name !== 'Relationship' || target === undefined) return
      const place = target.startsWith('/') ? target : path.posix.join(folder, target)
      found.push({ id: of('Id') ?? '', type: of('Type') ?? '', target: place })
    },
  })
  return found
}

interface ListedSheet {
  readonly name: string
  readonly state: string
  readonly id: string
}

function sheetsOf(parts: Parts, main: string): { readonly sheets: readonly ListedSheet[]; readonly date1904: boolean } {
  const sheets: ListedSheet[] = []
  let date1904 = false
  visit(partOf(parts, main), {
    open: ({ name, of }) => {
      if (name === 'workbookPr') date1904 = isTrue(of('date1904'))
      if (name === 'sheet') sheets.push({ name: of('name') ?? '', state: of('state') ?? '', id: of('id') ?? '' })
    },
  })
  if (sheets.length > limits.workbook.sheets)
    throw new ProjectFault(`has more than ${count(limits.workbook.sheets)} sheets`)
  return { sheets, date1904 }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** The texts that cells share. Their styles are left out, and so are readings of Chinese characters. */
function stringsOf(parts: Parts, name: string | undefined): string[] {
  const strings: string[] = []
  const part = name === undefined ? undefined : parts.get(partName(name))
  if (part === undefined) return strings
  const texts = new Texts()
  visit(part, {
    open: (tag) => {
      texts.open(tag.name)
    },
    text: (text) => {
      texts.add(text)
    },
    close: (tag) => {
      texts.close(tag)
      if (tag === 'si') strings.push(texts.take())
    },
  })
  return strings
}

/** The text of the `t` elements, without those in `rPh`, which tell how to read the others. */
class Texts {
  #text = ''
  #isText = false
  #isReading = false

  open(name: string): void {
    if (name === 't') this.#isText = true
    if (name === 'rPh') this.#isReading = true
  }

  add(text: string): void {
    if (this.#isText && !this.#isReading) this.#text += text
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    if (name === 'rPh') this.#isReading = false
  }

  take(): string {
    const text = this.#text
    this.#text = ''
    // Characters that XML cannot hold are written as codes.
    return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }
}

/** Formats that every program knows by their number, as far as they show dates or times. */
const DATE_FORMATS: Readonly<Record<number, string>> = {
  ...{ 14: 'mm-dd-yy', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm' },
  ...{ 21: 'h:mm:ss', 22: 'm/d/yy h:mm', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mmss.0' },
}

/** The number format of each style of cells; empty if it has none of its own. */
function formatsOf(parts: Parts, name: string | undefined): string[] {
  const styles: string[] = []
  const part = name === undefined ? undefined : parts.get(partName(name))
  if (part === undefined) return styles
  const formats = new Map(Object.entries(DATE_FORMATS))
  let isCellStyle = false
  visit(part, {
    open: ({ name: tag, of }) => {
      if (tag === 'numFmt') formats.set(of('numFmtId') ?? '', of('formatCode') ?? '')
      if (tag === 'cellXfs') isCellStyle = true
      if (tag === 'xf' && isCellStyle) styles.push(formats.get(of('numFmtId') ?? '') ?? '')
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

function isDateFormat(format: string): boolean {
  return /[ymdhs]/i.test(format.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General/gi, ''))
}

interface Content {
  readonly strings: readonly string[]
  readonly styles: readonly string[]
  readonly date1904: boolean
  /** Cells that the workbook may still have. */
  readonly room: { cells: number }
}

/** The parts of a cell that have been read so far. */
interface OpenCell {
  readonly row: number
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
  formula: string | undefined
}

/** @returns Its merged ranges */
function fillSheet(sheet: Worksheet, part: Buffer, content: Content): string[] {
  const merges: string[] = []
  const texts = new Texts()
  let row = 0
  let column = 0
  let cell: OpenCell | undefined
  let inside = ''
  visit(part, {
    open: ({ name, of }) => {
      texts.open(name)
      inside = name
      if (name === 'row') {
        // Addresses are optional: without one, a row or a cell follows the last one.
        row = of('r') === undefined ? row + 1 : Number(of('r'))
        column = 0
      } else if (name === 'c') {
        const place = placeOf(of('r'), row, column + 1)
        column = place.column
        cell = { ...place, type: of('t') ?? 'n', style: Number(of('s') ?? -1), value: '', formula: undefined }
      } else if (name === 'mergeCell') merges.push(of('ref') ?? '')
    },
    text: (text) => {
      texts.add(text)
      if (cell !== undefined && inside === 'v') cell.value += text
      if (cell !== undefined && inside === 'f') cell.formula = (cell.formula ?? '') + text
    },
    close: (name) => {
      texts.close(name)
      inside = ''
      if (name !== 'c' || cell === undefined) return
      const inline = texts.take()
      putCell(sheet, cell.type === 'inlineStr' ? { ...cell, value: inline } : cell, content)
      cell = undefined
    },
  })
  return separate(merges)
}

function placeOf(address: string | undefined, row: number, column: number): { row: number; column: number } {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address ?? '') ?? []
  if (address !== undefined && letters === undefined)
    throw new ExpectationNotMet(`is not a readable workbook: "${address.slice(0, 50)}" is not the address of a cell`)
  const place =
    letters === undefined
      ? { row, column }
      : {
          row: Number(digits),
          column: Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0),
        }
  const { rows, columns } = limits.workbook
  if (!Number.isInteger(place.row) || place.row < 1)
    throw new ExpectationNotMet('is not a readable workbook: a row has no number')
  if (place.row > rows) throw new ProjectFault(`has more than ${count(rows)} rows`)
  if (place.column > columns) throw new ProjectFault(`has more than ${count(columns)} columns`)
  return place
}

function putCell(sheet: Worksheet, open: OpenCell, content: Content): void {
  content.room.cells -= 1
  if (content.room.cells < 0) throw new ProjectFault(`has more than ${count(limits.workbook.cells)} cells`)
  const format = content.styles[open.style] ?? ''
  const result = valueOf(open, format, content)
  const formula = open.formula?.trim() ?? ''
  if (result === null && formula === '') return
  const cell = sheet.getCell(open.row, open.column)
  cell.value = formula === '' ? result : ({ formula, ...(result === null ? {} : { result }) } as CellValue)
  if (format !== '') cell.numFmt = format
}

function valueOf({ type, value }: OpenCell, format: string, { strings, date1904 }: Content): CellValue {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'str' || type === 'inlineStr') return value
  if (value === '') return null
  if (type === 'b') return isTrue(value)
  if (type === 'e') return { error: value } as CellValue
  if (type === 'd') return new Date(value)
  const number = Number(value)
  if (!Number.isFinite(number))
    throw new ExpectationNotMet(`is not a readable workbook: "${value.slice(0, 50)}" is not a number`)
  return isDateFormat(format) ? dateOf(number, date1904) : number
}

const MILLISECONDS_OF_DAY = 24 * 3600 * 1000

/** Days since the end of 1899, or since the beginning of 1904. */
function dateOf(days: number, date1904: boolean): Date {
  return new Date(Math.round((days - 25_569 + (date1904 ? 1462 : 0)) * MILLISECONDS_OF_DAY))
}

/** Merged ranges that exceljs accepts: at most so many, and none that touches an earlier one. */
const MOST_MERGES = 1000

function separate(ranges: readonly string[]): string[] {
  const boxes: (readonly number[])[] = []
  return ranges.slice(0, MOST_MERGES).filter((range) => {
    const [, a = '', b = '', c = '', d = ''] =
      /^([A-Z]{1,3})([1-9]\d{0,6}):([A-Z]{1,3})([1-9]\d{0,6})$/.exec(range) ?? []
    if (a === '') return false
    const [start, end] = [placeOf(a + b, 0, 0), placeOf(c + d, 0, 0)]
    const box = [start.row, start.column, end.row, end.column] as const
    const touches = boxes.some(
      ([top = 0, left = 0, bottom = 0, right = 0]) =>
        box[0] <= bottom && top <= box[2] && box[1] <= right && left <= box[3],
    )
    if (touches || box[0] > box[2] || box[1] > box[3]) return false
    boxes.push(box)
    return true
  })
}
