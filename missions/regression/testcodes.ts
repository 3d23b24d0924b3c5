import { readFile } from 'node:fs/promises'
import type { Finished, ProgramFixtures, ProgramTestcodes } from 'pe'

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

/** Six significant digits: half a unit of the sixth, for a number that begins with a 1. */
const RELATIVE_TOLERANCE = 5e-6
/** For numbers that should be 0, beside others of the size of 1 to 1000. */
const ABSOLUTE_TOLERANCE = 1e-6

/** Puts a workbook of the mission beside the program, under its own name. */
async function bring({ put, material }: ProgramFixtures, name: string): Promise<void> {
  await put(name, await readFile(material(name)))
}

/** Runs the program on a workbook of the mission and expects it to say that it went well. */
async function succeed(fixtures: ProgramFixtures, args: readonly string[]): Promise<Finished> {
  const { expect, run } = fixtures
  await bring(fixtures, args[0] ?? '')
  const finished = await run({ args })
  expect(finished.code, `the exit code after: ${args.join(' ')}`).toBe(0)
  return finished
}

async function regression(fixtures: ProgramFixtures, args: readonly string[]): Promise<Workbook> {
  return (await succeed(fixtures, args)).workbook(fixtures.file('output_file'))
}

/** The rows of a sheet: numbers where a cell is a plain number, else its text, null where it is empty. */
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

/** Expects a cell to be a plain number that is right to six significant digits. */
function expectNumber({ expect }: ProgramFixtures, cell: Cell | undefined, right: number, what: string): void {
  expect(typeof cell, `${what}, which is ${JSON.stringify(cell)}, as a plain number`).toBe('number')
  const off = Math.abs(Number(cell) - right)
  const allowed = Math.max(RELATIVE_TOLERANCE * Math.abs(right), right === 0 ? ABSOLUTE_TOLERANCE : 0)
  expect(off, `how far off ${what} is: ${cell}, expected ${right}`).toBeLessThanOrEqual(allowed)
}

/** Expects the terms in their order, with their estimates and, where they are asked for, their errors. */
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

/** Expects these predictions, which are all, or (where they are said to be some) among others in this order. */
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

/** A residual is a small difference of large numbers, so the tolerance is theirs. */
function expectResidual({ expect }: ProgramFixtures, cell: Cell | undefined, right: number, row: number): void {
  expect(typeof cell, `the residual of row ${row} as a plain number`).toBe('number')
  expect(Math.abs(Number(cell) - right), `how far off the residual of row ${row} is`).toBeLessThan(0.001)
}

function predictionsOf(fixtures: ProgramFixtures, workbook: Workbook): Cell[][] {
  const [headings, ...rows] = rowsOf(fixtures, workbook, 'Predictions', PREDICTIONS.length)
  fixtures.expect(headings).toEqual(PREDICTIONS)
  return rows
}

