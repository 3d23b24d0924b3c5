import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../harness/lib/parsing/csv.ts'
import { csvFormat, csvLine, inert } from '../../../harness/reporters/formats/csv.ts'
import { STATUSES } from '../../../harness/contracts/schema.ts'
import { HOSTILE_TEXTS, resultOf, written } from './results.ts'
import { needs } from '../../needs.ts'

const PYTHON = await needs('python3')

describe('csv', () => {
  it('has one row for each verdict, under named columns', async () => {
    const [head, ...rows] = parseCsv(await written(csvFormat, resultOf('why')))
    expect(head).toEqual([
      ...['run', 'trial', 'agent', 'level', 'mode', 'mission', 'sample'],
      ...['testcode', 'page', 'function', 'status', 'reason', 'milliseconds', 'flaky', 'expects'],
      ...['suite', 'earned', 'points', 'limit', 'seconds used', 'MiB used'],
    ])
    expect(rows).toHaveLength(2 + STATUSES.length + 1)
    const trial = [
      ...['2025-01-01T00-00-00-abcdef', 'fixture.folder.L1.direct.1', 'folder:why'],
      ...['1', 'direct', 'fixture', '1'],
    ]
    expect(rows[0]).toEqual([...trial, 'runnable', '', '', 'passed', '', '12', '', '', '', '1', '1', '', '', ''])
    expect(rows[1]).toEqual([
      ...trial,
      'shows',
      'why',
      'why',
      'passed',
      'why',
      '12',
      '',
      'why',
      '',
      '1',
      '1',
      '',
      '',
      '',
    ])
    expect(rows[2]?.slice(-5)).toEqual(['0.5', '1', '', '', ''])
  })

  it('is read back unchanged, except for formulas and control characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...HOSTILE_TEXTS.map(([, text]) => text))), {
          minLength: 1,
        }),
        (cells) => {
          const [read = []] = parseCsv(Buffer.from(csvLine([...cells, 'end'])))
          expect(read).toHaveLength(cells.length + 1)
          for (const [index, cell] of read.slice(0, -1).entries()) {
            expect(cell).not.toMatch(/^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/)
            const plain = cells[index] ?? ''
            if (/^[\w .]*$/.test(plain)) expect(cell).toBe(plain)
          }
        },
      ),
    )
  })

  it.each([';', '\t', '|'])('has no formula for a program that separates cells by %j', (separator) => {
    const pieces = [separator, '=1+1', '-2', '@x', '+3', '"', ' ', '\n', '\u200b', '\ufeff', '\u00ad', 'a', ',', "'"]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (cell) => {
        const cells = csvLine(['run', cell, 'end'])
          .split(/\r?\n/)
          .flatMap((line) => line.split(separator))
        const visible = cells.map((each) => each.replaceAll(/["\s\u200b\ufeff\u00ad]/g, ''))
        expect(visible.filter((each) => /^[=+\-@]/.test(each))).toEqual([])
      }),
      { numRuns: 2000 },
    )
    expect(inert(`x${separator}=1+1`)).toBe(`x${separator}'=1+1`)
  })

  it('keeps numbers unchanged, negative ones too, and leaves unknown ones empty', () => {
    expect(csvLine([-1.5, null, 0, '-1.5', ''])).toBe("-1.5,,0,'-1.5,\r\n")
    expect(inert('a=1')).toBe('a=1')
    expect(inert('=1')).toBe("'=1")
  })

  it('is read by another program', PYTHON, async () => {
    const text = await written(csvFormat, resultOf('"a",\nb'))
    const code = 'import csv,sys,json; print(json.dumps(list(csv.reader(open(0, newline="", encoding="utf-8")))))'
    const { stdout } = await execa('python3', ['-c', code], { input: text })
    expect(JSON.parse(stdout)).toEqual(parseCsv(text))
  })
})
