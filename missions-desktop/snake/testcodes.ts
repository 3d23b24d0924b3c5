import type { DesktopFixtures, DesktopTestcodes, Picture, Spot } from 'pe'

type Way = 'up' | 'down' | 'left' | 'right'
const WAYS: Readonly<Record<Way, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}
const OPPOSITE = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
/** Longer than a step of a snake that does 3 cells a second. */
const STEP = 1500

/** Where the head is. It lies in one cell: pixels of its colour all over the field are no head. */
function head(see: DesktopFixtures): Promise<Spot> {
  const [field, cell, colour] = [see.region('field'), see.region('cell'), see.colour('head')]
  return see.until('the head of the snake, in one cell', async () => {
    const found = await see.find(colour, field)
    const isSmall = found && found.right - found.left < cell.width && found.bottom - found.top < cell.height
    return isSmall === true && found
  })
}

/** Waits until the head is at least so many cells from a place, one way, and still in the same row or column. */
async function moves(see: DesktopFixtures, from: Spot, way: Way, cells = 1): Promise<void> {
  const [x, y] = WAYS[way]
  const size = see.region('cell').width
  const isThere = async () => {
    const now = await head(see)
    const along = (now.x - from.x) * x + (now.y - from.y) * y
    const beside = Math.abs((now.x - from.x) * y) + Math.abs((now.y - from.y) * x)
    return along > (cells - 0.5) * size && beside < size / 2
  }
  await see.until(`the head ${String(cells)} cells ${way}`, isThere, { within: cells * STEP })
}

/**
 * Eats an apple. A game that ends before that is begun again.
 * @param arena The arena whose key has been pressed. Its game is on the window once the head has moved
 */
async function eat(see: DesktopFixtures, arena: 'box' | 'tunnel'): Promise<void> {
  const [field, size] = [see.region('field'), see.region('cell').width]
  let [way, first, last]: [Way | undefined, Spot | undefined, Spot | undefined] = [undefined, undefined, undefined]
  let since = 0
  const isEaten = async () => {
    const [apple, at] = [await see.find(see.colour('apple'), field), await see.find(see.colour('head'), field)]
    if (apple === undefined || at === undefined) return false
    if (first && Math.hypot(apple.x - first.x, apple.y - first.y) > size / 2) return true
    if (at.x !== last?.x || at.y !== last.y) {
      if (last) first ??= apple
      ;[last, since] = [at, performance.now()]
    }
    if (performance.now() - since > STEP) {
      await see.press(see.key(arena))
      ;[way, first, last] = [undefined, undefined, undefined]
      return false
    }
    const next = wayTo(apple, at, way, size)
    if (next !== way) await see.press(see.key(next), { for: 20 })
    way = next
    return false
  }
  await see.until('the apple is eaten and another one lies elsewhere', isEaten, { within: 40_000 })
}

/** The next way towards the apple: along its row or column first, and never straight back. */
function wayTo(apple: Spot, at: Spot, way: Way | undefined, size: number): Way {
  const across = Math.abs(apple.x - at.x) < size / 2 ? undefined : apple.x > at.x ? 'right' : 'left'
  const down = Math.abs(apple.y - at.y) < size / 2 ? undefined : apple.y > at.y ? 'down' : 'up'
  const wanted = across ?? down ?? way ?? 'right'
  const isBack = way === undefined ? wanted === 'left' : wanted === OPPOSITE[way]
  if (!isBack) return wanted
  if (wanted === 'left' || wanted === 'right') return down ?? 'up'
  return across ?? 'right'
}

/** A column and a row of the field, from 0. */
type Cell = readonly [column: number, row: number]

/** A way to a wall: so many cells one way, and then straight on another way. */
interface Route {
  readonly first: Way
  readonly cells: number
  readonly then: Way
}

const SIDES = { up: ['left', 'right'], down: ['left', 'right'], left: ['up', 'down'], right: ['up', 'down'] } as const

