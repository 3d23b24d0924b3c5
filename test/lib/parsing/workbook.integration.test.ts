import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import exceljs from 'exceljs'
import { afterAll, describe, expect, it } from 'vitest'
import { closeParsers, readWorkbook } from '../../../harness/lib/parsing/produced.ts'
import { type Sheets, cells, workbookEntries, workbookFile, zip } from './archives.ts'
import { richWorkbook, refusal, name, ONE, readworkbookThrowsProjectfaultFor } from './workbook-cases.ts'

const materials = path.resolve(import.meta.dirname, '../../../missions/timetable/materials')

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

describe('readWorkbook throws ProjectFault for', () => {
  readworkbookThrowsProjectfaultFor([
    'two cells with a billion between them',
    'more empty cells than anyone looks at',
    'a sheet whose id is the last there is',
    'ten gigabytes, as it says itself',
  ])
})

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

describe('readWorkbook throws ExpectationNotMet for', () => {
  it.each(Object.keys(wrong))('%s', async (title) => {
    const file = wrong[title]
    expect(file && (await refusal(file()))).toMatch(/^malformed: "result.xlsx" is /)
    expect(Reflect.ownKeys(Object.prototype).filter((key) => /^\d+$/.test(String(key)))).toEqual([])
  })
})

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

describe('readWorkbook accepts', () => {
  it.each(Object.keys(harmless))('%s', async (title) => {
    const workbook = await readWorkbook('result.xlsx', workbookFile(harmless[title]))
    expect(workbook.worksheets[0]?.getCell('A1').value).toBe(1)
  })
})
