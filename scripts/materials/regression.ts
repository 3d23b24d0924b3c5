/**
 * Writes the input workbooks of the mission `regression`: `tsx scripts/materials/regression.ts [folder]`. Deterministic: a
 * second run writes the same bytes. Only `example.xlsx` is shown to producers.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generator, noise } from './shared/random.ts'
import { bytesOf, type Rows, type Sheet, type Value } from './shared/workbook.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'missions', 'regression', 'materials')

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

const STREETS = ['Elm Lane', 'Mill Road', 'High Street', 'Park Row', 'Quay Side']

/** Thirty-six flats: two without a price, one without an age, and a column of names between the numbers. */
function flats(seed: number): Rows {
  const random = generator(seed)
  const rows = Array.from({ length: 36 }, (_, index): Value[] => {
    const area = rounded(35 + 90 * random(), 1)
    const rooms = Math.max(1, Math.round(area / 28 + noise(random) * 0.6))
    const age = Math.floor(80 * random())
    const price = rounded(40 + 3.1 * area + 9 * rooms - 0.7 * age + 14 * noise(random), 1)
    const street = STREETS[Math.floor(random() * STREETS.length)] ?? ''
    return [street, area, rooms, index === 20 ? null : age, index === 7 || index === 30 ? null : price]
  })
  return [['Street', 'Area', 'Rooms', 'Age', 'Price'], ...rows]
}

/** Sales on a parabola over tenths of years: its columns are large and nearly collinear. */
function years(seed: number): Rows {
  const random = generator(seed)
  const rows = Array.from({ length: 30 }, (_, index): Value[] => {
    const year = rounded(2000 + index / 10, 1)
    const sales = rounded(500 + 12 * index - 0.3 * index * index + 4 * noise(random), 2)
    return [year, rounded(year * year, 2), sales]
  })
  return [['Year', 'Year squared', 'Sales'], ...rows]
}

/** Three hundred measurements of six variables, with the target in the first column. */
function sensors(seed: number): Rows {
  const random = generator(seed)
  const rows = Array.from({ length: 300 }, (): Value[] => {
    const inputs = [100, 1, 0.01, 10, 5, 1000].map((scale) => Number((scale * noise(random)).toPrecision(5)))
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = inputs
    return [rounded(12 + 0.02 * a - 3 * b + 150 * c + 0.4 * d + 0 * e + noise(random), 4), ...inputs]
  })
  return [['Output', 'A', 'B', 'C', 'D', 'E', 'F'], ...rows]
}

const LINE: Rows = [['y', 'x'], [-2, 0], [1, 1], [], [10, 4], [null, 7], [], [25, 9]]

/** Points that are not on a line; the files below use the first rows of them. */
const FEW: Rows = [
  ['u', 'v', 'w'],
  [1, 2, 5],
  [2, 1, 3],
  [4, 4, 1],
  [3, 5, 2],
]

const COLLINEAR: Rows = [
  ['Total', 'North', 'South', 'Both', 'Cost'],
  ...[
    [3, 5, 11],
    [4, 1, 9],
    [8, 2, 17],
    [5, 7, 20],
    [9, 9, 31],
    [2, 6, 14],
    [7, 3, 19],
  ].map(([north = 0, south = 0, cost = 0], index) => [index * index, north, south, 2 * north + south, cost]),
]

const CONSTANT: Rows = [['Shift', 'Load', 'Wear'], ...[2, 3, 5, 7, 11, 13].map((load) => [8, load, load * load])]

/** The example with one cell replaced. */
function spoilt(row: number, heading: string, value: Value): Rows {
  const rows = flats(20240401).map((cells) => [...cells])
  const cells = rows[row - 1]
  if (cells === undefined) throw new Error(`no row ${row}`)
  cells[(rows[0] ?? []).indexOf(heading)] = value
  return rows
}

const DECOY: Sheet = {
  name: 'Old data',
  rows: [
    ['Area', 'Price'],
    [1, 1],
    [2, 5],
    [3, 2],
  ],
}

const WORKBOOKS: Readonly<Record<string, readonly Sheet[]>> = {
  'example.xlsx': [{ name: 'Flats', rows: flats(20240401) }],
  'years.xlsx': [{ name: 'Sales', rows: years(20240402) }],
  'sensors.xlsx': [{ name: 'Sensors', rows: sensors(20240403) }, DECOY],
  'line.xlsx': [{ name: 'Line', rows: LINE }],
  'few.xlsx': [{ name: 'Few', rows: FEW }],
  'too-few.xlsx': [{ name: 'Few', rows: FEW.slice(0, 4) }],
  'collinear.xlsx': [{ name: 'Costs', rows: COLLINEAR }],
  'constant.xlsx': [{ name: 'Wear', rows: CONSTANT }],
  'word.xlsx': [{ name: 'Flats', rows: spoilt(12, 'Age', 'new') }],
  'word-price.xlsx': [{ name: 'Flats', rows: spoilt(5, 'Price', 'on request') }],
}

const folder = process.argv[2] ?? FOLDER
await mkdir(folder, { recursive: true })
for (const [name, sheets] of Object.entries(WORKBOOKS))
  await writeFile(join(folder, name), await bytesOf(sheets, 'regression'))
