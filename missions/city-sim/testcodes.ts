import type { DesktopFixtures, DesktopTestcodes, Picture, PixelArea, Point } from 'pe'

/** Column and row of a cell, from the top left of the map. */
type Cell = readonly [column: number, row: number]
type Kind = 'road' | 'house' | 'plant'
type Rgb = readonly [red: number, green: number, blue: number]
/** A letter for each cell that is looked at, row after row: r, h, p, or a point if it is empty. */
type City = string

/** The part of the map that every program has. */
const COLUMNS = 10
const ROWS = 8
const INDICES = Array.from({ length: COLUMNS * ROWS }, (_, index) => index)
const EMPTY: City = '.'.repeat(COLUMNS * ROWS)
const LETTERS = { road: 'r', house: 'h', plant: 'p' } as const
const KINDS = Object.keys(LETTERS) as Kind[]
/** The part of a cell that is seen as its colour: a little less than the third of the prompt, for rims. */
const COVERED = 0.25
/** Steps of a channel by which a pixel may differ from its colour. */
const ALIKE = 12
/** Milliseconds for what a program does at once, on a busy machine. */
const SOON = { within: 12_000 }
/** Milliseconds for which numbers, alerts and buttons are looked at: longer than one of many that are shown in turn. */
const STAYS = 500
/** Milliseconds for which a map shows something else while it is drawn, on a busy machine. */
const DRAWN = 200
/** Milliseconds for which new buildings are looked at: longer than `DRAWN`, so that no map shows cities in turn. */
const RESTS = 250
/** Milliseconds for which the number of a day is seen at least: a picture that is shown more shortly may be half drawn. */
const SEEN = 100
/** Milliseconds without another day after which no more days begin: longer than any day. */
const STANDS_STILL = 2500

const indexOf = ([column, row]: Cell) => row * COLUMNS + column
const cellOf = (index: number): Cell => [index % COLUMNS, Math.floor(index / COLUMNS)]

function withCell(city: City, cell: Cell, letter: string): City {
  const index = indexOf(cell)
  return city.slice(0, index) + letter + city.slice(index + 1)
}

function middleOf({ x, y, width, height }: PixelArea): Point {
  return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
}

function areaOf(see: DesktopFixtures, [column, row]: Cell): PixelArea {
  const [map, { width, height }] = [see.region('map'), see.region('cell')]
  return { x: map.x + column * width, y: map.y + row * height, width, height }
}

/** The part of an area of a picture that has a colour. Every second pixel both ways is looked at. */
function partOf({ width, pixels }: Picture, area: PixelArea, [red, green, blue]: Rgb): number {
  let [count, all] = [0, 0]
  for (let y = area.y; y < area.y + area.height; y += 2)
    for (let x = area.x; x < area.x + area.width; x += 2) {
      const at = 4 * (y * width + x)
      all += 1
      if (
        Math.abs((pixels[at] ?? Infinity) - red) <= ALIKE &&
        Math.abs((pixels[at + 1] ?? Infinity) - green) <= ALIKE &&
        Math.abs((pixels[at + 2] ?? Infinity) - blue) <= ALIKE
      )
        count += 1
    }
  return count / all
}

