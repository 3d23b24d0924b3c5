import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../../harness/errors.ts'
import { parseCsv } from '../../../harness/lib/parsing/csv.ts'
import { closeParsers, readTable } from '../../../harness/lib/parsing/produced.ts'

afterAll(closeParsers)

const parse = (text: string) => parseCsv(Buffer.from(text))

function problem(text: string | Buffer): string {
  try {
    parseCsv(Buffer.from(text))
  } catch (error) {
    expect(error).toBeInstanceOf(ExpectationNotMet)
    return messageOf(error)
  }
  return 'none'
}

describe('parseCsv follows RFC 4180', () => {
  it.each([
    ['nothing', '', []],
    [
      'rows of CRLF',
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'rows of LF, the last not ended',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'empty cells',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['an empty line', 'a\n\nb\n', [['a'], [''], ['b']]],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    ['quotes', '"a,""b""","c\r\nd",""\n', [['a,"b"', 'c\r\nd', '']]],
    ['quotes at the very end', '"a"', [['a']]],
    ['spaces, which belong to the cell', ' a , b ', [[' a ', ' b ']]],
    ['other separators, which are text', 'a;b\tc', [['a;b\tc']]],
    ['letters of all kinds', 'Łukasz,山田,😀', [['Łukasz', '山田', '😀']]],
  ])('%s', (_, text, rows) => {
    expect(parse(text)).toEqual(rows)
  })

  it('round-trips any rows', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '\uFEFF') }))
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
    fc.assert(
      fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (table, end, always) => {
        const plain = (cell: string) => !always && !/[",\r\n]/.test(cell)
        const cell = (value: string) => (plain(value) ? value : `"${value.replaceAll('"', '""')}"`)
        const written = table.map((row) => `${row.map(cell).join(',')}${end}`).join('')
        expect(parse(`\uFEFF${written}`)).toEqual(table)
      }),
    )
  })

  it('returns rows or throws ExpectationNotMet for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void problem(Buffer.from(bytes))))
  })
})

describe('parseCsv throws ExpectationNotMet for', () => {
  it.each([
    ['a quote that is never closed', 'a\n"b', 'a quote is never closed, in row 2'],
    ['a quote inside a cell', 'a"b', 'in row 1'],
    ['text after a closing quote', '"a"b', 'in row 1'],
    ['a carriage return alone', 'a\rb', 'in row 1'],
  ])('%s', (_, text, message) => {
    expect(problem(text)).toContain(message)
  })

  it('bytes that are not UTF-8', () => {
    expect(problem(Buffer.from([0x61, 0xff]))).toContain('UTF-8')
  })
})

describe('parseCsv throws ProjectFault for too many or too much:', () => {
  it.each([
    ['rows', () => 'a\n'.repeat(200_001), 'more than 200,000 rows'],
    ['columns', () => ','.repeat(16_384), 'more than 16,384 columns'],
    ['cells', () => `${','.repeat(9_999)}\n`.repeat(101), 'more than 1,000,000 cells'],
    ['a cell without end', () => 'x'.repeat(1024 * 1024 + 1), 'a cell of more than 1,048,576 characters'],
    ['a quoted cell without end', () => `"${'x'.repeat(32 * 1024 * 1024)}`, 'a cell of more than 1,048,576 characters'],
  ])('%s', async (_, text, message) => {
    const error: unknown = await readTable('out.csv', Buffer.from(text())).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ProjectFault)
    expect(messageOf(error)).toContain(`"out.csv" has ${message}`)
  })
})

it('readTable gives the same through the parser process', async () => {
  expect(await readTable('out.csv', Buffer.from('a,"b"\r\n'))).toEqual([['a', 'b']])
  await expect(readTable('out.csv', Buffer.from('"'))).rejects.toThrow('"out.csv" is not CSV: a quote is never closed')
})
