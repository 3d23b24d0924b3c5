import type { Finished, Given, Picture, ProgramFixtures, ProgramTestcodes } from 'pe'

interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly share: number
}
/** The pixels of bars in one pixel column of a picture: their number, and where they begin and end. */
interface Column {
  readonly height: number
  readonly top: number
  readonly bottom: number
}
/** A run of pixel columns that hold pixels of bars. */
interface Span {
  readonly left: number
  readonly right: number
}
/** A CSV file. Some of its columns hold numbers. */
interface Data {
  readonly file: string
  readonly content: string
}
/** A file, with the numbers of one of its columns. */
interface Sample extends Data {
  readonly column: string
  readonly numbers: readonly string[]
}

/** Tolerance of the edges and shares in the table, which have at least four decimals. */
const TABLE_TOLERANCE = 0.000051
/** Tolerance of each channel (0 to 255) of a bar's pixels. */
const COLOUR_TOLERANCE = 8
/** Tolerance of a bar's position, in pixels: its edges may be blended with the background. */
const PIXELS_OFF = 2
/** Tolerance of a bar's height, as a fraction of the highest bar. */
const HEIGHT_OFF = 0.02

// ---- drawn numbers and their counts --------------------------------------------------------------------------------

/** Numbers with at most six decimals become whole numbers, which floats add and compare exactly. */
const MILLION = 1_000_000
const millionths = (text: string): number => Math.round(Number(text) * MILLION)
const written = (value: number, decimals: number): string => (value / 10 ** decimals).toFixed(decimals)
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const repeated = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value)

/** The smallest and the largest number. */
function rangeOf(numbers: readonly string[]): readonly [number, number] {
  const values = numbers.map(Number)
  return [Math.min(...values), Math.max(...values)]
}

/** How many numbers each bin holds. The numbers must not all be equal. */
function countsOf(numbers: readonly string[], bins: number): number[] {
  const values = numbers.map(millionths)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const places = values.map((value) => Math.min(Math.floor(((value - least) * bins) / (greatest - least)), bins - 1))
  return Array.from({ length: bins }, (_, bin) => places.filter((place) => place === bin).length)
}

/** How many numbers each bin must hold, and the range of the numbers. */
interface Heap {
  readonly counts: readonly number[]
  readonly least: number
  readonly greatest: number
  /** Number of decimals; the other fields count in units of the last decimal. */
  readonly decimals: number
  /** Other numbers of bins for the same numbers. No number is on an edge of these bins, where floats may differ. */
  readonly alsoIn?: readonly number[]
}

/** Draws numbers that fill the bins as given, in any order. The first and the last bin must not be empty. */
function heaped(given: Given, key: string, { counts, least, greatest, decimals, alsoIn = [] }: Heap): string[] {
  const width = (greatest - least) / counts.length
  const onEdge = (value: number) =>
    [counts.length, ...alsoIn].some((bins) => ((value - least) * bins) % (greatest - least) === 0)
  const inside = counts.flatMap((count, bin) => {
    const range = { from: Math.floor(least + bin * width) + 1, to: Math.ceil(least + (bin + 1) * width) - 1 }
    const own = bin === 0 || bin === counts.length - 1 ? count - 1 : count
    return Array.from({ length: own }, (_, index) =>
      given.suchThat(
        `${key}, bin ${bin + 1}, number ${index + 1}`,
        (draw) => given.integer(draw, range),
        (value) => !onEdge(value),
      ),
    )
  })
  return given.shuffled(key, [least, greatest, ...inside]).map((value) => written(value, decimals))
}

/** Counts for bins. Adjacent counts differ, so that their bars can be told apart. */
function unlikeCounts(given: Given, key: string, bins: number, range: { from: number; to: number }): number[] {
  return given.suchThat(
    key,
    (draw) => Array.from({ length: bins }, (_, bin) => given.integer(`${draw} bin ${bin + 1}`, range)),
    (counts) => counts.every((count, bin) => bin === 0 || count !== counts[bin - 1]),
  )
}

// ---- files ---------------------------------------------------------------------------------------------------------

type Rows = readonly (readonly string[])[]

function csv(rows: Rows, lineEnd = '\n'): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((cells) => cells.map(quoted).join(',') + lineEnd).join('')
}

