import type { DesktopFixtures, DesktopTestcodes, Picture } from 'pe'

type Way = 'up' | 'down' | 'left' | 'right'
const WAYS: Readonly<Record<Way, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}
const NAMES = ['up', 'down', 'left', 'right'] as const
const OPPOSITE = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
/** Milliseconds: longer than a step of a snake that does 3 cells a second. */
const STEP = 1500
/** Cells a second: 6, with room for a clock that is a little fast. */
const FASTEST = 7
/** Cells a second while the boost key is held, for which the wish has no limit. */
const BOOSTED = 40
/** Cells by which the picture of a busy machine may be wrong. */
const LATE = 2
/** Turns that may still be to come: programs remember up to three keys, and the judge may see a turn late. */
const TURNS = 5
/** Milliseconds without a step after which a snake with something in its way has stopped, and any other one. */
const STOPPED = { blocked: 1000, free: 3000 }
/** Steps of a channel by which colours may differ and look the same. */
const ALIKE = 12

/** A column and a row of the field, from 0. */
type Cell = readonly [column: number, row: number]

const isSame = (one: Cell | undefined, other: Cell | undefined) => String(one) === String(other)

/** Whether the pixel at an index has a colour. */
function matcherOf({ pixels }: Picture, colour: string): (at: number) => boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return (at) =>
    Math.abs((pixels[at] ?? 0) - red) <= ALIKE &&
    Math.abs((pixels[at + 1] ?? 0) - green) <= ALIKE &&
    Math.abs((pixels[at + 2] ?? 0) - blue) <= ALIKE
}

/** The cell with all pixels of a colour. Pixels all over the field are neither a head nor an apple. */
function cellWith(picture: Picture, colour: string, size: number): Cell | undefined {
  const { width, height } = picture
  const isThere = matcherOf(picture, colour)
  let [count, sumX, sumY] = [0, 0, 0]
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (!isThere(at)) continue
      ;[count, sumX, sumY] = [count + 1, sumX + x, sumY + y]
      ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
    }
  const isSmall = count > 0 && right - left < size && bottom - top < size
  return isSmall ? [Math.floor(sumX / count / size), Math.floor(sumY / count / size)] : undefined
}

/** The head and the apple in one picture. */
async function lookAt(see: DesktopFixtures): Promise<{ readonly head?: Cell; readonly apple?: Cell }> {
  const { width } = see.region('cell')
  const picture = await see.screenshot(see.region('field'))
  const [head, apple] = [cellWith(picture, see.colour('head'), width), cellWith(picture, see.colour('apple'), width)]
  return { ...(head && { head }), ...(apple && { apple }) }
}

/** The cells of the field that have a colour in their middle. */
async function cellsOf(see: DesktopFixtures, colour: string): Promise<ReadonlySet<string>> {
  const { width } = see.region('cell')
  const picture = await see.screenshot(see.region('field'))
  const isThere = matcherOf(picture, colour)
  const [columns, rows] = [Math.round(picture.width / width), Math.round(picture.height / width)]
  const hasColour = ([column, row]: Cell) =>
    isThere(4 * (Math.floor((row + 0.5) * width) * picture.width + Math.floor((column + 0.5) * width)))
  const cells = Array.from({ length: columns * rows }, (_, index): Cell => {
    return [index % columns, Math.floor(index / columns)]
  })
  return new Set(cells.filter(hasColour).map(String))
}

/**
 * The snake of a game, followed from look to look: its head moves only along the ways for which keys were pressed, and not faster than a
 * snake may; an apple moves only when the head has reached it. A look that comes late sees as much as the time since the last one allows.
 */
class Snake {
  /** Where the head is when a game begins. */
  readonly start: Cell
  /** Apples that it has eaten in this game. */
  eaten = 0
  /** Cells a second. */
  fastest = FASTEST
  readonly #see: DesktopFixtures
  readonly #columns: number
  readonly #rows: number
  #head: Cell
  #apple: { readonly at: Cell; readonly seenFrom: Cell } | undefined
  #isInTunnel = false
  /** The way of the head, and those that may still be to come. */
  #ways: readonly Way[] = []
  /** Cells that it has moved in this game, by their way. */
  #done: Record<Way, number> = { up: 0, down: 0, left: 0, right: 0 }
  /** Cells that the time of this game leaves for it to move. */
  #room = 0
  #lookedAt = 0
  #movedAt = 0

