import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import exceljs from 'exceljs'
import { afterAll, describe, expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../../harness/errors.ts'
import { closeParsers, readWorkbook } from '../../../harness/lib/parsing/produced.ts'
import { everything, part } from '../../part.ts'
import { type Entry, type Sheets, cells, workbookEntries, workbookFile, zip } from './archives.ts'

const materials = path.resolve(import.meta.dirname, '../../../missions/timetable/materials')
const MEBIBYTE = 1024 * 1024

afterAll(closeParsers)

async function direct(file: Uint8Array): Promise<exceljs.Workbook> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(file as unknown as ArrayBuffer)
  return workbook
}

/** Without `xlsx`, which exceljs creates on first access: it is not part of the content. */
function comparable(workbook: exceljs.Workbook): exceljs.Workbook {
  expect(workbook.xlsx).toBeDefined()
  return workbook
}

async function richWorkbook(): Promise<Buffer> {
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

describe('readWorkbook gives the same as a direct load', () => {
  it('for every workbook in the materials of a mission', async () => {
    const names = (await readdir(materials)).filter((name) => name.endsWith('.xlsx'))
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) {
      const file = await readFile(path.join(materials, name))
      expect(comparable(await readWorkbook(name, file)), name).toStrictEqual(comparable(await direct(file)))
    }
  })

  it('with dates, rich text, formulas, errors, links, merged cells, styles, notes, tables, names and images', async () => {
    const file = await richWorkbook()
    const workbook = await readWorkbook('rich.xlsx', file)
    expect(comparable(workbook)).toStrictEqual(comparable(await direct(file)))
    const sheet = workbook.getWorksheet('Everything')
    expect(sheet?.getCell('A2').value).toEqual(new Date(Date.UTC(2024, 1, 29, 12, 30)))
    expect(sheet?.getCell('B2').text).toBe('bold plain')
    expect(sheet?.getCell('C2').result).toBe(7)
    expect(sheet?.getCell('H4').master.address).toBe('G2')
    expect(sheet?.getCell('E3').fill).toMatchObject({ fgColor: { argb: 'FFFF0000' } })
  })
})