/** A file with three columns: one with these cells, one with texts and one with other numbers. */
function fileOf(given: Given, key: string, cells: readonly string[]): Data & { column: string; counted: string } {
  const [column, texts, counted] = [`${key} column`, `${key} texts`, `${key} other`].map((each) => given.word(each))
  const names = [texts ?? '', column ?? '', counted ?? '']
  const order = given.shuffled(`${key} order`, [0, 1, 2])
  const rows = [names, ...cells.map((cell, index) => [`${texts ?? ''} ${index + 1}`, cell, String(index)])]
  const content = csv(rows.map((row) => order.map((place) => row[place] ?? '')))
  return { file: `${given.word(`${key} file`)}.csv`, content, column: column ?? '', counted: counted ?? '' }
}

function sample(given: Given, key: string, numbers: readonly string[]): Sample {
  return { ...fileOf(given, key, numbers), numbers }
}

/** Sixty plants, two of them not measured. Their heights fill six bins, and adjacent bins differ. */
function plants(given: Given): Sample & { readonly leaves: string; readonly leafNumbers: readonly string[] } {
  const counts = given.suchThat(
    'plants',
    (draw) => unlikeCounts(given, draw, 6, { from: 3, to: 22 }),
    (each) => sumOf(each) === PLANTS,
  )
  const [least, greatest] = [
    // Its last digit is not 0, so that an edge rounded to one decimal is detected.
    10 * given.integer('lowest plant', { from: 90, to: 190 }) + given.integer('lowest digit', { from: 1, to: 9 }),
    given.integer('highest plant', { from: 4000, to: 5900 }),
  ]
  const numbers = heaped(given, 'plant', { counts, least, greatest, decimals: 2, alsoIn: [2, 10] })
  const fewest = given.integer('fewest leaves', { from: 1, to: 5 })
  const more = Array.from({ length: numbers.length }, (_, plant) =>
    given.integer(`leaves ${plant}`, { from: 0, to: 4 }),
  )
  const leafNumbers = [0, 4, ...more].map((leaves) => String(fewest + leaves))
  const [plant, height, leaves] = ['plant', 'height', 'leaves'].map((each) => given.word(`heading ${each}`))
  const places = [...leafNumbers.keys()]
  const unmeasured = given.subset('unmeasured', places, leafNumbers.length - numbers.length)
  const heights = new Map(
    places.filter((each) => !unmeasured.includes(each)).map((each, at) => [each, numbers[at] ?? '']),
  )
  const rows = places.map((each) => [`P${each + 1}`, heights.get(each) ?? '', leafNumbers[each] ?? ''])
  return {
    file: `${given.word('plants file')}.csv`,
    content: csv([[plant ?? '', height ?? '', leaves ?? ''], ...rows]),
    column: height ?? '',
    numbers,
    leaves: leaves ?? '',
    leafNumbers,
  }
}
const PLANTS = 58

/** About two thousand waiting times, some of them negative, which take 25 bins. */
function waits(given: Given): Sample {
  const counts = Array.from({ length: WAITING_BINS }, (_, bin) => given.integer(`waits ${bin}`, { from: 20, to: 140 }))
  const least = -given.integer('shortest wait', { from: 4001, to: 9999 })
  const greatest = given.integer('longest wait', { from: 120_000, to: 190_000 })
  return sample(given, 'waits', heaped(given, 'wait', { counts, least, greatest, decimals: 3 }))
}
const WAITING_BINS = 25

/** Numbers in many notations, with their values. */
function notations(given: Given): Sample & { readonly values: readonly string[] } {
  const digit = (key: string) => given.integer(key, { from: 1, to: 9 })
  const [a, b, c, d, e, f, g] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((each) => digit(`notation ${each}`))
  const pairs: readonly (readonly [string, string])[] = [
    [`-${a}.5`, `-${a}.5`],
    [`+${b}`, `${b}`],
    [` ${c}.${a}e1`, `${c}${a}`],
    [`-${d}E0 `, `-${d}`],
    [`  .${e}`, `0.${e}`],
    [`${f}${g}e-1`, `${f}.${g}`],
    [`1.${g}e2`, `1${g}0`],
    [`-0.${f}5`, `-0.${f}5`],
    [String(given.integer('plain notation', { from: 41, to: 89 })), ''],
  ]
  const shuffled = given.shuffled('notations', pairs)
  const numbers = shuffled.map(([cell]) => cell)
  return { ...sample(given, 'notations', numbers), values: shuffled.map(([cell, value]) => value || cell) }
}

