/**
 * Writes the CSV files of the mission `histogram`: `tsx scripts/materials/histogram.ts [folder]`. Deterministic: a second
 * run writes the same bytes. Only `example.csv` is shown to producers.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generator, noise } from './shared/random.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'missions', 'histogram', 'materials')

type Cell = string | number
type Rows = readonly (readonly Cell[])[]

/** A random number around a mean, with two decimals. */
function around(random: () => number, middle: number, spread: number): string {
  return (middle + spread * noise(random)).toFixed(2)
}

/** Sixty plants, two of them without a height. */
function plants(seed: number): Rows {
  const random = generator(seed)
  const rows = Array.from({ length: 60 }, (_, index): Cell[] => {
    const height = around(random, index % 3 === 0 ? 22 : 36, 5)
    return [`P${String(index + 1).padStart(2, '0')}`, index === 17 || index === 41 ? '' : height, 2 + (index % 5)]
  })
  return [['plant', 'height', 'leaves'], ...rows]
}

/** Two thousand waiting times: many short ones, few long ones. */
function waits(seed: number): Rows {
  const random = generator(seed)
  const rows = Array.from({ length: 2000 }, (_, index): Cell[] => {
    return [index + 1, (20 + 0.9 * Number(around(random, 0, 12)) + 30 * random() * random()).toFixed(3)]
  })
  return [['number', 'minutes'], ...rows]
}

/** A column of numbers with the heading "value", between two others. */
function values(...numbers: readonly Cell[]): Rows {
  return [['name', 'value', 'note'], ...numbers.map((value, index): Cell[] => [`n${index + 1}`, value, 'x'])]
}

/** Repeats each number: [number, times]. */
function repeated(...counts: readonly (readonly [number, number])[]): Cell[] {
  return counts.flatMap(([number, times]) => Array.from({ length: times }, () => number))
}

function csv(rows: Rows, lineEnd = '\n'): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((cells) => cells.map((cell) => quoted(String(cell))).join(',') + lineEnd).join('')
}

const QUOTED: Rows = [
  ['who, when', 'the "size", in cm', 'remark'],
  ['Zoë, noon', 4, 'says "9"'],
  ['Łukasz', 8, 'two\nlines'],
  ['山田, dusk', 6, '1,5'],
  ['Eve', 4, ''],
]

/** Frequencies that rise from left to right, and their mirror image. */
const RISING = repeated([0, 3], [5, 6], [9, 12], [13, 24], [16, 30])
const FALLING = repeated([0, 30], [5, 24], [9, 12], [13, 6], [16, 3])

const FILES: Readonly<Record<string, string>> = {
  'example.csv': csv(plants(20240303)),
  'waits.csv': csv(waits(20240304)),
  'edges.csv': csv(values(10, 0, 2, 4, 6, 8, 1, 3, 5, 7, 9)),
  'signs.csv': csv(values('-2.5', '+3', ' 1.5e0', '-1E0 ', '  .5', '5.5', '2', '-0.25')),
  'empty-cells.csv': csv(values(1, '', 2, '  ', 4, '', 9)),
  'quoted.csv': csv(QUOTED, '\r\n'),
  'equal.csv': csv(values(7.25, 7.25, 7.25)),
  'gaps.csv': csv(values(...repeated([0, 20], [30, 1], [31, 9], [70, 5], [80, 15]))),
  'rising.csv': csv(values(...RISING)),
  'falling.csv': csv(values(...FALLING)),
  'word.csv': csv(values(1, 2, '', 3, 4, 'five', 6)),
  'nan.csv': csv(values(1, 2, 3, 'NaN', 5)),
  'comma.csv': csv(values(1, '2,5', 3)),
  'no-numbers.csv': csv(values('', '', '')),
  'no-rows.csv': csv(values()),
}

const folder = process.argv[2] ?? FOLDER
await mkdir(folder, { recursive: true })
for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
