import { readFile } from 'node:fs/promises'
import type { Finished, Picture, ProgramFixtures, ProgramTestcodes } from 'pe'

interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
  readonly share: number
}
/** The pixels of the bars in one column of a picture: how many, and where they begin and end. */
interface Column {
  readonly height: number
  readonly top: number
  readonly bottom: number
}
/** Runs of columns that hold pixels of the bars. */
interface Span {
  readonly left: number
  readonly right: number
}

/** How far from exact the edges and shares of the table may be, which have at least four decimals. */
const TABLE_TOLERANCE = 0.000051
/** How far from the colour of the bars a channel (0 to 255) of their pixels may be. */
const COLOUR_TOLERANCE = 8
/** How far off a bar may be, in pixels: its edges may be blended with the ground. */
const PIXELS_OFF = 2
/** How far off its height may be, as a part of the highest. */
const HEIGHT_OFF = 0.02

/** Puts a file of the mission beside the program, under its own name. */
async function bring({ put, material }: ProgramFixtures, name: string): Promise<void> {
  await put(name, await readFile(material(name)))
}

/** Runs the program on a file of the mission and expects it to say that it went well. */
async function succeed(fixtures: ProgramFixtures, args: readonly string[]): Promise<Finished> {
  const { expect, run } = fixtures
  await bring(fixtures, args[0] ?? '')
  const finished = await run({ args })
  expect(finished.code, `the exit code after: ${args.join(' ')}`).toBe(0)
  return finished
}

// ---- the table ----------------------------------------------------------------------------------------------------

async function binsOf(fixtures: ProgramFixtures, args: readonly string[]): Promise<Bin[]> {
  const { expect, file } = fixtures
  const table = await (await succeed(fixtures, args)).table(file('table_file'))
  const [headings, ...rows] = table.filter((row) => row.join('').trim() !== '')
  expect(headings?.map((text) => text.trim())).toEqual(['from', 'to', 'count', 'share'])
  return rows.map((row) => {
    const [from, to, count, share, ...more] = row.map((text) => (text.trim() === '' ? NaN : Number(text)))
    expect(more, 'cells beside from, to, count and share').toEqual([])
    return { from: from ?? NaN, to: to ?? NaN, count: count ?? NaN, share: share ?? NaN }
  })
}

/** Expects bins of equal width with these counts, and shares that belong to them. */
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

// ---- the picture --------------------------------------------------------------------------------------------------

async function pictureOf(fixtures: ProgramFixtures, args: readonly string[]): Promise<Picture> {
  const { expect, file } = fixtures
  const picture = await (await succeed(fixtures, args)).picture(file('picture_file'))
  expect(picture.width).toBeLessThanOrEqual(4000)
  expect(picture.height).toBeLessThanOrEqual(3000)
  return picture
}

/** The colour of the bars, which has to be far from white. */
function barColour({ expect, text }: ProgramFixtures): readonly number[] {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text('bar_colour').trim())?.[1]
  expect(digits, `"${text('bar_colour')}" as a colour of six hexadecimal digits`).toBeDefined()
  const colour = [0, 2, 4].map((place) => Number.parseInt((digits ?? '').slice(place, place + 2), 16))
  expect(Math.min(...colour), 'how far from white the colour of the bars is').toBeLessThan(200)
  return colour
}

/** What each column of the picture holds of the bars. */
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

/** The columns in the middle of each bin: the first and the last bin, which are never empty, say where the bars are. */
function middles(columns: readonly Column[], bins: number): Column[] {
  const left = columns.findIndex(({ height }) => height > 0)
  const right = columns.findLastIndex(({ height }) => height > 0)
  const pitch = (right - left + 1) / bins
  return Array.from({ length: bins }, (_, bin) => {
    return columns[Math.floor(left + (bin + 0.5) * pitch)] ?? { height: 0, top: 0, bottom: 0 }
  })
}

/** Expects the heights of the bars to be in proportion to the counts, and empty bins to have none. */
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

/** Expects bars without holes that stand on one line. */
function expectSolid({ expect }: ProgramFixtures, bars: readonly Column[]): void {
  const ground = Math.max(...bars.map(({ bottom }) => bottom))
  bars.forEach(({ height, top, bottom }, index) => {
    expect(ground - bottom, `how far above the others bar ${index + 1} stands`).toBeLessThanOrEqual(PIXELS_OFF)
    expect(bottom - top + 1 - height, `holes in bar ${index + 1}`).toBeLessThanOrEqual(PIXELS_OFF)
  })
}

/** The widths of neighbouring columns of one height: bars, where no two neighbours are of the same height. */
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

/** Expects as many bars, none of the height of its neighbour, to be equally wide and equally far apart. */
function expectEvenlySpaced({ expect }: ProgramFixtures, columns: readonly Column[], count: number): void {
  const spans = bars(columns)
  expect(spans.length, 'the number of bars').toBe(count)
  const widths = spans.map(({ left, right }) => right - left + 1)
  expect(Math.max(...widths) - Math.min(...widths), 'how much the widths of the bars differ').toBeLessThanOrEqual(
    PIXELS_OFF,
  )
  const steps = spans.slice(1).map(({ left }, index) => left - (spans[index]?.left ?? NaN))
  expect(Math.max(...steps) - Math.min(...steps), 'how much their distances differ').toBeLessThanOrEqual(PIXELS_OFF)
  expect(Math.max(...steps) - Math.min(...widths), 'the gaps between them').toBeLessThan(Math.min(...widths))
}