/** A number of bins such that no number lies on an inner edge. */
function binsFor(given: Given, key: string, numbers: readonly string[]): number {
  const values = numbers.map(millionths)
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  const inner = values.filter((value) => value !== least && value !== greatest)
  return given.suchThat(
    key,
    (draw) => given.integer(draw, { from: 3, to: 9 }),
    (bins) => inner.every((value) => ((value - least) * bins) % (greatest - least) !== 0),
  )
}

// ---- running -------------------------------------------------------------------------------------------------------

/** Runs the program on a file and expects it to succeed. */
async function succeed(fixtures: ProgramFixtures, data: Data, ...args: readonly string[]): Promise<Finished> {
  const { expect, run, put } = fixtures
  await put(data.file, data.content)
  const finished = await run({ args: [data.file, ...args] })
  expect(finished.code, `the exit code after: ${[data.file, ...args].join(' ')}`).toBe(0)
  return finished
}

/** Expects the program to have printed exactly one line of numbers, this one. */
function expectPrinted({ expect, decimal }: ProgramFixtures, { stdout }: Finished, numbers: string[], empty: number) {
  const sorted = numbers.toSorted((one, other) => decimal.compare(one, other))
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1] ?? '', sorted[Math.floor(sorted.length / 2)] ?? '']
  const mean = decimal.quotient(decimal.sum(numbers), String(numbers.length), 2)
  const median = decimal.quotient(decimal.sum([low, high]), '2', 2)
  const lines = stdout.matchAll(/(?<![\w.-])\d+ numbers, \d+ empty, mean [-\d.]*\d, median [-\d.]*\d/gi)
  expect(
    [...lines].map(([line]) => line.toLowerCase()),
    'the line that is printed',
  ).toEqual([`${numbers.length} numbers, ${empty} empty, mean ${mean}, median ${median}`])
}

/** Whether neither mean nor median is a tie in rounding, and the median differs from that of numbers sorted as texts. */
function isPlainlyPrinted({ decimal }: ProgramFixtures, numbers: readonly string[]): boolean {
  const middle = (sorted: readonly string[]) =>
    decimal.sum([sorted[Math.ceil(sorted.length / 2) - 1] ?? '', sorted[Math.floor(sorted.length / 2)] ?? ''])
  const median = middle(numbers.toSorted((one, other) => decimal.compare(one, other)))
  const halves: readonly (readonly [string, string])[] = [
    [decimal.sum(numbers), String(numbers.length)],
    [median, '2'],
  ]
  const nearTie = halves.some(([sum, count]) => {
    const rest = Number(decimal.quotient(sum, count, 5).slice(-3))
    return (rest > 450 && rest < 550) || Math.abs(Number(sum) / Number(count)) < 0.01
  })
  const byAlphabet = middle(numbers.toSorted())
  return !nearTie && Math.abs(Number(byAlphabet) - Number(median)) > 0.1
}

// ---- the table -----------------------------------------------------------------------------------------------------

async function binsOf(fixtures: ProgramFixtures, data: Data, ...args: readonly string[]): Promise<Bin[]> {
  const { expect, file } = fixtures
  const table = await (await succeed(fixtures, data, ...args)).table(file('table_file'))
  const [headings, ...rows] = table.filter((row) => row.join('').trim() !== '')
  expect(headings?.map((text) => text.trim())).toEqual(['from', 'to', 'count', 'share'])
  return rows.map((row) => {
    const [from, to, count, share, ...more] = row.map((text) => (text.trim() === '' ? NaN : Number(text)))
    expect(more, 'cells beside from, to, count and share').toEqual([])
    return { from: from ?? NaN, to: to ?? NaN, count: count ?? NaN, share: share ?? NaN }
  })
}

/** Expects bins of equal width with these counts. */
function expectBins(
  { expect }: ProgramFixtures,
  bins: readonly Bin[],
  [from, to]: readonly [number, number],
  counts: readonly number[],
): void {
  expect(bins.map(({ count }) => count)).toEqual(counts)
  const width = (to - from) / counts.length
  bins.forEach((bin, index) => {
    expect(Math.abs(bin.from - (from + index * width)), `from of bin ${index + 1}`).toBeLessThan(TABLE_TOLERANCE)
    expect(Math.abs(bin.to - (from + (index + 1) * width)), `to of bin ${index + 1}`).toBeLessThan(TABLE_TOLERANCE)
  })
}