function channelsOf(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

async function look(see: DesktopFixtures): Promise<City> {
  const [map, { width, height }] = [see.region('map'), see.region('cell')]
  see.expect(width, 'the width of a cell').toBeGreaterThanOrEqual(24)
  see.expect(map.width, 'the width of the map').toBeGreaterThanOrEqual(COLUMNS * width)
  see.expect(map.height, 'the height of the map').toBeGreaterThanOrEqual(ROWS * height)
  const colours = KINDS.map((kind) => [LETTERS[kind], channelsOf(see.colour(kind))] as const)
  const picture = await see.screenshot({ x: map.x, y: map.y, width: COLUMNS * width, height: ROWS * height })
  return INDICES.map((index) => {
    const [column, row] = cellOf(index)
    const area = { x: column * width, y: row * height, width, height }
    return colours.find(([, colour]) => partOf(picture, area, colour) > COVERED)?.[0] ?? '.'
  }).join('')
}

/** Whether each cell shows what it showed before, or what it shows at the end: a large window is sent in parts. */
function isBetween(city: City, before: City, end: City): boolean {
  return INDICES.every((index) => city[index] === before[index] || city[index] === end[index])
}

/** Waits until the map shows a city. Until then it shows nothing else than the one before. */
async function shows(see: DesktopFixtures, expected: string, before: City, city: City): Promise<void> {
  let [other, since] = ['', 0]
  await see.until(
    expected,
    async () => {
      const seen = await look(see)
      if (seen === city) return true
      const now = performance.now()
      if (isBetween(seen, before, city)) other = ''
      else if (seen !== other) [other, since] = [seen, now]
      else if (now - since > DRAWN) see.expect(seen, 'the map after the click').toBe(city)
      return false
    },
    SOON,
  )
}

/** Expects the map to show a city all the time. */
async function rests(see: DesktopFixtures, city: City): Promise<void> {
  const began = performance.now()
  await see.until('the map as it is for a while', async () => {
    see.expect(await look(see), 'the map').toBe(city)
    return performance.now() - began > RESTS
  })
}

/** Clicks, and moves the pointer away: what is below it may look different. */
async function click(see: DesktopFixtures, area: PixelArea): Promise<void> {
  await see.click(middleOf(area))
  await see.move(middleOf(see.region('money')))
}

async function choose(see: DesktopFixtures, tool: Kind | 'clear'): Promise<void> {
  await click(see, see.region(`${tool}_button`))
}

/** Clicks a cell, without looking at what happens. */
async function use(see: DesktopFixtures, cell: Cell | undefined): Promise<void> {
  if (cell === undefined) throw new RangeError('there are too few cells')
  await click(see, areaOf(see, cell))
}

/** Builds on cells, and expects the rest of the map to stay as it is. */
async function build(see: DesktopFixtures, kind: Kind, cells: readonly Cell[], city = EMPTY): Promise<City> {
  let now = city
  await choose(see, kind)
  for (const cell of cells) {
    const before = now
    now = withCell(now, cell, LETTERS[kind])
    await use(see, cell)
    await shows(see, `a ${kind} on the cell that was clicked, and the rest of the map as before`, before, now)
  }
  await rests(see, now)
  return now
}

async function clear(see: DesktopFixtures, cell: Cell | undefined, city: City): Promise<City> {
  await choose(see, 'clear')
  await use(see, cell)
  const cleared = cell === undefined ? city : withCell(city, cell, '.')
  await shows(see, 'an empty cell after it was cleared, and the rest of the map as before', city, cleared)
  await rests(see, cleared)
  return cleared
}

/** Expects regions to look the same all the time. */
async function stay(see: DesktopFixtures, regions: readonly string[]): Promise<void> {
  const look = () => Promise.all(regions.map((name) => see.screenshot(see.region(name))))
  const [before, began] = [await look(), performance.now()]
  await see.until('the same numbers and texts for a while', async () => {
    for (const [index, now] of (await look()).entries()) {
      const first = before[index]
      const name = regions[index] ?? ''
      see.expect(first !== undefined && areEqual(first, now), `the ${name} stays as it was read`).toBe(true)
    }
    return performance.now() - began > STAYS
  })
}

/** Expects numbers, which stay as they are. */
async function reads(
  see: DesktopFixtures,
  numbers: Partial<Record<'money' | 'energy' | 'day', number>>,
): Promise<void> {
  for (const [name, expected] of Object.entries(numbers)) await see.reads(see.region(name), expected, SOON)
  await stay(see, Object.keys(numbers))
}

/** Begins the next day, and waits for its number. */
async function nextDay(see: DesktopFixtures, day: number): Promise<void> {
  await see.press(see.key('next_day'))
  await reads(see, { day })
}

/** Expects an alert, or none, which stays so. */
async function alerts(see: DesktopFixtures, isShown: boolean): Promise<void> {
  const pattern = isShown ? /energy/i : /^(?!.*energy)/is
  const expected = isShown ? 'a text with "energy"' : 'no text with "energy"'
  await see.reads(see.region('alert'), pattern, { ...SOON, expected })
  await stay(see, ['alert'])
}

/** A row of four roads somewhere, and the cells above and below it. */
function drawnStreet(see: DesktopFixtures): { roads: Cell[]; beside: Cell[] } {
  const column = see.given.integer('column', { from: 0, to: COLUMNS - 4 })
  const row = see.given.integer('row', { from: 1, to: ROWS - 2 })
  const columns = [column, column + 1, column + 2, column + 3]
  const beside = columns.flatMap((each): Cell[] => [
    [each, row - 1],
    [each, row + 1],
  ])
  return { roads: columns.map((each): Cell => [each, row]), beside: see.given.shuffled('beside', beside) }
}

/** A street with houses. */
async function buildHouses(
  see: DesktopFixtures,
  count: number,
): Promise<{ city: City; beside: Cell[]; money: number }> {
  const { roads, beside } = drawnStreet(see)
  const street = await build(see, 'road', roads)
  const city = await build(see, 'house', beside.slice(0, count), street)
  return { city, beside: beside.slice(count), money: 1000 - 10 * roads.length - 100 * count }
}

function areEqual(one: Picture, other: Picture): boolean {
  return one.pixels.every((each, index) => each === other.pixels[index])
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    see.expect(await look(see), 'the map').toBe(EMPTY)
    await reads(see, { money: 1000, energy: 20, day: 1 })
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await reads(see, { day: 1 })
    await build(see, 'road', [[4, 4]])
  },
  async chooses(see) {
    const [road, house] = [see.region('road_button'), see.region('house_button')]
    await see.move(middleOf(see.region('money')))
    const [plainRoad, plainHouse] = [await see.screenshot(road), await see.screenshot(house)]
    const isPlain = async (area: PixelArea, plain: Picture) => areEqual(await see.screenshot(area), plain)
    /** Waits until one button is marked and the other one is not, which stays so. */
    const marks = async (isRoad: boolean) => {
      const isRight = async () =>
        (await isPlain(road, plainRoad)) !== isRoad && (await isPlain(house, plainHouse)) === isRoad
      const name = isRoad ? 'roads' : 'houses'
      await see.until(`another look of the button for ${name}, and the other one as before`, isRight, SOON)
      const began = performance.now()
      await see.until('the buttons as they are for a while', async () => {
        see.expect(await isRight(), `only the button for ${name} looks different`).toBe(true)
        return performance.now() - began > STAYS
      })
    }
    const [first, second] = drawnStreet(see).roads
    await use(see, first)
    await stay(see, ['road_button', 'house_button'])
    see.expect(await isPlain(road, plainRoad), 'the button for roads looks as before').toBe(true)
    see.expect(await isPlain(house, plainHouse), 'the button for houses looks as before').toBe(true)
    await choose(see, 'house')
    await marks(false)
    await choose(see, 'road')
    await marks(true)
    await use(see, second)
    const city = second === undefined ? EMPTY : withCell(EMPTY, second, LETTERS.road)
    await shows(see, 'a road on the cell that was clicked last, and no other building', EMPTY, city)
    await rests(see, city)
  },
  async 'builds-roads'(see) {
    const cells = see.given.shuffled('cells', INDICES).slice(0, 4).map(cellOf)
    await build(see, 'road', cells)
  },
  async 'builds-houses'(see) {
    await buildHouses(see, 3)
  },
  async 'builds-plants'(see) {
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads)
    await build(see, 'plant', beside.slice(0, 2), street)
  },
  async 'shows-money'(see) {
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads.slice(0, 1))
    await reads(see, { money: 990 })
    const [road] = roads
    const cell = beside.find(([column]) => column === road?.[0])
    await build(see, 'house', cell ? [cell] : [], street)
    await reads(see, { money: 890 })
  },
  async clears(see) {
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads)
    const city = await build(see, 'house', beside.slice(0, 2), street)
    const cleared = await clear(see, beside[0], city)
    await clear(see, see.given.pick('road', roads), cleared)
  },
  async 'next-day'(see) {
    await build(see, 'road', drawnStreet(see).roads.slice(0, 2))
    await nextDay(see, 2)
    await nextDay(see, 3)
    await reads(see, { money: 980, energy: 20 })
  },
  async 'days-pass'(see) {
    const region = see.region('day')
    await reads(see, { day: 1 })
    let [last, since, isCounted, days] = [await see.screenshot(region), performance.now(), true, 0]
    /** Counts each picture that is seen for a moment as a day. */
    const watch = async () => {
      const now = await see.screenshot(region)
      if (!areEqual(now, last)) [last, since, isCounted] = [now, performance.now(), false]
      if (!isCounted && performance.now() - since > SEEN) [isCounted, days] = [true, days + 1]
      return performance.now() - since
    }
    await see.press(see.key('run_days'))
    await see.until('two more days', async () => (await watch()) > 0 && days >= 2, { within: 15_000 })
    await see.press(see.key('run_days'))
    await see.until('no more days after the second press', async () => (await watch()) > STANDS_STILL, SOON)
    const day = await see.until('the number of the last day', () => see.number(region))
    see.expect(day, 'the number of the last day').toBeGreaterThanOrEqual(3)
    // Days that begin together, after a pause of the machine, are seen as one.
    see.expect(Math.abs(day - 1 - days), 'days by which the number differs from those that were seen').toBeLessThan(2)
  },
  async costs(see) {
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads)
    await reads(see, { money: 960 })
    const city = await build(see, 'plant', beside.slice(0, 1), street)
    await reads(see, { money: 660 })
    await build(see, 'house', beside.slice(1, 3), city)
    await reads(see, { money: 460 })
  },
  async occupied(see) {
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads.slice(0, 3))
    const [road] = roads
    const house = beside.find(([column]) => column === road?.[0])
    const city = await build(see, 'house', house ? [house] : [], street)
    await use(see, roads[1])
    await use(see, house)
    await choose(see, 'plant')
    await use(see, house)
    await use(see, roads[0])
    await choose(see, 'road')
    await use(see, house)
    await use(see, roads[1])
    await build(see, 'road', roads.slice(3), city)
    await reads(see, { money: 860 })
  },
  async 'needs-a-road'(see) {
    const [column, row] = [
      see.given.integer('column', { from: 1, to: COLUMNS - 2 }),
      see.given.integer('row', { from: 1, to: ROWS - 2 }),
    ]
    const [across, down] = [see.given.pick('across', [1, -1]), see.given.pick('down', [1, -1])]
    const corner: Cell = [column + across, row + down]
    const sides: Cell[] = [
      [column - across, row],
      [column, row - down],
    ]
    const [side, other] = see.given.shuffled('sides', sides)
    await choose(see, 'house')
    await use(see, [column, row])
    const withCorner = await build(see, 'road', [corner])
    await choose(see, 'house')
    await use(see, [column, row])
    await choose(see, 'plant')
    await use(see, [column, row])
    const withSide = await build(see, 'road', side ? [side] : [], withCorner)
    const city = await build(see, 'house', [[column, row]], withSide)
    await use(see, other)
    await choose(see, 'plant')
    await use(see, other)
    await clear(see, corner, city)
    await reads(see, { money: 880 })
  },
  async 'no-money'(see) {
    const row = see.given.integer('row', { from: 1, to: ROWS - 2 })
    const roads = Array.from({ length: COLUMNS }, (_, column): Cell => [column, row])
    const [first, second, third, fourth] = see.given.shuffled(
      'beside',
      roads.slice(0, 2).flatMap(([column]): Cell[] => [
        [column, row - 1],
        [column, row + 1],
      ]),
    )
    if (!first || !second || !third) throw new RangeError('there are too few cells')
    const street = await build(see, 'road', roads.slice(0, 2))
    const plants = await build(see, 'plant', [first, second, third], street)
    await use(see, fourth)
    await choose(see, 'house')
    await use(see, fourth)
    const more = await build(see, 'road', roads.slice(2, 3), plants)
    await reads(see, { money: 70 })
    const all = await build(see, 'road', roads.slice(3), more)
    await reads(see, { money: 0 })
    await use(see, fourth)
    await clear(see, roads[5], all)
  },
  async 'pays-nothing-back'(see) {
    const { city, money } = await buildHouses(see, 2)
    const house = cellOf(city.indexOf('h'))
    const cleared = await clear(see, house, city)
    await reads(see, { money })
    await nextDay(see, 2)
    await reads(see, { energy: 15, money: money + 10 })
    await build(see, 'plant', [house], cleared)
    await reads(see, { money: money - 290 })
  },
  async 'makes-energy'(see) {
    const plants = see.given.integer('plants', { from: 1, to: 2 })
    const { roads, beside } = drawnStreet(see)
    const street = await build(see, 'road', roads)
    await build(see, 'plant', beside.slice(0, plants), street)
    await nextDay(see, 2)
    await reads(see, { energy: 20 + 20 * plants })
    await nextDay(see, 3)
    await reads(see, { energy: 20 + 40 * plants, money: 960 - 300 * plants })
  },
  async 'pays-taxes'(see) {
    const houses = see.given.integer('houses', { from: 1, to: 2 })
    const { money } = await buildHouses(see, houses)
    await nextDay(see, 2)
    await reads(see, { energy: 20 - 5 * houses, money: money + 10 * houses })
    await nextDay(see, 3)
    await reads(see, { energy: 20 - 10 * houses, money: money + 20 * houses })
  },
  async 'uses-all-energy'(see) {
    const { money } = await buildHouses(see, 4)
    await nextDay(see, 2)
    await reads(see, { energy: 0, money: money + 40 })
    await alerts(see, false)
  },
  async 'low-energy'(see) {
    const { money } = await buildHouses(see, 5)
    await alerts(see, false)
    await nextDay(see, 2)
    await alerts(see, true)
    await reads(see, { energy: 20, money })
    await nextDay(see, 3)
    await alerts(see, true)
    await reads(see, { energy: 20, money })
  },
  async recovers(see) {
    const { city, beside, money } = await buildHouses(see, 4)
    await nextDay(see, 2)
    await alerts(see, false)
    await nextDay(see, 3)
    await alerts(see, true)
    await build(see, 'plant', beside.slice(0, 1), city)
    await nextDay(see, 4)
    await alerts(see, false)
    await reads(see, { energy: 0, money: money - 220 })
  },
}

export default testcodes