/** The cells of the field whose middle has the colour of a wall. */
async function wallsOf(see: DesktopFixtures): Promise<ReadonlySet<string>> {
  const [{ width }, wall] = [see.region('cell'), see.colour('wall')]
  const { pixels, ...field } = await see.screenshot(see.region('field'))
  const [columns, rows] = [Math.round(field.width / width), Math.round(field.height / width)]
  const channels = [1, 3, 5].map((at) => Number.parseInt(wall.slice(at, at + 2), 16))
  const isWall = ([column, row]: Cell) => {
    const at = 4 * (Math.floor((row + 0.5) * width) * field.width + Math.floor((column + 0.5) * width))
    return channels.every((channel, index) => Math.abs(channel - (pixels[at + index] ?? 0)) <= 12)
  }
  const cells = Array.from({ length: columns * rows }, (_, index): Cell => {
    return [index % columns, Math.floor(index / columns)]
  })
  return new Set(cells.filter(isWall).map(String))
}

/** The cell with the head in it. */
async function cellOfHead(see: DesktopFixtures): Promise<Cell> {
  const [{ x, y }, { width }, at] = [see.region('field'), see.region('cell'), await head(see)]
  return [Math.floor((at.x - x) / width), Math.floor((at.y - y) / width)]
}

/** All routes from a cell into a wall, those first that may be missed by a cell. */
function routesToWalls(see: DesktopFixtures, walls: ReadonlySet<string>, from: Cell): Route[] {
  const [field, { width }] = [see.region('field'), see.region('cell')]
  const isFree = ([column, row]: Cell) =>
    column >= 0 && row >= 0 && (column + 1) * width <= field.width + 1 && (row + 1) * width <= field.height + 1
  const along = ([column, row]: Cell, way: Way, cells: number): Cell => {
    return [column + cells * WAYS[way][0], row + cells * WAYS[way][1]]
  }
  const leadsToWall = (start: Cell, way: Way): boolean => {
    for (let next = along(start, way, 1); isFree(next); next = along(next, way, 1))
      if (walls.has(String(next))) return true
    return false
  }
  const ends = (first: Way, cells: number, then: Way): boolean => {
    const free = Array.from({ length: cells }, (_, index) => along(from, first, index + 1))
    return (
      free.every((cell) => isFree(cell) && !walls.has(String(cell))) && leadsToWall(along(from, first, cells), then)
    )
  }
  const routes = (['up', 'down', 'right'] as const).flatMap((first) =>
    SIDES[first].flatMap((then) => Array.from({ length: 20 }, (_, index) => ({ first, cells: index + 1, then }))),
  )
  const safety = ({ first, cells, then }: Route) => [-1, 1].filter((by) => ends(first, cells + by, then)).length
  return routes
    .filter(({ first, cells, then }) => ends(first, cells, then))
    .toSorted((one, other) => safety(other) - safety(one))
}

/** Waits until the head has been at one place for longer than any step. */
async function comesToRest(
  see: DesktopFixtures,
  next: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let last = await head(see)
  let since = performance.now()
  const isAtRest = async () => {
    const now = await head(see)
    if (now.x !== last.x || now.y !== last.y) {
      since = performance.now()
      last = now
      await next()
    }
    return performance.now() - since > 1000
  }
  await see.until('the snake stops', isAtRest, { within: 15_000 })
}

/** Plays until the snake has so many cells. */
async function growsTo(see: DesktopFixtures, cells: number): Promise<void> {
  const body = () => see.count(see.colour('body'), see.region('field'))
  // The body of a new game has two cells.
  const cell = (await body()) / 2
  await see.press(see.key('tunnel'))
  while (Math.round((await body()) / cell) + 1 < cells) await eat(see, 'tunnel')
}

function areEqual(one: Picture, other: Picture): boolean {
  return one.pixels.every((value, index) => value === other.pixels[index])
}

/** Waits until the snake has stopped, and then expects it to stop for good. */
async function stops(see: DesktopFixtures, keys: readonly Way[]): Promise<void> {
  await comesToRest(see)
  for (const way of keys) await see.stays(see.region('field'), () => see.press(see.key(way)))
}