/** Runs the program with so many bins, and expects the right counts. */
async function expectCounts(fixtures: ProgramFixtures, data: Sample, bins: number, values = data.numbers) {
  const shown = await binsOf(fixtures, data, data.column, String(bins))
  expectBins(fixtures, shown, rangeOf(values), countsOf(values, bins))
}

// ---- the picture ---------------------------------------------------------------------------------------------------

async function pictureOf(fixtures: ProgramFixtures, data: Sample, bins: number): Promise<Picture> {
  const { expect, file } = fixtures
  const picture = await (await succeed(fixtures, data, data.column, String(bins))).picture(file('picture_file'))
  expect(picture.width).toBeLessThanOrEqual(4000)
  expect(picture.height).toBeLessThanOrEqual(3000)
  return picture
}

/** The colour of the bars, which must differ clearly from white. */
function barColour({ expect, text }: ProgramFixtures): readonly number[] {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text('bar_colour').trim())?.[1]
  expect(digits, `"${text('bar_colour')}" as a colour of six hexadecimal digits`).toBeDefined()
  const colour = [0, 2, 4].map((place) => Number.parseInt((digits ?? '').slice(place, place + 2), 16))
  expect(Math.min(...colour), 'the darkest channel of the colour of the bars').toBeLessThan(200)
  return colour
}

/** The pixels of bars in each pixel column of the picture. */
function columnsOf({ width, height, pixels }: Picture, colour: readonly number[]): Column[] {
  const isBar = (x: number, y: number) => {
    const place = 4 * (y * width + x)
    return colour.every((value, part) => Math.abs((pixels[place + part] ?? 0) - value) <= COLOUR_TOLERANCE)
  }
  return Array.from({ length: width }, (_, x) => {
    let [found, top, bottom] = [0, height, -1]
    for (let y = 0; y < height; y++) {
      if (!isBar(x, y)) continue
      found += 1
      top = Math.min(top, y)
      bottom = y
    }
    return { height: found, top, bottom }
  })
}

/** The pixel columns in the middle of the bins. The first and the last bin are never empty, so they show the extent. */
function middles(columns: readonly Column[], bins: number): Column[] {
  const left = columns.findIndex(({ height }) => height > 0)
  const right = columns.findLastIndex(({ height }) => height > 0)
  const pitch = (right - left + 1) / bins
  return Array.from({ length: bins }, (_, bin) => {
    return columns[Math.floor(left + (bin + 0.5) * pitch)] ?? { height: 0, top: 0, bottom: 0 }
  })
}

/** Expects the heights of the bars to be proportional to the counts, and empty bins to have no bar. */
function expectHeights(fixtures: ProgramFixtures, picture: Picture, counts: readonly number[]): void {
  const { expect } = fixtures
  const heights = middles(columnsOf(picture, barColour(fixtures)), counts.length).map(({ height }) => height)
  const highest = Math.max(...heights)
  expect(highest, 'the height of the highest bar in pixels').toBeGreaterThanOrEqual(picture.height / 2 - PIXELS_OFF)
  const most = Math.max(...counts)
  counts.forEach((count, bin) => {
    const expected = (count / most) * highest
    const off = Math.abs((heights[bin] ?? 0) - expected)
    const allowed = count === 0 ? 0 : PIXELS_OFF + HEIGHT_OFF * highest
    expect(
      off,
      `bar ${bin + 1}: ${heights[bin] ?? 0} pixels high, expected ${expected.toFixed(1)}`,
    ).toBeLessThanOrEqual(allowed)
  })
}

/** Expects bars without holes and with a common base line. */
function expectSolid({ expect }: ProgramFixtures, bars: readonly Column[]): void {
  const ground = Math.max(...bars.map(({ bottom }) => bottom))
  bars.forEach(({ height, top, bottom }, index) => {
    expect(ground - bottom, `the height of the base line of bar ${index + 1} above the lowest`).toBeLessThanOrEqual(
      PIXELS_OFF,
    )
    expect(bottom - top + 1 - height, `holes in bar ${index + 1}`).toBeLessThanOrEqual(PIXELS_OFF)
  })
}

