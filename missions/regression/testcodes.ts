import { crc32, deflateRawSync } from 'node:zlib'
import type { Finished, Given, ProgramFixtures, ProgramTestcodes } from 'pe'

type Workbook = Awaited<ReturnType<Finished['workbook']>>
type Cell = string | number | null
/** Term, estimate, standard error, t value. */
type Term = readonly [string, number, number, number]
/** Row, actual, predicted. */
type Prediction = readonly [number, number | null, number]

const COEFFICIENTS = ['Term', 'Estimate', 'Std. error', 't value']
const FIT = ['Measure', 'Value']
const PREDICTIONS = ['Row', 'Actual', 'Predicted', 'Residual']
const MEASURES = ['Observations', 'R squared', 'Adjusted R squared', 'Residual standard error']

/** Tolerance for six significant digits: half a unit of the sixth digit of a number that begins with 1. */
const RELATIVE_TOLERANCE = 5e-6
/** Tolerance for numbers that should be 0, computed from numbers between 1 and 1000. */
const ABSOLUTE_TOLERANCE = 1e-6

// ---- workbooks for the program's folder ----------------------------------------------------------------------------

type Value = string | number | null
type Rows = readonly (readonly Value[])[]
interface Sheet {
  readonly name: string
  readonly rows: Rows
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The address of a cell, both numbers counted from 1: (2, 3) is C2. */
function address(row: number, column: number): string {
  return `${String.fromCharCode(64 + column)}${row}`
}

/** The bytes of an Excel workbook with texts and plain numbers in its cells (ECMA-376). */
function xlsx(...sheets: readonly Sheet[]): Buffer {
  const texts: string[] = []
  const cell = (value: Value, row: number, column: number) => {
    if (value === null) return ''
    const place = address(row, column)
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
    if (!texts.includes(value)) texts.push(value)
    return `<c r="${place}" t="s"><v>${texts.indexOf(value)}</v></c>`
  }
  const line = (values: readonly Value[], row: number) =>
    values.length === 0
      ? ''
      : `<row r="${row}">${values.map((value, column) => cell(value, row, column + 1)).join('')}</row>`
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }))
  const pages = numbered.map(({ id, rows }): [string, string] => [
    `xl/worksheets/sheet${id}.xml`,
    `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((values, row) => line(values, row + 1)).join('')}</sheetData></worksheet>`,
  ])
  const list = numbered.map(({ id, name }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`)
  const strings = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  const last = sheets.length + 1
  const kinds = [
    ...numbered.map(({ id }) => [`/xl/worksheets/sheet${id}.xml`, 'worksheet']),
    ...[
      ['/xl/workbook.xml', 'sheet.main'],
      ['/xl/sharedStrings.xml', 'sharedStrings'],
      ['/xl/styles.xml', 'styles'],
    ],
  ]
  const relations = [
    ...numbered.map(({ id }) => [id, 'worksheet', `worksheets/sheet${id}.xml`] as const),
    ...[[last, 'sharedStrings', 'sharedStrings.xml'] as const, [last + 1, 'styles', 'styles.xml'] as const],
  ]
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kinds.map(([part, kind]) => `<Override PartName="${part ?? ''}" ContentType="${PARTS}.${kind ?? ''}+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${list.join('')}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}">${relations.map(([id, kind, target]) => `<Relationship Id="rId${id}" Type="${RELATION}/${kind}" Target="${target}"/>`).join('')}</Relationships>`,
    ],
    ...pages,
    ['xl/sharedStrings.xml', `<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${strings.join('')}</sst>`],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ])
}

/** A zip archive of texts, compressed (PKWARE's APPNOTE, version 2.0). */
function zip(files: readonly (readonly [string, string])[]): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(XML + text)
    const packed = deflateRawSync(content)
    // Version 2.0, names in UTF-8, deflated, on 1 January 1980.
    const shared = Buffer.alloc(26)
    ;[20, 0x0800, 8, 0, 0x0021].forEach((value, index) => shared.writeUInt16LE(value, 2 * index))
    ;[crc32(content), packed.length, content.length].forEach((value, index) =>
      shared.writeUInt32LE(value, 10 + 4 * index),
    )
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  ;[files.length, files.length].forEach((value, index) => end.writeUInt16LE(value, 8 + 2 * index))
  ;[directory.length, offset].forEach((value, index) => end.writeUInt32LE(value, 12 + 4 * index))
  return Buffer.concat([...locals, directory, end])
}

// ---- the results of a correct program, in exact fractions ----------------------------------------------------------

/** Cells have at most six decimals. */
const UNIT = 10n ** 6n
const units = (value: number): bigint => BigInt(Math.round(value * Number(UNIT)))
const DIGITS = 10n ** 60n

/** The quotient of two whole numbers, with the full precision of a float. */
function ratio(dividend: bigint, divisor: bigint): number {
  return Number((dividend * DIGITS) / divisor) / Number(DIGITS)
}

function dot(one: readonly bigint[], other: readonly bigint[]): bigint {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0n), 0n)
}

/** Solves A X = B by Bareiss's fraction-free elimination: X times the determinant, and the determinant, 0 if singular. */
function solved(a: readonly (readonly bigint[])[], b: readonly (readonly bigint[])[]) {
  const rows = a.map((row, index) => [...row, ...(b[index] ?? [])])
  let before = 1n
  for (let step = 0; step < a.length; step += 1) {
    // The matrix of normal equations is positive definite or singular: no rows need to be exchanged.
    const pivot = rows[step] ?? []
    const head = pivot[step] ?? 0n
    if (head === 0n) return { determinant: 0n, solution: [] }
    rows.forEach((row, index) => {
      if (index === step) return
      const factor = row[step] ?? 0n
      rows[index] = row.map((value, column) => (head * value - factor * (pivot[column] ?? 0n)) / before)
    })
    before = head
  }
  return { determinant: before, solution: rows.map((row) => row.slice(a.length)) }
}

interface Fit {
  readonly terms: readonly Term[]
  readonly measures: readonly number[]
  readonly predictions: readonly Prediction[]
  /** Whether the columns are linearly independent, and neither all residuals nor the variation of the target are 0. */
  readonly isUsual: boolean
}

/** The regression of a column of a sheet on others. */
function fitOf(rows: Rows, target: string, columns: readonly string[]): Fit {
  const [headings = [], ...cells] = rows
  const numberIn = (row: readonly Value[], heading: string) => {
    const value = row[headings.indexOf(heading)]
    return typeof value === 'number' ? value : null
  }
  const usable = cells
    .map((row, index) => ({
      row: index + 2,
      actual: numberIn(row, target),
      values: columns.map((heading) => numberIn(row, heading)),
    }))
    .filter(({ values }) => values.every((value) => value !== null))
    .map((each) => ({ ...each, x: [UNIT, ...each.values.map((value) => units(value ?? 0))] }))
  const observed = usable.filter(({ actual }) => actual !== null)
  const y = observed.map(({ actual }) => units(actual ?? 0))
  const x = ['Intercept', ...columns].map((_, term) => observed.map((each) => each.x[term] ?? 0n))
  const xy = x.map((column) => dot(column, y))
  const { determinant, solution } = solved(
    x.map((column) => x.map((other) => dot(column, other))),
    x.map((_, term) => [xy[term] ?? 0n, ...x.map((__, other) => (other === term ? 1n : 0n))]),
  )
  const count = BigInt(observed.length)
  const freedom = count - BigInt(x.length)
  const sum = y.reduce((total, value) => total + value, 0n)
  // Multiplied by the number of observations.
  const spread = count * dot(y, y) - sum * sum
  if (determinant === 0n || freedom <= 0n || spread === 0n)
    return { terms: [], measures: [], predictions: [], isUsual: false }
  const estimates = solution.map(([value]) => value ?? 0n)
  // Multiplied by the determinant.
  const left = determinant * dot(y, y) - dot(estimates, xy)
  const terms = ['Intercept', ...columns].map((term, index): Term => {
    const estimate = ratio(estimates[index] ?? 0n, determinant)
    const error = Math.sqrt(ratio(left * (solution[index]?.[index + 1] ?? 0n), determinant * determinant * freedom))
    return [term, estimate, error, estimate / error]
  })
  const whole = determinant * spread
  return {
    terms,
    measures: [
      observed.length,
      ratio(whole - left * count, whole),
      ratio(whole * freedom - left * count * (count - 1n), whole * freedom),
      Math.sqrt(ratio(left, determinant * freedom * UNIT * UNIT)),
    ],
    predictions: usable.map((each) => [each.row, each.actual, ratio(dot(each.x, estimates), determinant * UNIT)]),
    isUsual: left !== 0n,
  }
}

// ---- drawn datasets ------------------------------------------------------------------------------------------------

interface Dataset {
  readonly file: string
  readonly rows: Rows
  readonly target: string
  readonly columns: readonly string[]
  readonly sheets: readonly Sheet[]
}

function dataset(given: Given, key: string, rows: Rows, target: string, columns: readonly string[]): Dataset {
  const sheets = [{ name: given.city(`${key} sheet`), rows }]
  return { file: `${given.word(`${key} file`)}.xlsx`, rows, target, columns, sheets }
}

function names(given: Given, key: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => given.city(`${key} heading ${index}`))
}

const number = (given: Given, key: string, from: string | number, to: string | number, decimals: number): number =>
  Number(given.decimal(key, { from: String(from), to: String(to), decimals }))
const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))

/** Approximately normal, with standard deviation 1. */
function noise(given: Given, key: string): number {
  const parts = ['a', 'b', 'c'].map((part) => given.integer(`${key} noise ${part}`, { from: -1000, to: 1000 }))
  return parts.reduce((sum, part) => sum + part, 0) / 1000
}

/**
 * Thirty-six flats: two without a price, one of unknown age, and a column of texts among the numbers. The columns of the
 * regression are area, rooms and age.
 */
function flats(given: Given): Dataset {
  const [street = '', area = '', rooms = '', age = '', price = ''] = names(given, 'flats', 5)
  const places = Array.from({ length: 36 }, (_, index) => index)
  const [first = 0, second = 0, unknown = 0] = given.shuffled('incomplete flats', places)
  const [perArea, perRoom, perYear] = [
    number(given, 'price of area', '2.5', '4.5', 1),
    number(given, 'price of rooms', 5, 15, 1),
    number(given, 'price of age', '0.5', '1.2', 1),
  ]
  const streets = names(given, 'street', 5)
  const rows = places.map((index): Value[] => {
    const squareMetres = number(given, `area ${index}`, 35, 125, 1)
    const roomCount = Math.max(1, Math.round(squareMetres / 28) + given.integer(`rooms ${index}`, { from: -1, to: 1 }))
    const years = given.integer(`age ${index}`, { from: 0, to: 80 })
    const worth =
      40 + perArea * squareMetres + perRoom * roomCount - perYear * years + 10 * noise(given, `flat ${index}`)
    const hasPrice = index !== first && index !== second
    return [
      ...[given.pick(`street ${index}`, streets), squareMetres, roomCount],
      ...[index === unknown ? null : years, hasPrice ? rounded(worth, 1) : null],
    ]
  })
  return dataset(given, 'flats', [[street, area, rooms, age, price], ...rows], price, [area, rooms, age])
}

/** Sales that follow a parabola over tenths of years: the columns are large and almost linearly dependent. */
function years(given: Given): Dataset {
  const [year = '', squared = '', sales = ''] = names(given, 'years', 3)
  const first = given.integer('first year', { from: 1950, to: 2040 })
  const [rise, bend] = [number(given, 'rise', 8, 16, 1), number(given, 'bend', '0.2', '0.4', 2)]
  const rows = Array.from({ length: 30 }, (_, index): Value[] => {
    const tenths = 10 * first + index
    const sold = 500 + rise * index - bend * index * index + 3 * noise(given, `sales ${index}`)
    return [tenths / 10, rounded((tenths * tenths) / 100, 2), rounded(sold, 2)]
  })
  return dataset(given, 'years', [[year, squared, sales], ...rows], sales, [year, squared])
}

/** Three hundred measurements of six variables of very different sizes. The dependent one is in the first column. */
function sensors(given: Given): Dataset {
  const [target = '', ...columns] = names(given, 'sensors', 7)
  const scales = [
    [100, 2],
    [1, 4],
    [0.01, 6],
    [10, 3],
    [5, 3],
    [1000, 1],
  ] as const
  const weights = [0.02, -3, 150, 0.4, 0, 0.0002].map((weight, index) => {
    return (weight * given.integer(`weight ${index}`, { from: 60, to: 160 })) / 100
  })
  const rows = Array.from({ length: 300 }, (_, index): Value[] => {
    const values = scales.map(([scale, decimals], column) =>
      rounded(scale * noise(given, `sensor ${column} at ${index}`), decimals),
    )
    const output = values.reduce((sum, value, column) => sum + value * (weights[column] ?? 0), 12)
    return [rounded(output + noise(given, `output ${index}`), 4), ...values]
  })
  const data = dataset(given, 'sensors', [[target, ...columns], ...rows], target, columns)
  // A second sheet with the same headings must be ignored.
  const decoy = [[target, ...columns], ...rows.slice(0, 12).map((cells) => cells.toReversed())]
  return { ...data, sheets: [...data.sheets, { name: given.city('old data'), rows: decoy }] }
}

/** Points on a line, with empty rows and a missing value among them. */
function line(given: Given): Dataset {
  const [y = '', x = ''] = names(given, 'line', 2)
  const slope = given.integer('slope', { from: 2, to: 9 })
  const height = given.integer('height', { from: -9, to: 9 })
  const at = given.distinct('point', 5, (key) => given.integer(key, { from: -20, to: 30 }))
  const points = at.map((value, index): Value[] => [index === 3 ? null : slope * value + height, value])
  const [one = [], two = [], three = [], missing = [], last = []] = points
  return dataset(given, 'line', [[y, x], one, two, [], three, missing, [], last], y, [x])
}

/** A few rows with two columns and a dependent one, which no regression on one or both columns explains exactly. */
function few(given: Given, key: string, count: number): Dataset {
  const headings = names(given, key, 3)
  const [u = '', v = '', w = ''] = headings
  const rows = given.suchThat(
    key,
    (draw): Rows => [
      headings,
      ...Array.from({ length: count }, (_, row) =>
        headings.map((__, column) => given.integer(`${draw} ${row} ${column}`, { from: 1, to: 12 })),
      ),
    ],
    (each) => [[u], [v], ...(count > 3 ? [[u, v]] : [])].every((columns) => fitOf(each, w, columns).isUsual),
  )
  return dataset(given, key, rows, w, [u, v])
}

/** The dataset with one cell replaced. */
function spoilt(data: Dataset, file: string, row: number, heading: string, value: Value): Dataset {
  const place = (data.rows[0] ?? []).indexOf(heading)
  const rows = data.rows.map((cells, index) =>
    index === row - 1 ? cells.map((cell, column) => (column === place ? value : cell)) : cells,
  )
  return { ...data, file, rows, sheets: [{ name: 'Flats', rows }] }
}

// ---- running -------------------------------------------------------------------------------------------------------

/** Runs the program on a dataset and expects it to succeed. */
async function succeed(fixtures: ProgramFixtures, data: Dataset, ...args: readonly string[]): Promise<Finished> {
  const { expect, run, put } = fixtures
  await put(data.file, xlsx(...data.sheets))
  const finished = await run({ args: [data.file, ...args] })
  expect(finished.code, `the exit code after: ${[data.file, ...args].join(' ')}`).toBe(0)
  return finished
}

async function regression(fixtures: ProgramFixtures, data: Dataset, ...args: readonly string[]): Promise<Workbook> {
  return (await succeed(fixtures, data, ...args)).workbook(fixtures.file('output_file'))
}

/** The rows of a sheet. A cell is a number if it is a plain number, null if it is empty, and otherwise its text. */
function rowsOf({ expect }: ProgramFixtures, workbook: Workbook, name: string, width: number): Cell[][] {
  const sheet = workbook.getWorksheet(name)
  const names = workbook.worksheets.map((each) => each.name).join(', ')
  expect(sheet, `the sheet ${name} among ${names}`).toBeTruthy()
  const rows: Cell[][] = []
  sheet?.eachRow((row) => {
    const cells = Array.from({ length: width }, (_, column): Cell => {
      const cell = row.getCell(column + 1)
      if (typeof cell.value === 'number') return cell.value
      const text = cell.text.trim()
      return text === '' ? null : text
    })
    if (cells.some((cell) => cell !== null)) rows.push(cells)
  })
  return rows
}

/** Expects a cell to be a plain number with six correct significant digits. */
function expectNumber({ expect }: ProgramFixtures, cell: Cell | undefined, right: number, what: string): void {
  expect(typeof cell, `${what}, which is ${JSON.stringify(cell)}, as a plain number`).toBe('number')
  const off = Math.abs(Number(cell) - right)
  const allowed = Math.max(RELATIVE_TOLERANCE * Math.abs(right), right === 0 ? ABSOLUTE_TOLERANCE : 0)
  expect(off, `the error of ${what}: ${cell}, expected ${right}`).toBeLessThanOrEqual(allowed)
}

/** Expects the terms in their order, with their estimates and, if asked for, their errors. */
function expectTerms(
  fixtures: ProgramFixtures,
  workbook: Workbook,
  terms: readonly Term[],
  columns: 'estimates' | 'errors',
): void {
  const { expect } = fixtures
  const [headings, ...rows] = rowsOf(fixtures, workbook, 'Coefficients', COEFFICIENTS.length)
  expect(headings).toEqual(COEFFICIENTS)
  expect(rows.map(([term]) => term)).toEqual(terms.map(([term]) => term))
  terms.forEach(([term, estimate, error, t], index) => {
    const [, ...cells] = rows[index] ?? []
    if (columns === 'estimates') {
      expectNumber(fixtures, cells[0], estimate, `the coefficient of ${term}`)
      return
    }
    expectNumber(fixtures, cells[1], error, `the standard error of ${term}`)
    expectNumber(fixtures, cells[2], t, `the t value of ${term}`)
  })
}

function expectFit(fixtures: ProgramFixtures, workbook: Workbook, values: readonly number[]): void {
  const { expect } = fixtures
  const [headings, ...rows] = rowsOf(fixtures, workbook, 'Fit', FIT.length)
  expect(headings).toEqual(FIT)
  expect(rows.map(([measure]) => measure)).toEqual(MEASURES)
  values.forEach((value, index) => expectNumber(fixtures, rows[index]?.[1], value, MEASURES[index] ?? ''))
}

/** Expects these predictions in this order, and no others. */
function expectPredictions(
  fixtures: ProgramFixtures,
  rows: readonly Cell[][],
  predictions: readonly Prediction[],
): void {
  const { expect } = fixtures
  expect(rows.map(([row]) => row)).toEqual(predictions.map(([row]) => row))
  predictions.forEach(([number, actual, predicted], index) => {
    const [, shown, prediction, residual] = rows[index] ?? []
    expect(shown, `the actual value of row ${number}`).toBe(actual)
    expectNumber(fixtures, prediction, predicted, `the prediction of row ${number}`)
    if (actual === null) expect(residual, `the residual of row ${number}`).toBeNull()
    else expectResidual(fixtures, residual, actual - predicted, number)
  })
}

/** Expects a residual. It is a small difference of large numbers, so the tolerance is that of the large numbers. */
function expectResidual({ expect }: ProgramFixtures, cell: Cell | undefined, right: number, row: number): void {
  expect(typeof cell, `the residual of row ${row} as a plain number`).toBe('number')
  expect(Math.abs(Number(cell) - right), `the error of the residual of row ${row}`).toBeLessThan(0.001)
}

function predictionsOf(fixtures: ProgramFixtures, workbook: Workbook): Cell[][] {
  const [headings, ...rows] = rowsOf(fixtures, workbook, 'Predictions', PREDICTIONS.length)
  fixtures.expect(headings).toEqual(PREDICTIONS)
  return rows
}

/** Runs the program with input that it must refuse, and returns its message. */
async function refusal({ expect, run, file }: ProgramFixtures, args: readonly string[]): Promise<string> {
  const finished = await run({ args })
  const what = args.join(' ')
  expect(finished.code, `the exit code after: ${what}`).not.toBe(0)
  expect(finished.code, `the exit code after: ${what}, where the program must end by itself`).not.toBeNull()
  expect(finished.stderr).not.toMatch(/^[ \t]+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  expect(await finished.has(file('output_file')), `whether a workbook was written after: ${what}`).toBe(false)
  return finished.stderr
}

/** Expects correct input to be accepted afterwards, so that a program that refuses everything fails. */
async function accepts(fixtures: ProgramFixtures, data: Dataset, columns = data.columns, named = true): Promise<void> {
  const workbook = await regression(fixtures, data, data.target, ...(named ? columns : []))
  expectTerms(fixtures, workbook, fitOf(data.rows, data.target, columns).terms, 'estimates')
}

/** Expects a workbook to be refused because of one cell. The message must name its row and column, and no other row. */
async function refuseCell(
  fixtures: ProgramFixtures,
  data: Dataset,
  args: readonly string[],
  row: number,
  column: string,
) {
  const { expect, put } = fixtures
  await put(data.file, xlsx(...data.sheets))
  const message = (await refusal(fixtures, [data.file, ...args])).replaceAll(data.file, '')
  const rows = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
  expect([...new Set(rows)], `the rows that are named in: ${message}`).toEqual([row])
  expect(message).toMatch(new RegExp(`\\b${column}\\b`))
}

/** Runs the program and expects it to print exactly one line of numbers, the right one. */
async function expectPrinted(fixtures: ProgramFixtures, data: Dataset, columns: readonly string[]): Promise<void> {
  const { stdout } = await succeed(fixtures, data, data.target, ...columns)
  const { measures } = fitOf(data.rows, data.target, columns)
  const lines = [...stdout.matchAll(/(?<![\w.-])\d+ observations, \d+ predictors, R squared [-\d.]*\d/gi)]
  const [count = NaN, rSquared = NaN] = measures
  fixtures
    .expect(
      lines.map(([text]) => text.toLowerCase()),
      'the line that is printed',
    )
    .toEqual([`${count} observations, ${columns.length} predictors, r squared ${rSquared.toFixed(4)}`])
}

/** Flats, one of which has a word as its age or price. */
function flatsWithWord(given: Given, column: 'age' | 'price'): { data: Dataset; row: number; heading: string } {
  const data = flats(given)
  const heading = column === 'age' ? (data.columns[2] ?? '') : data.target
  // Below the first row, so that checking only the first row is not enough.
  const row = given.integer(`row of the ${column}`, { from: 4, to: data.rows.length })
  const file = `${given.word(`word as ${column}`)}.xlsx`
  return { data: spoilt(data, file, row, heading, given.word(`no ${column}`)), row, heading }
}

export default {
  'example-estimates': async (fixtures) => {
    const data = flats(fixtures.given)
    await accepts(fixtures, data, data.columns, false)
  },

  'named-estimates': async (fixtures) => {
    const data = flats(fixtures.given)
    const [area = '', , age = ''] = data.columns
    await accepts(fixtures, data, [age, area])
  },

  'other-target': async (fixtures) => {
    const data = flats(fixtures.given)
    const [area = '', rooms = ''] = data.columns
    const { terms, measures } = fitOf(data.rows, area, [rooms])
    const workbook = await regression(fixtures, data, area, rooms)
    expectTerms(fixtures, workbook, terms, 'estimates')
    expectFit(fixtures, workbook, measures)
  },

  'accurate-estimates': async (fixtures) => {
    const data = years(fixtures.given)
    const { terms, measures } = fitOf(data.rows, data.target, data.columns)
    const workbook = await regression(fixtures, data, data.target)
    expectTerms(fixtures, workbook, terms, 'estimates')
    expectFit(fixtures, workbook, measures)
  },

  'many-observations': async (fixtures) => {
    const data = sensors(fixtures.given)
    await accepts(fixtures, data, data.columns, false)
  },

  'standard-errors': async (fixtures) => {
    for (const data of [flats(fixtures.given), sensors(fixtures.given)]) {
      const { terms } = fitOf(data.rows, data.target, data.columns)
      expectTerms(fixtures, await regression(fixtures, data, data.target), terms, 'errors')
    }
  },

  'measure-fit': async (fixtures) => {
    const data = flats(fixtures.given)
    const [area = '', , age = ''] = data.columns
    const whole = await regression(fixtures, data, data.target)
    expectFit(fixtures, whole, fitOf(data.rows, data.target, data.columns).measures)
    const two = await regression(fixtures, data, data.target, age, area)
    expectFit(fixtures, two, fitOf(data.rows, data.target, [age, area]).measures)
  },

  'small-dataset': async (fixtures) => {
    const data = few(fixtures.given, 'few', 4)
    const workbook = await regression(fixtures, data, data.target)
    expectFit(fixtures, workbook, fitOf(data.rows, data.target, data.columns).measures)
  },

  predict: async (fixtures) => {
    const data = flats(fixtures.given)
    const rows = predictionsOf(fixtures, await regression(fixtures, data, data.target))
    expectPredictions(fixtures, rows, fitOf(data.rows, data.target, data.columns).predictions)
  },

  'predict-missing': async (fixtures) => {
    const data = flats(fixtures.given)
    const rows = predictionsOf(fixtures, await regression(fixtures, data, data.target))
    const { predictions } = fitOf(data.rows, data.target, data.columns)
    fixtures.expect(rows.map(([row]) => row)).toEqual(predictions.map(([row]) => row))
    const missing = rows.filter(([, actual]) => actual === null)
    expectPredictions(
      fixtures,
      missing,
      predictions.filter(([, actual]) => actual === null),
    )
  },

  'exact-line': async (fixtures) => {
    const data = line(fixtures.given)
    const workbook = await regression(fixtures, data, data.target)
    const { predictions } = fitOf(data.rows, data.target, data.columns)
    expectPredictions(fixtures, predictionsOf(fixtures, workbook), predictions)
  },

  sheets: async (fixtures) => {
    const { expect, given } = fixtures
    const data = few(given, 'few', 4)
    const [, column = ''] = data.columns
    const workbook = await regression(fixtures, data, data.target, column)
    expect(workbook.worksheets.map((sheet) => sheet.name)).toEqual(['Coefficients', 'Fit', 'Predictions'])
    const [, ...terms] = rowsOf(fixtures, workbook, 'Coefficients', COEFFICIENTS.length)
    const [, ...measures] = rowsOf(fixtures, workbook, 'Fit', FIT.length)
    const numbers = [...terms, ...measures]
      .flatMap(([, ...cells]) => cells)
      .concat(...predictionsOf(fixtures, workbook))
    expect(numbers).toHaveLength(2 * 3 + 4 + 4 * 4)
    expect(numbers.filter((cell) => typeof cell !== 'number')).toEqual([])
    expectTerms(fixtures, workbook, fitOf(data.rows, data.target, [column]).terms, 'estimates')
  },

  'first-sheet': async (fixtures) => {
    const data = sensors(fixtures.given)
    const column = fixtures.given.pick('column of the first sheet', data.columns.slice(0, 4))
    const workbook = await regression(fixtures, data, data.target, column)
    fixtures.expect(predictionsOf(fixtures, workbook)).toHaveLength(300)
    expectTerms(fixtures, workbook, fitOf(data.rows, data.target, [column]).terms, 'estimates')
  },

  'print-numbers': async (fixtures) => {
    const data = flats(fixtures.given)
    const [area = '', , age = ''] = data.columns
    await expectPrinted(fixtures, data, data.columns)
    await expectPrinted(fixtures, data, [age, area])
    const straight = line(fixtures.given)
    await expectPrinted(fixtures, straight, straight.columns)
  },

  'missing-file': async (fixtures) => {
    const { expect, given } = fixtures
    const data = flats(given)
    const [lost, mislaid] = [`${given.word('lost')}.xlsx`, `${given.word('mislaid')}.xlsx`]
    expect(await refusal(fixtures, [lost, data.target])).toContain(lost)
    const message = await refusal(fixtures, [mislaid, data.target, ...data.columns])
    expect(message).toContain(mislaid)
    expect(message).not.toContain(lost)
    await accepts(fixtures, data, data.columns, false)
  },

  'not-a-workbook': async (fixtures) => {
    const { expect, put, given } = fixtures
    const data = flats(given)
    const [plain, cut] = [`${given.word('plain text')}.xlsx`, `${given.word('cut off')}.xlsx`]
    await put(plain, data.rows.map((cells) => `${cells.join(',')}\n`).join(''))
    expect(await refusal(fixtures, [plain, data.target])).toContain(plain)
    const whole = xlsx(...data.sheets)
    await put(cut, whole.subarray(0, Math.floor((whole.length * given.integer('part', { from: 30, to: 70 })) / 100)))
    expect(await refusal(fixtures, [cut, data.target])).toContain(cut)
    await accepts(fixtures, data, data.columns, false)
  },

  'missing-heading': async (fixtures) => {
    const { expect, given, put } = fixtures
    const data = flats(given)
    const [area = '', , age = ''] = data.columns
    const [target, column] = [given.city('missing target'), given.city('missing column')]
    await put(data.file, xlsx(...data.sheets))
    expect(await refusal(fixtures, [data.file, target])).toMatch(new RegExp(`\\b${target}\\b`))
    const message = await refusal(fixtures, [data.file, data.target, area, column])
    expect(message).toMatch(new RegExp(`\\b${column}\\b`))
    await accepts(fixtures, data, [age, area])
  },

  'text-in-column': async (fixtures) => {
    const { given } = fixtures
    const age = flatsWithWord(given, 'age')
    const [area = '', rooms = ''] = age.data.columns
    await refuseCell(fixtures, age.data, [age.data.target, area, age.heading], age.row, age.heading)
    const price = flatsWithWord(given, 'price')
    await refuseCell(fixtures, price.data, [price.data.target], price.row, price.heading)
    await accepts(fixtures, age.data, [area, rooms])
  },

  'text-column-skipped': async (fixtures) => {
    const { data } = flatsWithWord(fixtures.given, 'age')
    await accepts(fixtures, data, data.columns.slice(0, 2), false)
  },

  'too-few': async (fixtures) => {
    const { expect, given, put } = fixtures
    const data = few(given, 'too few', 3)
    await put(data.file, xlsx(...data.sheets))
    expect(await refusal(fixtures, [data.file, data.target])).toMatch(/\bobservations\b/i)
    await accepts(fixtures, data, data.columns.slice(0, 1))
  },

  collinear: async (fixtures) => {
    const { expect, given, put } = fixtures
    const [total = '', north = '', south = '', both = '', cost = ''] = names(given, 'collinear', 5)
    const drawn = few(given, 'costs', 8).rows.slice(1) as readonly (readonly number[])[]
    const times = given.integer('times north', { from: 2, to: 5 })
    const rows = drawn.map(([n = 0, s = 0, c = 0], index) => [index * index, n, s, times * n + s, c])
    const sums = dataset(given, 'collinear', [[total, north, south, both, cost], ...rows], cost, [north, south])
    await put(sums.file, xlsx(...sums.sheets))
    expect(await refusal(fixtures, [sums.file, cost, north, south, both])).toMatch(/\bcollinear/i)
    const [shift = '', load = '', wear = ''] = names(given, 'constant', 3)
    const same = given.integer('shift', { from: 2, to: 12 })
    const loads = drawn.map(([n = 0, , c = 0]) => [same, n, c])
    const constant = dataset(given, 'constant', [[shift, load, wear], ...loads], wear, [load])
    await put(constant.file, xlsx(...constant.sheets))
    expect(await refusal(fixtures, [constant.file, wear])).toMatch(/\bcollinear/i)
    await accepts(fixtures, sums)
    await accepts(fixtures, constant)
  },
} satisfies ProgramTestcodes