// ---- errors -------------------------------------------------------------------------------------------------------

/** Runs the program on something that it must refuse, and returns its message. */
async function refusal({ expect, run, file }: ProgramFixtures, args: readonly string[]): Promise<string> {
  const finished = await run({ args })
  const what = args.join(' ')
  expect(finished.code, `the exit code after: ${what}`).not.toBe(0)
  expect(finished.code, `the exit code after: ${what}, where the program must end by itself`).not.toBeNull()
  expect(finished.stderr).not.toMatch(/^\s+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  for (const output of [file('table_file'), file('picture_file')]) {
    expect(await finished.has(output), `whether ${output} was written after: ${what}`).toBe(false)
  }
  return finished.stderr
}

/** Expects what is right to be accepted afterwards, so that a program which refuses everything fails. */
async function accepts(fixtures: ProgramFixtures, args: readonly string[]): Promise<void> {
  const { expect, file } = fixtures
  const finished = await succeed(fixtures, args)
  expect(await finished.has(file('table_file')), 'whether the table was written').toBe(true)
  expect(await finished.has(file('picture_file')), 'whether the picture was written').toBe(true)
}

const EXAMPLE = [4, 9, 8, 21, 11, 5]
const EXAMPLE_RANGE = [13.53, 46.44] as const
const WAITS = [
  ...[9, 12, 15, 24, 59, 53, 96, 130, 131, 180, 202, 187, 197],
  ...[155, 136, 117, 82, 82, 39, 43, 22, 15, 5, 5, 4],
]

export default {
  'count-example': async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['example.csv', 'height', '6']), EXAMPLE_RANGE, EXAMPLE)
  },

  'ten-bins': async (fixtures) => {
    const bins = await binsOf(fixtures, ['example.csv', 'height'])
    expectBins(fixtures, bins, EXAMPLE_RANGE, [3, 2, 6, 4, 6, 11, 10, 7, 6, 3])
  },

  edges: async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['edges.csv', 'value', '5']), [0, 10], [2, 2, 2, 2, 3])
    expectBins(fixtures, await binsOf(fixtures, ['edges.csv', 'value', '2']), [0, 10], [5, 6])
  },

  'many-numbers': async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['waits.csv', 'minutes', '25']), [-6.774, 67.156], WAITS)
    expectBins(fixtures, await binsOf(fixtures, ['waits.csv', 'minutes', '1']), [-6.774, 67.156], [2000])
  },

  shares: async (fixtures) => {
    const { expect } = fixtures
    const bins = await binsOf(fixtures, ['example.csv', 'height', '6'])
    bins.forEach(({ share }, index) => {
      const expected = (EXAMPLE[index] ?? NaN) / 58
      expect(Math.abs(share - expected), `the share of bin ${index + 1}`).toBeLessThan(TABLE_TOLERANCE)
    })
    expect(bins).toHaveLength(EXAMPLE.length)
    const [all] = await binsOf(fixtures, ['waits.csv', 'minutes', '1'])
    expect(all?.share).toBe(1)
  },

  headings: async (fixtures) => {
    const { expect } = fixtures
    const bins = await binsOf(fixtures, ['example.csv', 'height', '2'])
    expect(bins).toHaveLength(2)
    expect(bins[0]?.to).toBeCloseTo(bins[1]?.from ?? NaN, 4)
    expect(bins.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(58)
    expect(bins[0]?.from).toBeCloseTo(13.53, 4)
    expect(bins[1]?.to).toBeCloseTo(46.44, 4)
  },

  'other-column': async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['example.csv', 'leaves', '5']), [2, 6], [12, 12, 12, 12, 12])
  },

  signs: async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['signs.csv', 'value', '4']), [-2.5, 5.5], [2, 2, 3, 1])
  },

  'empty-cells': async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['empty-cells.csv', 'value', '4']), [1, 9], [2, 1, 0, 1])
    const finished = await succeed(fixtures, ['empty-cells.csv', 'value', '4'])
    fixtures.expect(finished.stdout).toMatch(/\b4 numbers, 3 empty\b/i)
  },

  quoted: async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['quoted.csv', 'the "size", in cm', '2']), [4, 8], [2, 2])
  },

  'equal-numbers': async (fixtures) => {
    expectBins(fixtures, await binsOf(fixtures, ['equal.csv', 'value', '3']), [6.75, 7.75], [0, 3, 0])
  },

  'print-numbers': async (fixtures) => {
    const { expect } = fixtures
    const example = await succeed(fixtures, ['example.csv', 'height'])
    expect(example.stdout).toMatch(/\b58 numbers, 2 empty, mean 31\.65, median 33\.07(?!\d)/i)
    const signs = await succeed(fixtures, ['signs.csv', 'value'])
    expect(signs.stdout).toMatch(/\b8 numbers, 0 empty, mean 1\.09, median 1\.00(?!\d)/i)
    expect(signs.stdout).not.toMatch(/58 numbers/i)
    const waits = await succeed(fixtures, ['waits.csv', 'minutes'])
    expect(waits.stdout).toMatch(/\b2000 numbers, 0 empty, mean 27\.51, median 27\.18(?!\d)/i)
  },

  'picture-size': async (fixtures) => {
    const { expect } = fixtures
    const { width, height, pixels } = await pictureOf(fixtures, ['example.csv', 'height', '6'])
    expect(width).toBeGreaterThanOrEqual(400)
    expect(height).toBeGreaterThanOrEqual(300)
    for (const place of [0, width - 1, (height - 1) * width, height * width - 1]) {
      const [red, green, blue, opacity] = [0, 1, 2, 3].map((part) => pixels[4 * place + part] ?? 0)
      const white = opacity === 0 ? [255, 255, 255] : [red, green, blue]
      expect(white, 'the colour of a corner').toEqual([255, 255, 255])
    }
    const bars = columnsOf({ width, height, pixels }, barColour(fixtures)).filter((column) => column.height > 0)
    expect(bars.length, 'columns of pixels that hold bars').toBeGreaterThan(EXAMPLE.length)
  },

  'show-bars': async (fixtures) => {
    const picture = await pictureOf(fixtures, ['example.csv', 'height', '6'])
    const columns = columnsOf(picture, barColour(fixtures))
    expectSolid(fixtures, middles(columns, 6))
    expectEvenlySpaced(fixtures, columns, 6)
  },

  'scale-bars': async (fixtures) => {
    expectHeights(fixtures, await pictureOf(fixtures, ['example.csv', 'height', '6']), EXAMPLE)
  },

  'follow-data': async (fixtures) => {
    expectHeights(fixtures, await pictureOf(fixtures, ['rising.csv', 'value', '5']), [3, 6, 12, 0, 54])
    expectHeights(fixtures, await pictureOf(fixtures, ['falling.csv', 'value', '5']), [30, 24, 12, 0, 9])
    expectHeights(fixtures, await pictureOf(fixtures, ['rising.csv', 'value', '2']), [9, 66])
  },

  'empty-bins': async (fixtures) => {
    const picture = await pictureOf(fixtures, ['gaps.csv', 'value', '8'])
    expectHeights(fixtures, picture, [20, 0, 0, 10, 0, 0, 0, 20])
    const columns = columnsOf(picture, barColour(fixtures))
    fixtures.expect(bars(columns), 'the bars').toHaveLength(3)
  },

  'many-bars': async (fixtures) => {
    const picture = await pictureOf(fixtures, ['waits.csv', 'minutes', '25'])
    expectHeights(fixtures, picture, WAITS)
    expectSolid(fixtures, middles(columnsOf(picture, barColour(fixtures)), 25))
  },

  'missing-file': async (fixtures) => {
    const { expect } = fixtures
    expect(await refusal(fixtures, ['lost-numbers.csv', 'height'])).toContain('lost-numbers.csv')
    const message = await refusal(fixtures, ['mislaid.csv', 'height', '5'])
    expect(message).toContain('mislaid.csv')
    expect(message).not.toContain('lost-numbers.csv')
    await accepts(fixtures, ['example.csv', 'height'])
  },

  'missing-column': async (fixtures) => {
    await bring(fixtures, 'example.csv')
    fixtures.expect(await refusal(fixtures, ['example.csv', 'girth', '5'])).toMatch(/\bgirth\b/)
    await accepts(fixtures, ['example.csv', 'leaves', '5'])
  },

  'no-numbers': async (fixtures) => {
    const { expect } = fixtures
    for (const name of ['no-numbers.csv', 'no-rows.csv']) {
      await bring(fixtures, name)
      const message = await refusal(fixtures, [name, 'value'])
      expect(message.replaceAll(name, '')).toMatch(/no numbers/i)
    }
    await accepts(fixtures, ['edges.csv', 'value'])
  },

  'no-number': async (fixtures) => {
    const { expect } = fixtures
    for (const [name, row] of [
      ['word.csv', 7],
      ['nan.csv', 5],
      ['comma.csv', 3],
    ] as const) {
      await bring(fixtures, name)
      const message = (await refusal(fixtures, [name, 'value', '3'])).replaceAll(name, '')
      const rows = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
      expect([...new Set(rows)], `the rows that are named in: ${message}`).toEqual([row])
    }
    await accepts(fixtures, ['example.csv', 'height'])
  },

  'bad-bins': async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'example.csv')
    for (const bins of ['0', '-3', '2.5', 'ten', '1001']) {
      expect(await refusal(fixtures, ['example.csv', 'height', bins]), `the message for ${bins}`).toMatch(/\bbins\b/i)
    }
    await accepts(fixtures, ['example.csv', 'height', '1000'])
  },
} satisfies ProgramTestcodes