/** Runs of adjacent pixel columns with one height. These are the bars, if no two adjacent bars have the same height. */
function bars(columns: readonly Column[]): Span[] {
  const spans: Span[] = []
  columns.forEach(({ height }, x) => {
    const last = spans.at(-1)
    const before = columns[x - 1]?.height ?? 0
    if (height === 0) return
    if (last?.right === x - 1 && Math.abs(before - height) <= PIXELS_OFF)
      spans[spans.length - 1] = { ...last, right: x }
    else spans.push({ left: x, right: x })
  })
  return spans.filter(({ left, right }) => right - left >= PIXELS_OFF)
}

/** Expects so many bars of equal width at equal distances. Adjacent bars must differ in height. */
function expectEvenlySpaced({ expect }: ProgramFixtures, columns: readonly Column[], count: number): void {
  const spans = bars(columns)
  expect(spans.length, 'the number of bars').toBe(count)
  const widths = spans.map(({ left, right }) => right - left + 1)
  expect(
    Math.max(...widths) - Math.min(...widths),
    'the difference between the widths of the bars',
  ).toBeLessThanOrEqual(PIXELS_OFF)
  const steps = spans.slice(1).map(({ left }, index) => left - (spans[index]?.left ?? NaN))
  expect(Math.max(...steps) - Math.min(...steps), 'the difference between their distances').toBeLessThanOrEqual(
    PIXELS_OFF,
  )
  expect(Math.max(...steps) - Math.min(...widths), 'the widest gap between them').toBeLessThan(Math.min(...widths))
}

/** Runs the program with so many bins, and expects the right heights of the bars. */
async function expectDrawn(fixtures: ProgramFixtures, data: Sample, bins: number): Promise<Picture> {
  const picture = await pictureOf(fixtures, data, bins)
  expectHeights(fixtures, picture, countsOf(data.numbers, bins))
  return picture
}

// ---- errors --------------------------------------------------------------------------------------------------------

