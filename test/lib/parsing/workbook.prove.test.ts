/** The other cases of workbook.integration.test.ts. */
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { closeParsers, readWorkbook } from '../../../harness/lib/parsing/produced.ts'
import { cells, workbookFile, zip } from './archives.ts'
import { MEBIBYTE, hostile, richWorkbook, readworkbookThrowsProjectfaultFor } from './workbook-cases.ts'

afterAll(closeParsers)

describe('readWorkbook throws ProjectFault for', () => {
  readworkbookThrowsProjectfaultFor(Object.keys(hostile))
})

/** Files that are tried for each property. */
const RUNS = 100

const survives = async (file: Uint8Array) => {
  const error: unknown = await readWorkbook('any.xlsx', file).catch((thrown: unknown) => thrown)
  const result = error instanceof Error ? error.constructor.name : 'read'
  expect(result).toMatch(/^(read|ExpectationNotMet|ProjectFault)$/)
}

describe('readWorkbook survives', () => {
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

it('reads many files at the same time, one of them hostile', async () => {
  const bomb = zip([{ name: 'x', content: Buffer.alloc(128 * MEBIBYTE) }])
  const files = Array.from({ length: 12 }, (_, index) => (index === 3 ? bomb : workbookFile()))
  const results = await Promise.allSettled(files.map((file) => readWorkbook('result.xlsx', file)))
  expect(results.map(({ status }) => status)).toEqual(files.map((file) => (file === bomb ? 'rejected' : 'fulfilled')))
})
