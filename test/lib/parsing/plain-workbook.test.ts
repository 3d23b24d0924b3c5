import exceljs from 'exceljs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault } from '../../../harness/errors.ts'
import { parseWorkbook, rebuildWorkbook } from '../../../harness/lib/parsing/workbook.ts'
import { zip, type Entry } from './archives.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface Book {
  readonly sheet: string
  readonly strings?: string
  readonly styles?: string
  /** Path of the sheet, and how the workbook refers to it. */
  readonly path?: string
  readonly target?: string
  readonly workbookPr?: string
  readonly others?: readonly Entry[]
}

const relations = (...all: readonly (readonly [string, string, string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

function book({
  sheet,
  strings,
  styles,
  path = 'xl/worksheets/sheet1.xml',
  target = 'worksheets/sheet1.xml',
  workbookPr = '',
  others = [],
}: Book): Buffer {
  return zip([
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    { name: '_rels/.rels', content: relations(['rId1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${workbookPr}<sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['rId1', 'worksheet', target],
        ['rId2', 'sharedStrings', 'sharedStrings.xml'],
        ['rId3', 'styles', 'styles.xml'],
      ),
    },
    { name: path, content: sheet },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
    ...others,
  ])
}

const sheetOf = (rows: string, rest = '') =>
  `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${rest}</worksheet>`
const read = async (file: Buffer) => {
  const sheet = rebuildWorkbook(await parseWorkbook(file)).worksheets[0]
  if (!sheet) throw new Error('there is no sheet')
  return sheet
}
const ROWS = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1"><v>12.5</v></c></row>'

const UNUSUAL: Readonly<Record<string, Book>> = {
  'prefixed tags': {
    sheet: `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c><x:c r="B1"><x:v>12.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  },
  'another name of the sheet': { sheet: sheetOf(ROWS), path: 'xl/worksheets/data.xml', target: 'worksheets/data.xml' },
  'a target from the root': { sheet: sheetOf(ROWS), path: 'xl/worksheets/data.xml', target: '/xl/worksheets/data.xml' },
  'names in other cases': { sheet: sheetOf(ROWS), path: 'xl/worksheets/Sheet1.XML' },
  'no addresses': {
    sheet: sheetOf('<row><c t="inlineStr"><is><t>name</t></is></c><c><v>12.5</v></c></row>'),
  },
  'shared texts in pieces, with readings': {
    sheet: sheetOf('<row r="1"><c t="s"><v>0</v></c><c r="B1"><v>12.5</v></c></row>'),
    strings: `<s:sst xmlns:s="${MAIN}"><s:si><s:r><s:t>na</s:t></s:r><s:r><s:rPr><s:b/></s:rPr><s:t>me</s:t></s:r><s:rPh sb="0" eb="1"><s:t>x</s:t></s:rPh></s:si></s:sst>`,
  },
  'a drawing that is missing': {
    sheet: sheetOf(
      ROWS,
      '<drawing r:id="rId9" xmlns:r="x"/><legacyDrawing r:id="rId8" xmlns:r="x"/><tableParts count="1"><tablePart r:id="rId7" xmlns:r="x"/></tableParts>',
    ),
    others: [
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relations(
          ['rId9', 'drawing', '/xl/drawings/drawing1.xml'],
          ['rId8', 'vmlDrawing', '/x.vml'],
          ['rId7', 'table', '/xl/tables/table1.xml'],
        ),
      },
    ],
  },
  'a comment as openpyxl writes it': {
    sheet: sheetOf(ROWS, '<legacyDrawing r:id="anysvml" xmlns:r="x"/>'),
    others: [
      {
        name: 'xl/comments/comment1.xml',
        content: `<comments xmlns="${MAIN}"><authors><author>a</author></authors><commentList><comment ref="A1" authorId="0" shapeId="0"><text><t>c</t></text></comment></commentList></comments>`,
      },
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        content: relations(
          ['comments', 'comments', '/xl/comments/comment1.xml'],
          ['anysvml', 'vmlDrawing', '/xl/drawings/commentsDrawing1.vml'],
        ),
      },
    ],
  },
}

describe('workbooks that exceljs does not expect', () => {
  it.each(Object.entries(UNUSUAL))('%s', async (_, parts) => {
    const sheet = await read(book(parts))
    expect(sheet.name).toBe('Data')
    expect(sheet.getCell('A1').text).toBe('name')
    expect(sheet.getCell('B1').value).toBe(12.5)
  })

  it('have numbers, dates, truth, errors, formulas and merged cells', async () => {
    const styles = `<p:styleSheet xmlns:p="${MAIN}"><p:numFmts><p:numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></p:numFmts><p:cellStyleXfs><p:xf numFmtId="14"/></p:cellStyleXfs><p:cellXfs><p:xf numFmtId="0"/><p:xf numFmtId="164"/><p:xf numFmtId="2"/></p:cellXfs></p:styleSheet>`
    const cells = [
      ...['<c><v>-1.5E-3</v></c>', '<c s="1"><v>45351.5</v></c>', '<c t="b"><v>1</v></c>', '<c t="e"><v>#N/A</v></c>'],
      ...[
        '<c><f>SUM(A1:A2)</f><v>3</v></c>',
        '<c s="2"><v>7</v></c>',
        '<c t="str"><f>A1</f><v>x &amp; y</v></c>',
        '<c s="1"/>',
      ],
    ]
    const sheet = await read(
      book({
        styles,
        sheet: sheetOf(
          `<row r="2">${cells.join('')}</row>`,
          '<mergeCells><mergeCell ref="A4:B5"/><mergeCell ref="B5:C6"/></mergeCells>',
        ),
      }),
    )
    expect(sheet.getCell('A2').value).toBe(-0.0015)
    expect(sheet.getCell('B2').value).toEqual(new Date(Date.UTC(2024, 1, 29, 12)))
    expect(sheet.getCell('C2').value).toBe(true)
    expect(sheet.getCell('D2').value).toEqual({ error: '#N/A' })
    expect(sheet.getCell('E2').value).toMatchObject({ formula: 'SUM(A1:A2)', result: 3 })
    expect(sheet.getCell('F2').value).toBe(7)
    expect(sheet.getCell('G2').text).toBe('x & y')
    expect(sheet.getCell('H2').value).toBeNull()
    expect(sheet.getCell('B4').master.address).toBe('A4')
    expect(sheet.getCell('C6').isMerged).toBe(false)
  })

  it('count days from 1904 if they say so', async () => {
    const styles = `<styleSheet xmlns="${MAIN}"><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`
    const sheet = await read(
      book({ styles, workbookPr: '<workbookPr date1904="1"/>', sheet: sheetOf('<row><c s="0"><v>1</v></c></row>') }),
    )
    expect(sheet.getCell('A1').value).toEqual(new Date(Date.UTC(1904, 0, 2)))
  })

  it('have the same cells as exceljs reads, whatever they hold', async () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.string({ unit: fc.constantFrom('a', ' ', '<', '&', '_x0041_', 'é', '🙂', '\n'), minLength: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const workbook = new exceljs.Workbook()
          workbook.addWorksheet('Data').addRows(rows)
          const file = Buffer.from(await workbook.xlsx.writeBuffer())
          const { readZip } = await import('../../../harness/lib/parsing/zip.ts')
          const { readPlainWorkbook } = await import('../../../harness/lib/parsing/plain-workbook.ts')
          const [direct, plain] = [await read(file), readPlainWorkbook(await readZip(file)).workbook.worksheets[0]]
          for (const [row, cells] of rows.entries())
            for (const column of cells.keys())
              expect(plain?.getCell(row + 1, column + 1).value).toEqual(direct.getCell(row + 1, column + 1).value)
        },
      ),
      { numRuns: 10 },
    )
  })
})

describe('files that are no workbooks, or too large, are the fault of their project', () => {
  it.each<[string, string, typeof ProjectFault | typeof ExpectationNotMet, RegExp]>([
    ['no XML', '<worksheet><sheetData>', ExpectationNotMet, /^is not a readable workbook/],
    [
      'an entity of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]>${sheetOf('<row><c><v>&b;</v></c></row>')}`,
      ExpectationNotMet,
      /^is not a readable workbook/,
    ],
    [
      'an address that is none',
      sheetOf('<row><c r="@1"><v>1</v></c></row>'),
      ExpectationNotMet,
      /"@1" is not the address of a cell/,
    ],
    ['a number that is none', sheetOf('<row><c><v>many</v></c></row>'), ExpectationNotMet, /"many" is not a number/],
    ['a row too far', sheetOf('<row r="2000000"><c><v>1</v></c></row>'), ProjectFault, /more than 1,048,576 rows/],
    ['a column too far', sheetOf('<row><c r="ZZZ1"><v>1</v></c></row>'), ProjectFault, /more than 16,384 columns/],
    [
      'cells without end',
      sheetOf(`<row>${'<c/>'.repeat(10_000)}</row>`.repeat(11)),
      ProjectFault,
      /more than 100,000 cells/,
    ],
  ])('%s', async (_, sheet, type, message) => {
    const failure = parseWorkbook(book({ sheet }))
    await expect(failure).rejects.toBeInstanceOf(type)
    await expect(failure).rejects.toThrow(message)
  })
})