/** Runs the program with input that it must refuse, and returns its message. */
async function refusal({ expect, run, file }: ProgramFixtures, args: readonly string[]): Promise<string> {
  const finished = await run({ args })
  const what = args.join(' ')
  expect(finished.code, `the exit code after: ${what}`).not.toBe(0)
  expect(finished.code, `the exit code after: ${what}, where the program must end by itself`).not.toBeNull()
  expect(finished.stderr).not.toMatch(/^[ \t]+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  for (const output of [file('table_file'), file('picture_file')]) {
    expect(await finished.has(output), `whether ${output} was written after: ${what}`).toBe(false)
  }
  return finished.stderr
}

/** Expects correct input to be accepted afterwards, so that a program that refuses everything fails. */
async function accepts(fixtures: ProgramFixtures, data: Data, ...args: readonly string[]): Promise<void> {
  const { expect, file } = fixtures
  const finished = await succeed(fixtures, data, ...args)
  expect(await finished.has(file('table_file')), 'whether the table was written').toBe(true)
  expect(await finished.has(file('picture_file')), 'whether the picture was written').toBe(true)
}

/** Increasing counts, of which no two are similar. */
function risingCounts(given: Given): number[] {
  const steps = Array.from({ length: 5 }, (_, bin) => given.integer(`step ${bin}`, { from: 4, to: 14 }))
  return steps.map((_, bin) => sumOf(steps.slice(0, bin + 1)))
}

export default {
  'count-example': async (fixtures) => {
    await expectCounts(fixtures, plants(fixtures.given), 6)
  },

  'ten-bins': async (fixtures) => {
    const data = plants(fixtures.given)
    const bins = await binsOf(fixtures, data, data.column)
    expectBins(fixtures, bins, rangeOf(data.numbers), countsOf(data.numbers, 10))
  },

  edges: async (fixtures) => {
    const { given } = fixtures
    const bins = given.integer('bins with edges', { from: 4, to: 7 })
    const width = given.integer('width between edges', { from: 2, to: 5 })
    const least = given.integer('least edge', { from: -12, to: 30 })
    // Each whole number once, so that each edge is one of the numbers, and some edges more than once.
    const all = Array.from({ length: bins * width + 1 }, (_, step) => least + step)
    const edges = all.filter((value) => (value - least) % width === 0)
    const more = given.subset('edges twice', edges, given.integer('how many edges twice', { from: 1, to: 4 }))
    const numbers = given.shuffled('edges', [...all, ...more]).map(String)
    const data = sample(given, 'edges', numbers)
    await expectCounts(fixtures, data, bins)
    await expectCounts(fixtures, data, 2)
  },

  'many-numbers': async (fixtures) => {
    const data = waits(fixtures.given)
    await expectCounts(fixtures, data, WAITING_BINS)
    await expectCounts(fixtures, data, 1)
  },

  shares: async (fixtures) => {
    const { expect } = fixtures
    const data = plants(fixtures.given)
    const bins = await binsOf(fixtures, data, data.column, '6')
    const counts = countsOf(data.numbers, 6)
    expect(bins).toHaveLength(counts.length)
    bins.forEach(({ share }, index) => {
      const expected = (counts[index] ?? NaN) / data.numbers.length
      expect(Math.abs(share - expected), `the share of bin ${index + 1}`).toBeLessThan(TABLE_TOLERANCE)
    })
    const all = await binsOf(fixtures, data, data.leaves, '1')
    expect(all.map(({ share }) => share)).toEqual([1])
  },

  headings: async (fixtures) => {
    const { expect } = fixtures
    const data = plants(fixtures.given)
    const bins = await binsOf(fixtures, data, data.column, '2')
    const [least, greatest] = rangeOf(data.numbers)
    expect(bins).toHaveLength(2)
    expect(bins[0]?.to).toBeCloseTo(bins[1]?.from ?? NaN, 4)
    expect(sumOf(bins.map(({ count }) => count))).toBe(data.numbers.length)
    expect(bins[0]?.from).toBeCloseTo(least, 4)
    expect(bins[1]?.to).toBeCloseTo(greatest, 4)
  },

  'other-column': async (fixtures) => {
    const data = plants(fixtures.given)
    await expectCounts(fixtures, { ...data, column: data.leaves, numbers: data.leafNumbers }, 5)
  },

  signs: async (fixtures) => {
    const data = notations(fixtures.given)
    await expectCounts(fixtures, data, binsFor(fixtures.given, 'bins of notations', data.values), data.values)
  },

  'empty-cells': async (fixtures) => {
    const { given, expect } = fixtures
    const numbers = given
      .distinct('number beside empty cells', 4, (key) => given.integer(key, { from: -40, to: 90 }))
      .map(String)
    const empty = Array.from({ length: given.integer('empty cells', { from: 2, to: 5 }) }, () => '')
    const cells = given.shuffled('cells', [...numbers, ...empty, '  '])
    const data = { ...sample(given, 'empty cells', cells), numbers }
    const bins = binsFor(given, 'bins beside empty cells', numbers)
    await expectCounts(fixtures, data, bins)
    const { stdout } = await succeed(fixtures, data, data.column, String(bins))
    const printed = [...stdout.matchAll(/(?<!\d)(\d+) numbers, (\d+) empty/gi)].map(([line]) => line.toLowerCase())
    expect(printed, 'the line that is printed').toEqual([`4 numbers, ${empty.length + 1} empty`])
  },

  quoted: async (fixtures) => {
    const { given } = fixtures
    const numbers = heaped(given, 'quoted', {
      counts: unlikeCounts(given, 'quoted counts', 2, { from: 2, to: 5 }),
      least: given.integer('least quoted', { from: 100, to: 300 }),
      greatest: given.integer('greatest quoted', { from: 700, to: 990 }),
      decimals: 1,
    })
    const column = `the "${given.word('quoted heading')}", in ${given.word('quoted unit')}`
    const remarks = [
      `says "${given.word('remark')}"`,
      'two\nlines',
      `1,${given.integer('comma', { from: 2, to: 8 })}`,
      '',
    ]
    const rows = numbers.map((number, index) => [
      index % 2 === 0 ? `${given.nameWithUmlaut(`who ${index}`)}, ${given.word(`when ${index}`)}` : '山田',
      number,
      given.pick(`remark ${index}`, remarks),
    ])
    // Each remark is in at least one row under every seed.
    rows.forEach((row, index) => (row[2] = remarks[index] ?? row[2] ?? ''))
    const headings = [`${given.word('first heading')}, ${given.word('second heading')}`, column, given.word('remarks')]
    const content = csv([headings, ...rows], '\r\n')
    await expectCounts(fixtures, { file: `${given.word('quoted file')}.csv`, content, column, numbers }, 2)
  },

  'equal-numbers': async (fixtures) => {
    const { given } = fixtures
    const number = given.decimal('equal number', { from: '-90', to: '90', decimals: 2 })
    const times = given.integer('how often', { from: 2, to: 6 })
    const bins = given.pick('bins of equal numbers', [3, 5, 7])
    const data = sample(given, 'equal', repeated(number, times))
    const counts = Array.from({ length: bins }, (_, bin) => (bin === (bins - 1) / 2 ? times : 0))
    const shown = await binsOf(fixtures, data, data.column, String(bins))
    expectBins(fixtures, shown, [Number(number) - 0.5, Number(number) + 0.5], counts)
  },

  'print-numbers': async (fixtures) => {
    const { given } = fixtures
    const drawn = (key: string, count: number) =>
      given.suchThat(
        key,
        (draw) =>
          Array.from({ length: count }, (_, index) =>
            given.decimal(`${draw} ${index}`, { from: index % 3 === 0 ? '-99' : '3', to: '180', decimals: 2 }),
          ),
        (numbers) => isPlainlyPrinted(fixtures, numbers),
      )
    const even = 2 * given.integer('half of an even number', { from: 5, to: 30 })
    for (const [key, count] of [
      ['even', even],
      ['odd', even + 1],
    ] as const) {
      const numbers = drawn(`${key} number of numbers`, count)
      const empty = given.integer(`${key} empty`, { from: 0, to: 4 })
      const data = sample(given, key, given.shuffled(key, [...numbers, ...repeated('', empty)]))
      expectPrinted(fixtures, await succeed(fixtures, data, data.column), numbers, empty)
    }
  },

  'picture-size': async (fixtures) => {
    const { expect } = fixtures
    const { width, height, pixels } = await pictureOf(fixtures, plants(fixtures.given), 6)
    expect(width).toBeGreaterThanOrEqual(400)
    expect(height).toBeGreaterThanOrEqual(300)
    for (const place of [0, width - 1, (height - 1) * width, height * width - 1]) {
      const [red, green, blue, opacity] = [0, 1, 2, 3].map((part) => pixels[4 * place + part] ?? 0)
      const white = opacity === 0 ? [255, 255, 255] : [red, green, blue]
      expect(white, 'the colour of a corner').toEqual([255, 255, 255])
    }
    const bars = columnsOf({ width, height, pixels }, barColour(fixtures)).filter((column) => column.height > 0)
    expect(bars.length, 'columns of pixels that hold bars').toBeGreaterThan(6)
  },

  'show-bars': async (fixtures) => {
    const picture = await pictureOf(fixtures, plants(fixtures.given), 6)
    const columns = columnsOf(picture, barColour(fixtures))
    expectSolid(fixtures, middles(columns, 6))
    expectEvenlySpaced(fixtures, columns, 6)
  },

  'scale-bars': async (fixtures) => {
    await expectDrawn(fixtures, plants(fixtures.given), 6)
  },

  'follow-data': async (fixtures) => {
    const { given } = fixtures
    const least = given.integer('left end', { from: -500, to: 500 })
    const greatest = least + given.integer('to the right end', { from: 1000, to: 4000 })
    const numbers = heaped(given, 'rising', { counts: risingCounts(given), least, greatest, decimals: 1, alsoIn: [2] })
    const mirrored = numbers.map((number) => written(least + greatest - Math.round(10 * Number(number)), 1))
    const rising = sample(given, 'rising', numbers)
    await expectDrawn(fixtures, rising, 5)
    await expectDrawn(fixtures, sample(given, 'falling', mirrored), 5)
    await expectDrawn(fixtures, rising, 2)
  },

  'empty-bins': async (fixtures) => {
    const { given } = fixtures
    const filled = new Map(
      [0, given.integer('filled bin', { from: 2, to: 5 }), 7].map((bin) => [
        bin,
        given.integer(`filled bin ${bin}`, { from: 6, to: 25 }),
      ]),
    )
    const counts = Array.from({ length: 8 }, (_, bin) => filled.get(bin) ?? 0)
    const least = given.integer('end of gaps', { from: -300, to: 300 })
    const greatest = least + given.integer('width of gaps', { from: 500, to: 2000 })
    const data = sample(given, 'gaps', heaped(given, 'gap', { counts, least, greatest, decimals: 1 }))
    const picture = await expectDrawn(fixtures, data, 8)
    const columns = columnsOf(picture, barColour(fixtures))
    fixtures.expect(bars(columns), 'the bars').toHaveLength(3)
  },

  'many-bars': async (fixtures) => {
    const picture = await expectDrawn(fixtures, waits(fixtures.given), WAITING_BINS)
    expectSolid(fixtures, middles(columnsOf(picture, barColour(fixtures)), WAITING_BINS))
  },

  'missing-file': async (fixtures) => {
    const { expect, given } = fixtures
    const [lost, mislaid] = [`${given.word('lost')}.csv`, `${given.word('mislaid')}.csv`]
    const data = plants(given)
    expect(await refusal(fixtures, [lost, data.column])).toContain(lost)
    const message = await refusal(fixtures, [mislaid, data.column, '5'])
    expect(message).toContain(mislaid)
    expect(message).not.toContain(lost)
    await accepts(fixtures, data, data.column)
  },

  'missing-column': async (fixtures) => {
    const { expect, given, put } = fixtures
    const data = plants(given)
    const missing = given.word('missing column')
    await put(data.file, data.content)
    expect(await refusal(fixtures, [data.file, missing, '5'])).toMatch(new RegExp(`\\b${missing}\\b`))
    await accepts(fixtures, data, data.leaves, '5')
  },

  'no-numbers': async (fixtures) => {
    const { expect, given, put } = fixtures
    const blank = fileOf(given, 'blank', repeated('', given.integer('blank cells', { from: 1, to: 6 })))
    const headingsAlone = fileOf(given, 'headings alone', [])
    for (const data of [blank, headingsAlone]) {
      await put(data.file, data.content)
      const message = await refusal(fixtures, [data.file, data.column])
      expect(message.replaceAll(data.file, '')).toMatch(/no numbers/i)
    }
    await accepts(fixtures, blank, blank.counted)
  },

  'no-number': async (fixtures) => {
    const { expect, given, put } = fixtures
    const decimalComma = given.decimal('decimal comma', { from: 1, to: 9, decimals: 1 }).replace('.', ',')
    for (const [key, cell] of [
      ['word', given.word('no number')],
      ['not a number', given.pick('not a number', ['NaN', 'Infinity'])],
      ['comma', decimalComma],
    ] as const) {
      const before = given.integer(`${key} before`, { from: 1, to: 6 })
      const after = given.integer(`${key} after`, { from: 1, to: 4 })
      const numbers = Array.from({ length: before + after }, (_, index) =>
        String(given.integer(`${key} number ${index}`, { from: -50, to: 50 })),
      )
      // An empty cell above it counts as a row.
      const cells = ['', ...numbers.slice(0, before), cell, ...numbers.slice(before)]
      const data = fileOf(given, key, cells)
      await put(data.file, data.content)
      const message = (await refusal(fixtures, [data.file, data.column, '3'])).replaceAll(data.file, '')
      const rows = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
      expect([...new Set(rows)], `the rows that are named in: ${message}`).toEqual([cells.indexOf(cell) + 2])
    }
    const elsewhere = fileOf(given, 'word elsewhere', [given.word('no number')])
    await accepts(fixtures, elsewhere, elsewhere.counted)
  },

  'bad-bins': async (fixtures) => {
    const { expect, given, put } = fixtures
    const data = plants(given)
    await put(data.file, data.content)
    const bad = [
      ...['0', `-${given.integer('negative bins', { from: 1, to: 40 })}`],
      `${given.integer('broken bins', { from: 1, to: 40 })}.5`,
      given.word('bins'),
      ...['1001', String(given.integer('far too many bins', { from: 1002, to: 90_000 }))],
    ]
    for (const bins of bad) {
      expect(await refusal(fixtures, [data.file, data.column, bins]), `the message for ${bins}`).toMatch(/\bbins\b/i)
    }
    await accepts(fixtures, data, data.column, '1000')
  },
} satisfies ProgramTestcodes
