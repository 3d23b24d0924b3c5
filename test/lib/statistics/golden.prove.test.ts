/** The libraries that gave the recorded numbers still give them. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { needs } from '../../needs.ts'

const script = path.join(import.meta.dirname, 'golden.py')
const golden: unknown = JSON.parse(await readFile(path.join(import.meta.dirname, 'golden.json'), 'utf8'))

const python = '/usr/bin/python3'
const STATSMODELS = await needs('python3-statsmodels')

it('scipy and statsmodels give the recorded numbers', STATSMODELS, async () => {
  const { stdout } = await execa(python, [script], { timeout: 100_000 })
  const flat = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value]
  const [now, then] = [flat(JSON.parse(stdout)), flat(golden)]
  expect(now.length).toBe(then.length)
  for (const [index, value] of now.entries()) {
    if (typeof value === 'number') {
      const expected = then[index] as number
      expect(Math.abs(value - expected), `${String(value)} and ${String(expected)}`).toBeLessThanOrEqual(
        Math.max(Math.abs(expected) * 1e-9, 1e-300),
      )
    } else expect(value).toBe(then[index])
  }
})
