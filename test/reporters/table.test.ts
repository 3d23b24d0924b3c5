import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatTable, paint, percent } from '../../harness/reporters/table.ts'

afterEach(() => vi.unstubAllEnvs())

describe('formatTable', () => {
  it('pads columns to their widest cell, numbers to the right', () => {
    const rows = [
      ['name', 'points', ''],
      ['a', '1/22', 'x'],
      ['longer', '10/22', ''],
    ]
    expect(formatTable(rows, [1])).toBe(
      ['name    points', '──────  ──────  ─', 'a         1/22  x', 'longer   10/22'].join('\n'),
    )
  })

  it('does not count colours as width', () => {
    const [head, , row] = formatTable([
      ['a', 'b'],
      ['\u001b[32mok\u001b[39m', 'x'],
    ]).split('\n')
    expect(head).toBe('a   b')
    expect(stripVTControlCharacters(row ?? '')).toBe('ok  x')
  })

  it('accepts rows that are shorter or longer than the head', () => {
    expect(formatTable([['a'], ['b', 'c'], []])).toContain('b  c')
  })

  it('begins every cell of a column at the same place', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'b', '-') })
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }))
    fc.assert(
      fc.property(rows, (table) => {
        const lines = formatTable(table).split('\n')
        expect(lines).toHaveLength(table.length + 1)
        const widths = (lines[1] ?? '').split('  ').map((line) => line.length)
        const found = lines.toSpliced(1, 1).map((line) => {
          let at = 0
          return widths.map((width) => line.slice(at, (at += width + 2)).trimEnd())
        })
        expect(found).toEqual(table)
      }),
    )
  })
})

describe('paint', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })

  it('uses colours only on a terminal', () => {
    vi.stubEnv('NO_COLOR', undefined)
    expect(paint(terminal, 'red', 'text')).toBe('\u001b[31mtext\u001b[39m')
    expect(paint(new PassThrough(), 'red', 'text')).toBe('text')
  })

  it('uses no colours if NO_COLOR is set and not empty (no-color.org)', () => {
    vi.stubEnv('NO_COLOR', '1')
    expect(paint(terminal, 'red', 'text')).toBe('text')
    vi.stubEnv('NO_COLOR', '')
    expect(paint(terminal, 'red', 'text')).toBe('\u001b[31mtext\u001b[39m')
  })
})

describe('percent', () => {
  it('has one decimal, or is a dash if nothing was judged', () => {
    expect([0, 0.97436, 1, null].map(percent)).toEqual(['0.0%', '97.4%', '100.0%', '–'])
  })

  it('is 0% or 100% only if that is exact', () => {
    expect(percent(9999 / 10_000)).not.toBe('100.0%')
    expect(percent(1 / 10_000)).not.toBe('0.0%')
  })
})
