import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { xlsxFormat } from '../../../harness/reporters/formats/xlsx.ts'
import { sheetsOf } from '../../../harness/reporters/formats/sheets.ts'
import { HOSTILE_TEXTS, resultOf, written } from './results.ts'

async function book(text?: string): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  // The types know only the buffers of an older Node.
  await workbook.xlsx.load((await written(xlsxFormat, resultOf(text))) as unknown as ArrayBuffer)
  return workbook
}

describe('xlsx', () => {
  it('has five sheets with frozen heads and filters, and the numbers as numbers', async () => {
    const result = resultOf('why')
    const workbook = await book('why')
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'summary',
      'missions',
      'trials',
      'testcodes',
      'scores',
    ])
    for (const [index, sheet] of workbook.worksheets.entries()) {
      expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }])
      const { columns = [], rows } = sheetsOf(result)[index] ?? {}
      const expected = [columns, ...(rows?.() ?? [])]
      expect(sheet.autoFilter).toMatch(/^A1:[A-Z]+\d+$/)
      const read = expected.map((cells, row) => cells.map((_, column) => sheet.getCell(row + 1, column + 1).value))
      expect(read).toEqual(expected)
    }
  })

  it.each(HOSTILE_TEXTS)('takes no text for a formula, and marks it as text: %s', async (_, text) => {
    const workbook = await book(text)
    for (const sheet of workbook.worksheets)
      sheet.eachRow((row, number) =>
        row.eachCell((cell) => {
          expect(['string', 'number']).toContain(typeof cell.value)
          expect(cell.text.length).toBeLessThanOrEqual(32_767)
          if (number > 1 && typeof cell.value === 'string') expect(cell.numFmt).toBe('@')
        }),
      )
    const archive = await JSZip.loadAsync(await written(xlsxFormat, resultOf(text)))
    const sheets = archive.file(/^xl\/worksheets\//)
    expect(sheets).toHaveLength(5)
    for (const sheet of sheets) expect(await sheet.async('string')).not.toMatch(/<f[ >/]|hyperlink/)
  })

  it('keeps texts that begin like a formula unchanged', async () => {
    const workbook = await book('=1+1')
    expect(workbook.getWorksheet('trials')?.getCell('I2').value).toBe('=1+1')
  })
})