  private constructor(see: DesktopFixtures, start: Cell) {
    const [field, { width }] = [see.region('field'), see.region('cell')]
    this.#see = see
    this.start = this.#head = start
    ;[this.#columns, this.#rows] = [Math.round(field.width / width), Math.round(field.height / width)]
  }

  /** The snake of a program that was just started. */
  static async find(see: DesktopFixtures): Promise<Snake> {
    const start = await see.until('the head of the snake, in one cell', async () => (await lookAt(see)).head)
    return new Snake(see, start)
  }

  get column(): number {
    return this.#head[0]
  }

  get columns(): number {
    return this.#columns
  }

  get score(): number {
    return 10 * this.eaten
  }

  get #moved(): number {
    return NAMES.reduce((sum, way) => sum + this.#done[way], 0)
  }

  /** Presses the key of an arena, and waits until its game is shown. */
  async begin(arena: 'box' | 'tunnel' | 'maze'): Promise<void> {
    await this.#see.press(this.#see.key(arena))
    this.#isInTunnel = arena === 'tunnel'
    ;[this.#ways, this.#apple, this.#head, this.eaten] = [[], undefined, this.start, 0]
    this.#done = { up: 0, down: 0, left: 0, right: 0 }
    let [last, since] = ['', 0]
    const isNew = async () => {
      const { head, apple } = await lookAt(this.#see)
      const now = JSON.stringify([head, apple])
      if (now !== last) [last, since] = [now, performance.now()]
      return isSame(head, this.start) && performance.now() - since > 200
    }
    await this.#see.until('the snake of a new game, where the first one began', isNew)
  }

  async turn(way: Way, options: { readonly for?: number } = {}): Promise<void> {
    if (this.#ways.length === 0) {
      this.#lookedAt = this.#movedAt = performance.now()
      this.#room = 0
    }
    this.#ways = [...this.#ways, way].slice(-TURNS)
    await this.#see.press(this.#see.key(way), options)
  }

  /** @throws ExpectationNotMet if the head or the apple is where it cannot be */
  async look(): Promise<void> {
    const began = performance.now()
    const { head, apple } = await this.#see.until('the head of the snake, in one cell', async () => {
      const seen = await lookAt(this.#see)
      return seen.head && { head: seen.head, apple: seen.apple }
    })
    const isFirst = this.#moved === 0
    if (!isSame(head, this.#head)) this.#moveTo(head, began)
    if (apple) this.#follow(apple, isFirst)
  }

  #moveTo(head: Cell, began: number): void {
    const now = performance.now()
    const steps = this.#stepsTo(head)
    this.#room += ((now - this.#lookedAt) / 1000) * this.fastest
    const most = Math.min(this.#room, ((now - this.#movedAt) / 1000) * this.fastest) + LATE
    const cells = steps.reduce((sum, [, each]) => sum + each, 0)
    this.#see
      .expect(cells, `cells from ${String(this.#head)} to ${String(head)}, where the head is now`)
      .toBeLessThanOrEqual(most)
    this.#room -= cells
    for (const [way, each] of steps) this.#done[way] += each
    const first = Math.max(...steps.map(([way]) => this.#ways.indexOf(way)))
    this.#ways = this.#ways.slice(first)
    ;[this.#head, this.#lookedAt, this.#movedAt] = [head, now, began]
  }

  /** How many cells the head has moved, and along which of its ways. */
  #stepsTo(head: Cell): readonly (readonly [way: Way, cells: number])[] {
    const axes = [
      ['left', 'right'],
      ['up', 'down'],
    ] as const
    return axes.flatMap((axis) => {
      if (this.#along(axis[0], head) === 0) return []
      const [steps] = axis
        .filter((way) => this.#ways.includes(way))
        .map((way) => [way, this.#along(way, head)] as const)
        .filter(([, cells]) => cells > 0)
        .toSorted(([, one], [, other]) => one - other)
      const ways = this.#ways.length === 0 ? 'waits' : `goes ${this.#ways.join(', ')}`
      this.#see
        .expect(steps, `a way from ${String(this.#head)} to ${String(head)} for a head that ${ways}`)
        .toBeDefined()
      return steps ? [steps] : []
    })
  }

  #along(way: Way, to: Cell): number {
    const [x, y] = WAYS[way]
    const cells = (to[0] - this.#head[0]) * x + (to[1] - this.#head[1]) * y
    return cells < 0 && this.#isInTunnel ? cells + (x === 0 ? this.#rows : this.#columns) : cells
  }

  #follow(apple: Cell, isFirst: boolean): void {
    const last = this.#apple
    this.#apple = { at: apple, seenFrom: this.#head }
    if (!last || isSame(apple, last.at)) return
    // The window may have shown the apple of the game before until the snake moves.
    if (isFirst && !isSame(this.#head, last.at)) return
    const detour = this.#between(last.seenFrom, last.at) + this.#between(last.at, this.#head)
    this.#see
      .expect(detour, `cells from ${String(last.seenFrom)} over the apple at ${String(last.at)} to the head`)
      .toBeLessThanOrEqual(this.#between(last.seenFrom, this.#head) + LATE)
    this.eaten += 1
  }

  #between(one: Cell, other: Cell): number {
    const [across, down] = [Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])]
    if (!this.#isInTunnel) return across + down
    return Math.min(across, this.#columns - across) + Math.min(down, this.#rows - down)
  }

  /** Waits until the head has moved by at least so many cells one way. */
  async goes(way: Way, cells: number, within = cells * STEP): Promise<void> {
    const before = this.#done[way]
    const isThere = async () => {
      await this.look()
      return this.#done[way] - before >= cells
    }
    await this.#see.until(`the head ${String(cells)} cells ${way}`, isThere, { within })
  }

  /** Turns while the snake waits, and waits until it has moved by itself. */
  async sets(way: Way): Promise<void> {
    await this.turn(way)
    await this.goes(way, 2)
    await this.goes(way, 2)
  }

  /** Eats an apple. A game that ends before that is begun again. */
  async eat(arena: 'box' | 'tunnel'): Promise<void> {
    let before = this.eaten
    const isEaten = async () => {
      await this.look()
      if (this.eaten > before) return true
      if (this.#ways.length > 0 && performance.now() - this.#movedAt > STEP) {
        await this.begin(arena)
        before = 0
        return false
      }
      const next = this.#apple && this.#wayTo(this.#apple.at)
      if (next && next !== this.#ways.at(-1)) await this.turn(next, { for: 20 })
      return false
    }
    await this.#see.until('the apple is eaten and another one lies elsewhere', isEaten, { within: 40_000 })
  }

  /** The next way towards the apple: along its row or column first, and never straight back. */
  #wayTo([column, row]: Cell): Way {
    const way = this.#ways.at(-1)
    const across = column === this.#head[0] ? undefined : column > this.#head[0] ? 'right' : 'left'
    const down = row === this.#head[1] ? undefined : row > this.#head[1] ? 'down' : 'up'
    const wanted = across ?? down ?? way ?? 'right'
    const isBack = way === undefined ? wanted === 'left' : wanted === OPPOSITE[way]
    if (!isBack) return wanted
    if (wanted === 'left' || wanted === 'right') return down ?? 'up'
    return across ?? 'right'
  }

  /** Turns away if the apple lies ahead, so that the score stays as it is. */
  async avoidApple(): Promise<void> {
    const [way, apple] = [this.#ways.at(-1), this.#apple?.at]
    if (!way || !apple) return
    const isAcross = way === 'left' || way === 'right'
    if (isAcross && apple[1] === this.#head[1]) await this.turn('up')
    if (!isAcross && apple[0] === this.#head[0]) await this.turn('right')
  }

  /**
   * Waits until the snake has stopped, and expects something in its way.
   * @param next What is done after each step
   */
  async stops(next: () => Promise<unknown> = () => Promise.resolve()): Promise<readonly string[]> {
    const found = await this.#see.until('the snake stops', this.#stopper(next), { within: 15_000 })
    return this.#expectCause(found)
  }

  /** The same for a time, after which the snake may go on: then nothing is returned. */
  async stopsWithin(milliseconds: number, next: () => Promise<unknown>): Promise<readonly string[] | undefined> {
    const [began, hasStopped] = [performance.now(), this.#stopper(next)]
    const hasEnded = async () => (await hasStopped()) || (performance.now() - began > milliseconds && 'goes on')
    const found = await this.#see.until('the snake stops', hasEnded, { within: 2 * milliseconds })
    return found === 'goes on' ? undefined : this.#expectCause(found)
  }

  #stopper(next: () => Promise<unknown>): () => Promise<readonly string[] | false> {
    return async () => {
      const before = this.#moved
      await this.look()
      if (this.#moved > before) await next()
      const rested = performance.now() - this.#movedAt
      if (rested < STOPPED.blocked) return false
      const found = await this.#obstacles()
      return (found.length > 0 || rested > STOPPED.free) && found
    }
  }

  #expectCause(found: readonly string[]): readonly string[] {
    this.#see.expect(found.length, `things in the way of the head at ${String(this.#head)}`).toBeGreaterThan(0)
    return found
  }

  /** Names the edges and walls in the way of the head, and the body if a part besides its neck is beside the head. */
  async #obstacles(): Promise<readonly string[]> {
    const walls = await cellsOf(this.#see, this.#see.colour('wall'))
    const body = await cellsOf(this.#see, this.#see.colour('body'))
    const found = this.#ways.map((way) => {
      const [column, row] = this.#beside(way)
      const isInside = column >= 0 && row >= 0 && column < this.#columns && row < this.#rows
      return isInside ? (walls.has(String([column, row])) ? 'wall' : '') : 'edge'
    })
    const parts = NAMES.filter((way) => body.has(String(this.#beside(way))))
    return [...found, parts.length > 1 ? 'body' : ''].filter((each) => each !== '')
  }

  #beside(way: Way): Cell {
    const [column, row] = [this.#head[0] + WAYS[way][0], this.#head[1] + WAYS[way][1]]
    const { columns, rows } = { columns: this.#columns, rows: this.#rows }
    return this.#isInTunnel ? [(column + columns) % columns, (row + rows) % rows] : [column, row]
  }
}

/** How long a number must stay: longer than another one is waited for, so that a program that shows two in turn does not pass. */
const STAYS = { within: 6000, for: 7500 } as const
/** Milliseconds for which a longer body is seen. A picture between two steps may show the snake before and after one. */
const LONGER = 400

/** A way to a wall: so many cells one way, and then straight on another way. */
interface Route {
  readonly first: Way
  readonly cells: number
  readonly then: Way
}

const SIDES = { up: ['left', 'right'], down: ['left', 'right'], left: ['up', 'down'], right: ['up', 'down'] } as const

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

/** Expects that nothing on the field moves, whichever of the keys is pressed. */
async function staysOver(see: DesktopFixtures, keys: readonly Way[]): Promise<void> {
  for (const way of keys) await see.stays(see.region('field'), () => see.press(see.key(way)))
}

function areEqual(one: Picture, other: Picture): boolean {
  return one.pixels.every((value, index) => value === other.pixels[index])
}

/** Milliseconds for twelve cells to the right: on a busy machine, each look may come a fifth of a second late. */
async function timeOf(snake: Snake): Promise<number> {
  const began = performance.now()
  await snake.goes('right', 12)
  return performance.now() - began
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    const { expect } = see
    const [field, cell] = [see.region('field'), see.region('cell')]
    const found = await see.until('the head of the snake', () => see.find(see.colour('head'), field))
    expect(found.right - found.left, 'the width of the head').toBeLessThan(cell.width)
    const trunk = await see.until('the body', () => see.find(see.colour('body'), field))
    expect(trunk.right - trunk.left, 'the length of the body').toBeGreaterThan(cell.width)
    expect(trunk.right, 'the head is on the right of the body').toBeLessThan(found.x)
    await see.until('an apple', () => see.find(see.colour('apple'), field))
    await see.reads(see.region('score'), 0)
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await see.changes(see.region('field'), () => see.press(see.key('right')))
  },
  async waits(see) {
    const snake = await Snake.find(see)
    await see.stays(see.region('field'), () => see.move({ x: 1, y: 1 }), { for: 1000 })
    await snake.sets('right')
  },
  async 'turns-up'(see) {
    await (await Snake.find(see)).sets('up')
  },
  async 'turns-down'(see) {
    await (await Snake.find(see)).sets('down')
  },
  async 'turns-left'(see) {
    const snake = await Snake.find(see)
    await snake.turn('up')
    await snake.goes('up', 1)
    await snake.sets('left')
  },
  async 'turns-right'(see) {
    await (await Snake.find(see)).sets('right')
  },
  async boosts(see) {
    const snake = await Snake.find(see)
    await snake.begin('tunnel')
    await snake.turn('right')
    await snake.goes('right', 1)
    const usual = await timeOf(snake)
    const boosted = await see.hold(see.key('boost'), () => {
      snake.fastest = BOOSTED
      return timeOf(snake)
    })
    see
      .expect(boosted / usual, 'the time for twelve cells with the boost, as a part of the time without')
      .toBeLessThan(0.7)
  },
  async 'chooses-arenas'(see) {
    const [field, wall] = [see.region('field'), see.colour('wall')]
    const least = see.region('cell').width ** 2 / 2
    const hasWalls = async () => (await see.count(wall, field)) > least
    for (const [arena, isMaze] of [
      ['maze', true],
      ['tunnel', false],
      ['maze', true],
      ['box', false],
    ] as const) {
      await see.press(see.key(arena))
      await see.until(`${isMaze ? '' : 'no '}walls in the ${arena}`, async () => (await hasWalls()) === isMaze)
      await see.stays(field, () => see.move({ x: 1, y: 1 }))
    }
  },
  async 'shows-scores'(see) {
    const best = see.region('best_score')
    const snake = await Snake.find(see)
    await snake.turn('right')
    await snake.stops()
    await see.reads(see.region('score'), snake.score)
    const before = await see.screenshot(best)
    await see.press(see.key('scores'))
    await see.reads(best, snake.score, STAYS)
    await see.press(see.key('scores'))
    await see.until('no best scores', async () => areEqual(before, await see.screenshot(best)))
    await see.stays(best, () => see.move({ x: 1, y: 1 }))
  },
  async eats(see) {
    const body = () => see.count(see.colour('body'), see.region('field'))
    const snake = await Snake.find(see)
    // The body of a new game has two cells.
    const cell = (await body()) / 2
    await snake.begin('tunnel')
    const apples = see.given.integer('apples', { from: 1, to: 3 })
    while (snake.eaten < apples) await snake.eat('tunnel')
    await snake.avoidApple()
    let since: number | undefined
    const isLonger = async () => {
      await snake.look()
      const isSo = Math.round((await body()) / cell) === 2 + snake.eaten
      since = isSo ? (since ?? performance.now()) : undefined
      return since !== undefined && performance.now() - since > LONGER
    }
    await see.until('a cell of the body for each apple', isLonger)
    await see.reads(see.region('score'), snake.score)
  },
  async 'no-reverse'(see) {
    const snake = await Snake.find(see)
    await snake.begin('tunnel')
    await snake.turn('right')
    await snake.goes('right', 1)
    await see.press(see.key('left'))
    await snake.goes('right', 2)
    await snake.goes('right', 1)
  },
  async 'box-edge'(see) {
    const snake = await Snake.find(see)
    await snake.turn('right')
    await snake.stops()
    await staysOver(see, ['up', 'down', 'left'])
    for (const way of ['up', 'down'] as const) {
      await snake.begin('box')
      await snake.turn(way)
      await snake.stops()
    }
    await snake.begin('box')
    await snake.turn('up')
    await snake.goes('up', 1)
    await snake.turn('left')
    await snake.goes('left', 1)
    await snake.stops()
  },
  async 'tunnel-edge'(see) {
    const snake = await Snake.find(see)
    await snake.begin('tunnel')
    await snake.turn('right')
    const isAtRight = async () => {
      await snake.look()
      return snake.column >= snake.columns - 3
    }
    await see.until('the head near the right edge', isAtRight, { within: 15_000 })
    // It moves right all the time, so that only the edge can have brought it to the left of where it began.
    const isAtLeft = async () => {
      await snake.look()
      return snake.column < snake.start[0] - 1
    }
    await see.until('the head at the left edge', isAtLeft, { within: 5 * STEP })
    await snake.goes('right', 1)
  },
  async 'maze-edge'(see) {
    const snake = await Snake.find(see)
    await snake.begin('maze')
    await snake.turn('up')
    await snake.goes('up', 1)
    await snake.stops()
    await staysOver(see, ['left', 'right'])
  },
  async 'new-game'(see) {
    const snake = await Snake.find(see)
    const apples = see.given.integer('apples', { from: 1, to: 2 })
    while (snake.eaten < apples) await snake.eat('box')
    await snake.stops()
    await see.reads(see.region('score'), snake.score)
    await snake.begin('box')
    await see.reads(see.region('score'), 0, STAYS)
    await snake.sets('right')
  },
  async 'hits-walls'(see) {
    const snake = await Snake.find(see)
    await snake.begin('maze')
    const walls = await see.until('walls on the field', async () => {
      const found = await cellsOf(see, see.colour('wall'))
      return found.size > 0 && found
    })
    const routes = routesToWalls(see, walls, snake.start)
    see.expect(routes.length, 'the number of ways that lead to a wall').toBeGreaterThan(0)
    let tried = 0
    const hits = async () => {
      const { first, cells, then } = routes[tried % routes.length] ?? { first: 'up', cells: 1, then: 'left' }
      if (tried > 0) await snake.begin('maze')
      tried += 1
      await snake.turn(first)
      await snake.goes(first, cells)
      await snake.turn(then)
      return (await snake.stops()).includes('wall')
    }
    await see.until('the snake stops at a wall inside the maze', hits, { within: 30_000 })
    await staysOver(see, NAMES)
  },
  async 'hits-itself'(see) {
    const snake = await Snake.find(see)
    await snake.begin('tunnel')
    let turns = 0
    const turn = async () => {
      await snake.turn((['up', 'left', 'down', 'right'] as const)[turns % 4] ?? 'up', { for: 20 })
      turns += 1
    }
    // On a busy machine it turns late, so that its way around is longer than its body.
    let apples = 0
    const bites = async () => {
      apples += 3
      while (snake.eaten < apples) await snake.eat('tunnel')
      return snake.stopsWithin(10_000, turn)
    }
    await see.until('the snake stops at its body', bites, { within: 100_000 })
    await staysOver(see, NAMES)
  },
  async 'saves-scores'(see) {
    const best = see.region('best_score')
    const snake = await Snake.find(see)
    // A game with a lower score comes first, so that the list has an order.
    await snake.turn('right')
    await snake.stops()
    const first = snake.score
    await snake.begin('box')
    const apples = see.given.integer('apples', { from: 1, to: 2 })
    while (snake.eaten < apples) await snake.eat('box')
    await snake.stops()
    await see.reads(see.region('score'), snake.score)
    await see.press(see.key('scores'))
    await see.reads(best, Math.max(first, snake.score), STAYS)
    await see.restart()
    await see.press(see.key('scores'))
    await see.reads(best, Math.max(first, snake.score))
  },
}

export default testcodes