/** Reads a file, which must fail with ProjectFault or ExpectationNotMet. */
async function refusal(file: Uint8Array): Promise<string> {
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

function name(range: string, called = 'x'): string {
  return `<definedNames><definedName name="${called}">${range}</definedName></definedNames>`
}

const ONE = cells('<row r="1"><c r="A1"><v>1</v></c></row>')

/** Whether time or memory runs out first depends on the machine. */
const TOO_MUCH = 'exhausted: "result.xlsx" could not be parsed within'

describe('readWorkbook throws ProjectFault for', () => {
  const hostile: Readonly<Record<string, readonly [() => Buffer, string]>> = {
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
  // Each of these is given up only after all the time that it may take.
  const [slow, quick] = [true, false].map((long) =>
    Object.keys(hostile).filter((title) => (hostile[title]?.[1] === TOO_MUCH) === long),
  )
  it.each([...(quick ?? []), ...part('endless workbooks', 6, slow ?? [])])('%s', async (title) => {
    const [file, message] = hostile[title] ?? []
    expect(file && (await refusal(file()))).toContain(message)
  })
})

describe('readWorkbook throws ExpectationNotMet for', () => {
  const laughs = `<!DOCTYPE x [<!ENTITY a0 "ha">${Array.from({ length: 40 }, (_, index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`).join('')}]>`
  const wrong: Readonly<Record<string, () => Buffer>> = {
    'an empty file': () => Buffer.alloc(0),
    'a text': () => Buffer.from('Time,Monday\n'),
    'an archive of something else': () => zip([{ name: 'readme.txt', content: 'hello' }]),
    'a workbook cut in half': () => workbookFile().subarray(0, 400),
    'entities that grow without end': () =>
      workbookFile({ prologue: laughs, sheets: [cells('<row r="1"><c r="A1" t="str"><v>&a40;</v></c></row>')] }),
    'XML that is not well formed': () => workbookFile({ sheets: ['<sheetData><row>'] }),
    'an encrypted file': () => zip(workbookEntries({}).map((entry) => ({ ...entry, flags: 1 }))),
    'an unknown way of packing': () => zip(workbookEntries({}).map((entry) => ({ ...entry, method: 12 }))),
    'one name twice': () => zip([...workbookEntries({}), ...workbookEntries({})]),
    'sizes that lie': () => zip(workbookEntries({}).map((entry) => ({ ...entry, declaredSize: 7 }))),
    'packed sizes beyond the file': () =>
      zip(workbookEntries({}).map((entry) => ({ ...entry, method: 0, declaredPacked: 0xffff_fff0 }))),
    'names that would write into the prototype of all objects': () =>
      workbookFile({ definedNames: name("'__proto__'!$A$5", '__proto__') }),
    'a sheet name that would do so': () => workbookFile({ definedNames: name('__proto__!$A$5:$B$9') }),
  }
  it.each(Object.keys(wrong))('%s', async (title) => {
    const file = wrong[title]
    expect(file && (await refusal(file()))).toMatch(/^malformed: "result.xlsx" is /)
    expect(Reflect.ownKeys(Object.prototype).filter((key) => /^\d+$/.test(String(key)))).toEqual([])
  })
})

describe('readWorkbook accepts', () => {
  const harmless: Readonly<Record<string, Sheets>> = {
    'a dimension of a billion cells': { sheets: [`<dimension ref="A1:XFD1048576"/>${ONE}`] },
    'elements a hundred thousand deep': { sheets: [`${'<x>'.repeat(1e5)}${'</x>'.repeat(1e5)}${ONE}`] },
    'keys of prototypes among the strings': {
      sheets: [cells('<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>')],
      sharedStrings: '<si><t>__proto__</t></si><si><t>constructor</t></si>',
    },
    'a sheet called constructor': { names: ['constructor'] },
    'a sheet called __proto__': { names: ['__proto__'] },
  }
  it.each(Object.keys(harmless))('%s', async (title) => {
    const workbook = await readWorkbook('result.xlsx', workbookFile(harmless[title]))
    expect(workbook.worksheets[0]?.getCell('A1').value).toBe(1)
  })
})

it('reads many files at the same time, one of them hostile', async () => {
  const bomb = zip([{ name: 'x', content: Buffer.alloc(128 * MEBIBYTE) }])
  const files = Array.from({ length: 12 }, (_, index) => (index === 3 ? bomb : workbookFile()))
  const results = await Promise.allSettled(files.map((file) => readWorkbook('result.xlsx', file)))
  expect(results.map(({ status }) => status)).toEqual(files.map((file) => (file === bomb ? 'rejected' : 'fulfilled')))
})

/** Files that are tried for each property. */
const RUNS = everything ? 100 : 25

describe('readWorkbook survives', () => {
  const survives = async (file: Uint8Array) => {
    const error: unknown = await readWorkbook('any.xlsx', file).catch((thrown: unknown) => thrown)
    if (error instanceof Error) expect(error.constructor.name).toMatch(/^(ExpectationNotMet|ProjectFault)$/)
  }

  it('random bytes', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), survives), { numRuns: 2 * RUNS })
  })

  it('a workbook with changed bytes', async () => {
    const file = await richWorkbook()
    const change = fc.tuple(fc.nat({ max: file.length - 1 }), fc.nat({ max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const changed = Buffer.from(file)
        for (const [index, value] of changes) changed[index] = value
        await survives(changed)
      }),
      { numRuns: RUNS },
    )
  })

  it('random XML in a sheet', async () => {
    const piece = fc.constantFrom(
      '<row r="1">',
      '</row>',
      '<c r="A1">',
      '<c t="s">',
      '</c>',
      '<v>',
      '</v>',
      '-1',
      '&lt;',
      '<row>',
      '<row r="x">',
      '<is/>',
      '<f t="shared" si="1"/>',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece), (pieces) => survives(workbookFile({ sheets: [cells(pieces.join(''))] }))),
      { numRuns: RUNS },
    )
  })
})
