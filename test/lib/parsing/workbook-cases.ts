/** Shared by the tests of workbook. */
import exceljs from 'exceljs'
import { expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../../harness/errors.ts'
import { readWorkbook } from '../../../harness/lib/parsing/produced.ts'
import { type Entry, cells, workbookFile, zip } from './archives.ts'

export const MEBIBYTE = 1024 * 1024

export async function richWorkbook(): Promise<Buffer> {
  const workbook = new exceljs.Workbook()
  workbook.creator = 'someone'
  const sheet = workbook.addWorksheet('Everything', { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] })
  sheet.columns = [{ header: 'A', width: 30 }, { header: 'B' }, { header: 'C', hidden: true }]
  sheet.getCell('A2').value = new Date(Date.UTC(2024, 1, 29, 12, 30))
  sheet.getCell('A2').numFmt = 'yyyy-mm-dd'
  sheet.getCell('B2').value = { richText: [{ font: { bold: true }, text: 'bold' }, { text: ' plain' }] }
  sheet.getCell('C2').value = { formula: 'SUM(D2:D3)', result: 7 }
  sheet.getCell('D2').value = 3.25
  sheet.getCell('D3').value = true
  sheet.getCell('D4').value = { error: '#N/A' }
  sheet.getCell('E2').value = { text: 'a page', hyperlink: 'https://example.org/' }
  sheet.getCell('E3').fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFF0000' } }
  sheet.getCell('E3').border = { top: { style: 'thin' } }
  sheet.getCell('E3').note = 'a comment'
  sheet.getCell('F2').dataValidation = { type: 'list', allowBlank: true, formulae: ['"x,y"'] }
  sheet.getCell('G2').value = 'merged'
  sheet.mergeCells('G2:H4')
  sheet.autoFilter = 'A1:C1'
  sheet.addTable({ name: 'List', ref: 'K1', columns: [{ name: 'one' }, { name: 'two' }], rows: [[1, 'x']] })
  sheet.addConditionalFormatting({
    ref: 'D2:D9',
    rules: [{ type: 'cellIs', operator: 'greaterThan', formulae: [3], priority: 1, style: { font: { bold: true } } }],
  })
  const image = workbook.addImage({ buffer: Buffer.from('not looked at') as never, extension: 'png' })
  sheet.addImage(image, 'B6:D8')
  workbook.definedNames.add("'Everything'!$A$1:$B$2", 'corner')
  workbook.addWorksheet('Hidden', { state: 'hidden' })
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

/** Reads a file, which must fail with ProjectFault or ExpectationNotMet. */
export async function refusal(file: Uint8Array): Promise<string> {
  const before = process.memoryUsage().rss
  const error: unknown = await readWorkbook('result.xlsx', file).then(
    () => 'it was read',
    (thrown: unknown) => thrown,
  )
  expect((process.memoryUsage().rss - before) / MEBIBYTE, 'MiB by which the harness grew').toBeLessThan(150)
  // The next file is read as usual.
  expect((await readWorkbook('honest.xlsx', workbookFile())).worksheets[0]?.getCell('A1').value).toBe(1)
  if (error instanceof ProjectFault) return `exhausted: ${error.message}`
  if (error instanceof ExpectationNotMet) return `malformed: ${error.message}`
  throw new Error(`neither: ${messageOf(error)}`, { cause: error })
}

function rows(number: number, row: (index: number) => string): string {
  return cells(Array.from({ length: number }, (_, index) => row(index + 1)).join(''))
}

export function name(range: string, called = 'x'): string {
  return `<definedNames><definedName name="${called}">${range}</definedName></definedNames>`
}

export const ONE = cells('<row r="1"><c r="A1"><v>1</v></c></row>')

/** Whether time or memory runs out first depends on the machine. */
const TOO_MUCH = 'exhausted: "result.xlsx" could not be parsed within'

export const hostile: Readonly<Record<string, readonly [() => Buffer, string]>> = {
  'a million rows': [
    () => workbookFile({ sheets: [rows(1_000_000, (row) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`)] }),
    TOO_MUCH,
  ],
  'more cells than anyone looks at': [
    () => workbookFile({ sheets: [rows(100_001, (row) => `<row r="${row}"><c r="A${row}"><v>1</v></c></row>`)] }),
    'exhausted: "result.xlsx" has more than 100,000 cells',
  ],
  'two cells with a billion between them': [
    () =>
      workbookFile({
        sheets: [cells('<row r="1"><c r="A1"/></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')],
      }),
    'exhausted: "result.xlsx" spreads over more than 10,000,000 rows × columns',
  ],
  'more empty cells than anyone looks at': [
    () => workbookFile({ sheets: [cells('', '<mergeCells><mergeCell ref="A1:CV1001"/></mergeCells>')] }),
    'exhausted: "result.xlsx" has more than 100,000 cells',
  ],
  'more columns than there are': [
    () => workbookFile({ sheets: [`<cols><col min="1" max="16385" width="9"/></cols>${ONE}`] }),
    'exhausted: "result.xlsx" has more than 16,384 columns',
  ],
  'a row beyond the last': [
    () => workbookFile({ sheets: [cells('<row r="4294967294"><c r="A1"><v>1</v></c></row>')] }),
    'exhausted: "result.xlsx" has more than 1,048,576 rows',
  ],
  'a billion merged cells': [
    () => workbookFile({ sheets: [cells('', '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')] }),
    TOO_MUCH,
  ],
  'a billion validated cells': [
    () =>
      workbookFile({
        sheets: [cells('', '<dataValidations><dataValidation sqref="A1:XFD1048576" type="list"/></dataValidations>')],
      }),
    TOO_MUCH,
  ],
  'a billion columns': [
    () => workbookFile({ sheets: [`<cols><col min="1" max="1000000000" width="9"/></cols>${ONE}`] }),
    TOO_MUCH,
  ],
  'a name for a billion cells': [() => workbookFile({ definedNames: name("'Sheet 1'!$A$1:$XFD$1048576") }), TOO_MUCH],
  'a thousand sheets': [
    () => workbookFile({ sheets: Array.from({ length: 1000 }, () => ONE) }),
    'exhausted: "result.xlsx" has more than 256 sheets',
  ],
  'a sheet whose id is the last there is': [
    () => workbookFile({ ids: [4_294_967_294] }),
    'exhausted: "result.xlsx" has a sheet with an id over 65,535',
  ],
  'ten thousand files, of which it tells five thousand': [
    () =>
      zip(
        Array.from({ length: 10_000 }, (_, index) => ({ name: String(index), content: '' })),
        5000,
      ),
    'exhausted: "result.xlsx" holds more than 4,096 files',
  ],
  'ten gigabytes, as it says itself': [
    () => zip([1, 2, 3].map((index): Entry => ({ name: String(index), content: '', declaredSize: 0xffff_ffff }))),
    'exhausted: "result.xlsx" holds more than 64 MiB when unpacked',
  ],
  'much more than it says, which is a kilobyte': [
    () => zip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(128 * MEBIBYTE), declaredSize: 1024 }]),
    'exhausted: "result.xlsx" holds more than 64 MiB when unpacked',
  ],
  'many files that are bearable one by one': [
    () =>
      zip(
        Array.from({ length: 80 }, (_, index) => ({
          name: String(index),
          content: Buffer.alloc(MEBIBYTE),
          declaredSize: 0,
        })),
      ),
    'malformed: "result.xlsx" is not a workbook: it is a zip archive with a file of another size than declared',
  ],
}

export function readworkbookThrowsProjectfaultFor(cases: readonly string[]): void {
  it.each(cases)('%s', async (title) => {
    const [file, message] = hostile[title] ?? []
    expect(file && (await refusal(file()))).toContain(message)
  })
}