/** Milliseconds for some cells to the right, in the tunnel. */
async function timeOf(see: DesktopFixtures, cells: number): Promise<number> {
  const size = see.region('cell').width
  const field = see.region('field')
  const began = performance.now()
  let last = await head(see)
  let done = 0
  await see.until(
    `${String(cells)} cells to the right`,
    async () => {
      const now = await head(see)
      done += ((now.x - last.x + field.width) % field.width) / size
      last = now
      return done > cells - 0.5
    },
    { within: cells * STEP },
  )
  return performance.now() - began
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    const { expect } = see
    const [field, cell] = [see.region('field'), see.region('cell')]
    const found = await head(see)
    expect(found.right - found.left, 'the width of the head').toBeLessThan(cell.width)
    const trunk = await see.until('the body', () => see.find(see.colour('body'), field))
    expect(trunk.right - trunk.left, 'the length of the body').toBeGreaterThan(cell.width)
    expect(trunk.right, 'the head is on the right of the body').toBeLessThan(found.x)
    await see.until('an apple', () => see.find(see.colour('apple'), field))
    expect(await see.number(see.region('score')), 'the score').toBe(0)
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await see.changes(see.region('field'), () => see.press(see.key('right')))
  },
  async waits(see) {
    const before = await head(see)
    await see.stays(see.region('field'), () => see.move({ x: 1, y: 1 }), { for: 1000 })
    await see.press(see.key('right'))
    await moves(see, before, 'right', 2)
  },
  async 'turns-up'(see) {
    const before = await head(see)
    await see.press(see.key('up'))
    await moves(see, before, 'up', 2)
  },
  async 'turns-down'(see) {
    const before = await head(see)
    await see.press(see.key('down'))
    await moves(see, before, 'down', 2)
  },
  async 'turns-left'(see) {
    const start = await head(see)
    await see.press(see.key('up'))
    await moves(see, start, 'up')
    await see.press(see.key('left'))
    const size = see.region('cell').width
    const isLeft = async () => (await head(see)).x < start.x - 1.5 * size
    await see.until('the head two cells left', isLeft, { within: 2 * STEP })
  },
  async 'turns-right'(see) {
    const before = await head(see)
    await see.press(see.key('right'))
    await moves(see, before, 'right', 3)
  },
  async boosts(see) {
    await see.press(see.key('tunnel'))
    await see.press(see.key('right'))
    await timeOf(see, 1)
    const usual = await timeOf(see, 6)
    const boosted = await see.hold(see.key('boost'), () => timeOf(see, 6))
    see
      .expect(boosted / usual, 'the time for six cells with the boost, as a part of the time without')
      .toBeLessThan(0.7)
  },
  async 'chooses-arenas'(see) {
    const [field, wall] = [see.region('field'), see.colour('wall')]
    const least = see.region('cell').width ** 2 / 2
    const walls = () => see.count(wall, field)
    await see.press(see.key('maze'))
    await see.until('walls on the field', async () => (await walls()) > least)
    await see.press(see.key('box'))
    await see.until('no walls on the field', async () => (await walls()) < least)
  },
  async 'shows-scores'(see) {
    const best = see.region('best_score')
    await see.press(see.key('right'))
    await stops(see, [])
    const score = await see.until('the score, as a number', () => see.number(see.region('score')))
    const before = await see.screenshot(best)
    await see.press(see.key('scores'))
    await see.until(`the best score ${String(score)}`, async () => (await see.number(best)) === score)
    await see.press(see.key('scores'))
    await see.until('no best scores', async () => areEqual(before, await see.screenshot(best)))
  },
  async eats(see) {
    const [field, score] = [see.region('field'), see.region('score')]
    const body = () => see.count(see.colour('body'), field)
    await head(see)
    // The body of a new game has two cells.
    const cell = (await body()) / 2
    await see.press(see.key('tunnel'))
    await eat(see, 'tunnel')
    // The snake may eat again while this looks.
    const isRight = async () => {
      const points = (await see.number(score)) ?? 0
      return points > 0 && points === 10 * (Math.round((await body()) / cell) - 2)
    }
    await see.until('10 points for each cell that the body is longer', isRight)
  },
  async 'no-reverse'(see) {
    await see.press(see.key('tunnel'))
    const start = await head(see)
    await see.press(see.key('right'))
    await moves(see, start, 'right')
    await see.press(see.key('left'))
    await timeOf(see, 3)
  },
  async 'box-edge'(see) {
    const start = await head(see)
    await see.press(see.key('right'))
    await moves(see, start, 'right')
    await stops(see, ['up', 'down', 'left'])
    const { x, width } = see.region('field')
    see
      .expect((await head(see)).x, 'the head is at the right edge')
      .toBeGreaterThan(x + width - 1.5 * see.region('cell').width)
  },
  async 'tunnel-edge'(see) {
    const { x, width } = see.region('field')
    const size = see.region('cell').width
    await see.press(see.key('tunnel'))
    const start = await head(see)
    await see.press(see.key('right'))
    const isAtRight = async () => (await head(see)).x > x + width - 3 * size
    await see.until('the head near the right edge', isAtRight, { within: 15_000 })
    // It moves right all the time, so that only the edge can have brought it to the left of where it began.
    const isLeft = async () => {
      const now = await head(see)
      return now.x < start.x - size && now
    }
    const now = await see.until('the head at the left edge', isLeft, { within: 5 * STEP })
    see.expect(Math.abs(now.y - start.y), 'the head has left its row by').toBeLessThan(size / 2)
  },
  async 'maze-edge'(see) {
    await see.press(see.key('maze'))
    const start = await head(see)
    await see.press(see.key('up'))
    await moves(see, start, 'up')
    await stops(see, ['left', 'right'])
  },
  async 'new-game'(see) {
    const start = await head(see)
    await eat(see, 'box')
    await stops(see, [])
    await see.press(see.key('box'))
    await see.until('the head where it began', async () => Math.abs((await head(see)).x - start.x) < 2)
    see.expect(await see.number(see.region('score')), 'the score').toBe(0)
    await see.press(see.key('right'))
    await moves(see, start, 'right')
  },
  async 'hits-walls'(see) {
    const start = await cellOfHead(see)
    await see.press(see.key('maze'))
    const walls = await see.until('walls on the field', async () => {
      const found = await wallsOf(see)
      return found.size > 0 && found
    })
    const routes = routesToWalls(see, walls, start)
    see.expect(routes.length, 'the number of ways that lead to a wall').toBeGreaterThan(0)
    let tried = 0
    const hits = async () => {
      const { first, cells, then } = routes[tried % routes.length] ?? { first: 'up', cells: 1, then: 'left' }
      tried += 1
      await see.press(see.key('maze'))
      const from = await head(see)
      await see.press(see.key(first))
      await moves(see, from, first, cells)
      await see.press(see.key(then))
      await comesToRest(see)
      const [column, row] = await cellOfHead(see)
      const [x, y] = WAYS[then]
      return walls.has(String([column + x, row + y]))
    }
    await see.until('the snake stops at a wall inside the maze', hits, { within: 30_000 })
    for (const way of ['up', 'down', 'left', 'right'] as const)
      await see.stays(see.region('field'), () => see.press(see.key(way)))
  },
  async 'hits-itself'(see) {
    await growsTo(see, 6)
    let turns = 0
    const turn = async () => {
      await see.press(see.key((['up', 'left', 'down', 'right'] as const)[turns % 4] ?? 'up'), { for: 20 })
      turns += 1
    }
    await comesToRest(see, turn)
    for (const way of ['up', 'down', 'left', 'right'] as const)
      await see.stays(see.region('field'), () => see.press(see.key(way)))
  },
  async 'saves-scores'(see) {
    const best = see.region('best_score')
    // A game with a lower score comes first, so that the list has an order.
    await see.press(see.key('right'))
    await stops(see, [])
    await see.press(see.key('box'))
    await eat(see, 'box')
    await stops(see, [])
    const score = await see.number(see.region('score'))
    see.expect(score, 'the score').toBeGreaterThanOrEqual(10)
    const isFirst = async () => (await see.number(best)) === score
    await see.press(see.key('scores'))
    await see.until(`the best score ${String(score)}`, isFirst)
    await see.restart()
    await see.press(see.key('scores'))
    await see.until(`the best score ${String(score)} after the program was started again`, isFirst)
  },
}

export default testcodes