/** Runs the program on something that it must refuse, and returns its message. */
async function refusal({ expect, run, file }: ProgramFixtures, args: readonly string[]): Promise<string> {
  const finished = await run({ args })
  const what = args.join(' ')
  expect(finished.code, `the exit code after: ${what}`).not.toBe(0)
  expect(finished.code, `the exit code after: ${what}, where the program must end by itself`).not.toBeNull()
  expect(finished.stderr).not.toMatch(/^\s+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  expect(await finished.has(file('output_file')), `whether a workbook was written after: ${what}`).toBe(false)
  return finished.stderr
}

/** Expects what is right to be accepted afterwards, so that a program which refuses everything fails. */
async function accepts(fixtures: ProgramFixtures, args: readonly string[], terms: readonly Term[]): Promise<void> {
  expectTerms(fixtures, await regression(fixtures, args), terms, 'estimates')
}

/** Expects a workbook to be refused because of one cell: its row and column are named, and no other row. */
async function refuseCell(fixtures: ProgramFixtures, args: readonly string[], row: number, column: string) {
  const { expect } = fixtures
  const [name = ''] = args
  await bring(fixtures, name)
  const message = (await refusal(fixtures, args)).replaceAll(name, '')
  const rows = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
  expect([...new Set(rows)], `the rows that are named in: ${message}`).toEqual([row])
  expect(message).toMatch(new RegExp(`\\b${column}\\b`))
}

// Right to ten digits: computed from the cells in exact fractions.
const EXAMPLE: readonly Term[] = [
  ['Intercept', 43.9577289, 8.656732589, 5.077866094],
  ['Area', 3.09157232, 0.1520889677, 20.32739368],
  ['Rooms', 8.121408791, 3.550382178, 2.287474526],
  ['Age', -0.7832466154, 0.1095544163, -7.149384223],
]
const AGE_AND_AREA: readonly Term[] = [
  ['Intercept', 46.96347828, 9.140107352, 5.138175786],
  ['Age', -0.8421912305, 0.1137444443, -7.404240583],
  ['Area', 3.379553847, 0.09115273572, 37.07572593],
]
const AREA_AND_ROOMS_OF_WORD: readonly Term[] = [
  ['Intercept', 5.750603354, 11.5099068, 0.4996220609],
  ['Area', 2.943451994, 0.2444427482, 12.04147808],
  ['Rooms', 13.93509659, 5.697716809, 2.445733451],
]
const SENSORS: readonly Term[] = [
  ['Intercept', 11.97632994, 0.05815366461, 205.9428244],
  ['A', 0.01915419985, 0.0005923242067, 32.33735788],
  ['B', -2.957124615, 0.05744872875, -51.47415233],
  ['C', 158.4870625, 5.398303974, 29.35867697],
  ['D', 0.3974590731, 0.005917219298, 67.16990754],
  ['E', -0.004588114948, 0.01159736263, -0.3956170979],
  ['F', 8.675804249e-5, 5.741593552e-5, 1.511044655],
]
const YEARS: readonly Term[] = [
  ['Intercept', -121530059.5, 4160665.738, -29.20928215],
  ['Year', 121409.6066, 4157.651986, 29.20148369],
  ['Year squared', -30.32216352, 1.038659949, -29.19354266],
]

export default {
  'example-estimates': async (fixtures) => {
    expectTerms(fixtures, await regression(fixtures, ['example.xlsx', 'Price']), EXAMPLE, 'estimates')
  },

  'named-estimates': async (fixtures) => {
    const workbook = await regression(fixtures, ['example.xlsx', 'Price', 'Age', 'Area'])
    expectTerms(fixtures, workbook, AGE_AND_AREA, 'estimates')
  },

  'other-target': async (fixtures) => {
    const workbook = await regression(fixtures, ['example.xlsx', 'Area', 'Rooms'])
    const terms: readonly Term[] = [
      ['Intercept', 25.85617284, 6.754422404, 3.828036106],
      ['Rooms', 18.98703704, 2.217513302, 8.562310321],
    ]
    expectTerms(fixtures, workbook, terms, 'estimates')
    expectFit(fixtures, workbook, [36, 0.6831702596, 0.6738517378, 14.87553146])
  },

  'accurate-estimates': async (fixtures) => {
    const workbook = await regression(fixtures, ['years.xlsx', 'Sales'])
    expectTerms(fixtures, workbook, YEARS, 'estimates')
    expectFit(fixtures, workbook, [30, 0.9894984609, 0.9887205691, 3.805674242])
  },

  'many-observations': async (fixtures) => {
    expectTerms(fixtures, await regression(fixtures, ['sensors.xlsx', 'Output']), SENSORS, 'estimates')
  },

  'standard-errors': async (fixtures) => {
    expectTerms(fixtures, await regression(fixtures, ['example.xlsx', 'Price']), EXAMPLE, 'errors')
    expectTerms(fixtures, await regression(fixtures, ['sensors.xlsx', 'Output']), SENSORS, 'errors')
  },

  'measure-fit': async (fixtures) => {
    const whole = await regression(fixtures, ['example.xlsx', 'Price'])
    expectFit(fixtures, whole, [33, 0.982788618, 0.9810081302, 12.47809482])
    const two = await regression(fixtures, ['example.xlsx', 'Price', 'Age', 'Area'])
    expectFit(fixtures, two, [33, 0.979683127, 0.9783286688, 13.32929607])
  },

  'small-dataset': async (fixtures) => {
    const workbook = await regression(fixtures, ['few.xlsx', 'w'])
    expectFit(fixtures, workbook, [4, 0.9714285714, 0.9142857143, 0.5])
  },

  predict: async (fixtures) => {
    const { expect } = fixtures
    const rows = predictionsOf(fixtures, await regression(fixtures, ['example.xlsx', 'Price']))
    const numbers = Array.from({ length: 36 }, (_, index) => index + 2).filter((number) => number !== 22)
    expect(rows.map(([row]) => row)).toEqual(numbers)
    const chosen = rows.filter(([row]) => [2, 11, 21, 23, 37].includes(Number(row)))
    expectPredictions(fixtures, chosen, [
      [2, 176.4, 162.1990602],
      [11, 148.3, 170.8347557],
      [21, 369.5, 367.8117603],
      [23, 422.5, 411.0107126],
      [37, 245, 236.6250662],
    ])
  },

  'predict-missing': async (fixtures) => {
    const { expect } = fixtures
    const rows = predictionsOf(fixtures, await regression(fixtures, ['example.xlsx', 'Price']))
    const missing = rows.filter(([, actual]) => actual === null)
    expectPredictions(fixtures, missing, [
      [9, null, 323.3937566],
      [32, null, 182.1086411],
    ])
    expect(rows.some(([row]) => row === 22)).toBe(false)
    expect(rows).toHaveLength(35)
  },

  'exact-line': async (fixtures) => {
    const workbook = await regression(fixtures, ['line.xlsx', 'y'])
    expectPredictions(fixtures, predictionsOf(fixtures, workbook), [
      [2, -2, -2],
      [3, 1, 1],
      [5, 10, 10],
      [6, null, 19],
      [8, 25, 25],
    ])
  },

  sheets: async (fixtures) => {
    const { expect } = fixtures
    const workbook = await regression(fixtures, ['few.xlsx', 'w', 'v'])
    expect(workbook.worksheets.map((sheet) => sheet.name)).toEqual(['Coefficients', 'Fit', 'Predictions'])
    const [, ...terms] = rowsOf(fixtures, workbook, 'Coefficients', COEFFICIENTS.length)
    const [, ...measures] = rowsOf(fixtures, workbook, 'Fit', FIT.length)
    const numbers = [...terms, ...measures]
      .flatMap(([, ...cells]) => cells)
      .concat(...predictionsOf(fixtures, workbook))
    expect(numbers).toHaveLength(2 * 3 + 4 + 4 * 4)
    expect(numbers.filter((cell) => typeof cell !== 'number')).toEqual([])
  },

  'first-sheet': async (fixtures) => {
    const workbook = await regression(fixtures, ['sensors.xlsx', 'Output', 'B'])
    fixtures.expect(predictionsOf(fixtures, workbook)).toHaveLength(300)
  },

  'print-numbers': async (fixtures) => {
    const { expect } = fixtures
    const whole = await succeed(fixtures, ['example.xlsx', 'Price'])
    expect(whole.stdout).toMatch(/\b33 observations, 3 predictors, R squared 0\.9828(?!\d)/i)
    const two = await succeed(fixtures, ['example.xlsx', 'Price', 'Age', 'Area'])
    expect(two.stdout).toMatch(/\b33 observations, 2 predictors, R squared 0\.9797(?!\d)/i)
    const line = await succeed(fixtures, ['line.xlsx', 'y', 'x'])
    expect(line.stdout).toMatch(/\b4 observations, 1 predictors, R squared 1\.0000(?!\d)/i)
  },

  'missing-file': async (fixtures) => {
    const { expect } = fixtures
    expect(await refusal(fixtures, ['lost-flats.xlsx', 'Price'])).toContain('lost-flats.xlsx')
    const message = await refusal(fixtures, ['mislaid.xlsx', 'Price', 'Area'])
    expect(message).toContain('mislaid.xlsx')
    expect(message).not.toContain('lost-flats.xlsx')
    await accepts(fixtures, ['example.xlsx', 'Price'], EXAMPLE)
  },

  'not-a-workbook': async (fixtures) => {
    const { expect, put, material } = fixtures
    await put('plain-text.xlsx', 'Area,Rooms,Price\n50,2,200\n60,3,240\n70,3,260\n')
    expect(await refusal(fixtures, ['plain-text.xlsx', 'Price'])).toContain('plain-text.xlsx')
    const whole = await readFile(material('example.xlsx'))
    await put('cut-off.xlsx', whole.subarray(0, Math.floor(whole.length / 2)))
    expect(await refusal(fixtures, ['cut-off.xlsx', 'Price'])).toContain('cut-off.xlsx')
    await accepts(fixtures, ['example.xlsx', 'Price'], EXAMPLE)
  },

  'missing-heading': async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'example.xlsx')
    expect(await refusal(fixtures, ['example.xlsx', 'Rent'])).toMatch(/\bRent\b/)
    expect(await refusal(fixtures, ['example.xlsx', 'Price', 'Area', 'Garage'])).toMatch(/\bGarage\b/)
    await accepts(fixtures, ['example.xlsx', 'Price', 'Age', 'Area'], AGE_AND_AREA)
  },

  'text-in-column': async (fixtures) => {
    await refuseCell(fixtures, ['word.xlsx', 'Price', 'Area', 'Age'], 12, 'Age')
    await refuseCell(fixtures, ['word-price.xlsx', 'Price'], 5, 'Price')
    await accepts(fixtures, ['word.xlsx', 'Price', 'Area', 'Rooms'], AREA_AND_ROOMS_OF_WORD)
  },

  'text-column-skipped': async (fixtures) => {
    await accepts(fixtures, ['word.xlsx', 'Price'], AREA_AND_ROOMS_OF_WORD)
  },

  'too-few': async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'too-few.xlsx')
    expect(await refusal(fixtures, ['too-few.xlsx', 'w'])).toMatch(/\bobservations\b/i)
    await accepts(
      fixtures,
      ['too-few.xlsx', 'w', 'u'],
      [
        ['Intercept', 6, 0.6546536707, 9.16515139],
        ['u', -1.2857142857, 0.2474358297, -5.196152423],
      ],
    )
  },

  collinear: async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'collinear.xlsx')
    await bring(fixtures, 'constant.xlsx')
    expect(await refusal(fixtures, ['collinear.xlsx', 'Cost', 'North', 'South', 'Both'])).toMatch(/\bcollinear/i)
    expect(await refusal(fixtures, ['constant.xlsx', 'Wear'])).toMatch(/\bcollinear/i)
    await accepts(
      fixtures,
      ['collinear.xlsx', 'Cost', 'North', 'South'],
      [
        ['Intercept', -0.6435379871, 1.624591742, -0.3961228969],
        ['North', 1.928791702, 0.2318794706, 8.31807877],
        ['South', 1.582141856, 0.2130176928, 7.427279092],
      ],
    )
    await accepts(
      fixtures,
      ['constant.xlsx', 'Wear', 'Load'],
      [
        ['Intercept', -39.8313253, 11.24342359, -3.542633166],
        ['Load', 15.02409639, 1.418415677, 10.59216746],
      ],
    )
  },
} satisfies ProgramTestcodes
