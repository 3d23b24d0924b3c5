import type { DesktopFixtures, DesktopTestcodes, Picture, PixelArea } from 'pe'

type Way = 'up' | 'down' | 'left' | 'right'
const WAYS: Readonly<Record<Way, readonly [columns: number, rows: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}
const NAMES = ['up', 'down', 'left', 'right'] as const
const OPPOSITE = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
const THINGS = ['player', 'orc', 'mage', 'scroll'] as const
const GROUNDS = ['floor', 'wall', 'unseen'] as const
type Thing = (typeof THINGS)[number]
type Ground = (typeof GROUNDS)[number]
type Monster = 'orc' | 'mage'

/** Steps of a channel by which colours may differ and look the same. */
const ALIKE = 12
/** The part of a cell that a thing must cover, with room for its edges. */
const COVERED = 0.12
/** The steps in which a monster notices the player. */
const NOTICES = 6
/**
 * Milliseconds for which the map rests after each key, and after the last one. A library sends a picture in several parts, and on a busy
 * machine a program may stand still between two of them.
 */
const [SHORT, LONG] = [150, 300]
/** How long a number must stay: longer than another one is waited for, so that a program that shows two in turn does not pass. */
const STAYS = { within: 6000, for: 7500 } as const

/** A cell by its number: row by row, from the top left. */
interface Seen {
  readonly columns: number
  readonly rows: number
  readonly grounds: readonly Ground[]
  /** The cells with each thing on it. */
  readonly things: Readonly<Record<Thing, readonly number[]>>
}

/** Reads all cells of the map. */
async function look(see: DesktopFixtures): Promise<Seen> {
  const cell = see.region('cell')
  const picture = await see.screenshot(see.region('map'))
  const [columns, rows] = [Math.round(picture.width / cell.width), Math.round(picture.height / cell.height)]
  const names = [...THINGS, ...GROUNDS]
  const counts = countsOf(
    picture,
    names.map((name) => see.colour(name)),
    columns,
    rows,
  )
  const grounds: Ground[] = []
  const things: Record<Thing, number[]> = { player: [], orc: [], mage: [], scroll: [] }
  for (const [index, count] of counts.entries()) {
    const thing = THINGS.find((_, at) => (count[at] ?? 0) > COVERED * cell.width * cell.height)
    if (thing) things[thing].push(index)
    const most = Math.max(...GROUNDS.map((_, at) => count[THINGS.length + at] ?? 0))
    grounds.push(GROUNDS.find((_, at) => count[THINGS.length + at] === most) ?? 'unseen')
  }
  // Things stand on the floor, of which they may leave nothing.
  for (const index of Object.values(things).flat()) grounds[index] = 'floor'
  return { columns, rows, grounds, things }
}

/** How many pixels of each colour each cell has. */
function countsOf({ width, height, pixels }: Picture, colours: readonly string[], columns: number, rows: number) {
  const channels = colours.map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)))
  const indexOf = (rgb: number) =>
    channels.findIndex((each) =>
      each.every((channel, at) => Math.abs(channel - ((rgb >> (16 - 8 * at)) & 255)) <= ALIKE),
    )
  // A picture has few colours, and runs of them.
  const known = new Map<number, number>()
  let [last, index] = [-1, -1]
  const counts = Array.from({ length: columns * rows }, () => colours.map(() => 0))
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const rgb = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
      if (rgb !== last) {
        last = rgb
        index = known.get(rgb) ?? indexOf(rgb)
        known.set(rgb, index)
      }
      const count = counts[Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)]
      if (index >= 0 && count) count[index] = (count[index] ?? 0) + 1
    }
  }
  return counts
}

function beside({ columns, rows }: Seen, cell: number, way: Way): number | undefined {
  const [column, row] = [(cell % columns) + WAYS[way][0], Math.floor(cell / columns) + WAYS[way][1]]
  return column < 0 || row < 0 || column >= columns || row >= rows ? undefined : row * columns + column
}

function nextTo(seen: Seen, cell: number): number[] {
  return NAMES.map((way) => beside(seen, cell, way)).filter((next) => next !== undefined)
}

/** The steps over the floor to a cell, from each cell from which one can walk there. */
function distancesTo(seen: Seen, cell: number): ReadonlyMap<number, number> {
  const found = new Map([[cell, 0]])
  for (const [at, steps] of found)
    for (const next of nextTo(seen, at))
      if (seen.grounds[next] === 'floor' && !found.has(next)) found.set(next, steps + 1)
  return found
}

/** The only cell with the player. */
async function playerOf(see: DesktopFixtures): Promise<readonly [Seen, number]> {
  return see.until('one player on the map', async () => {
    const seen = await look(see)
    const [cell, ...others] = seen.things.player
    return cell !== undefined && others.length === 0 && ([seen, cell] as const)
  })
}

/** Waits until a region stays the same for some milliseconds, as it does between two keys. */
async function rests(see: DesktopFixtures, region: PixelArea, milliseconds: number): Promise<void> {
  let [last, since] = [await see.screenshot(region), performance.now()]
  const isAtRest = async () => {
    const now = await see.screenshot(region)
    if (!isSame(last, now)) [last, since] = [now, performance.now()]
    return performance.now() - since > milliseconds
  }
  await see.until('a region at rest between two keys', isAtRest, { within: 2000 })
}

/** Presses a key that takes a turn, waits until the number of the turn is another one, and then until the map is at rest. */
async function turn(see: DesktopFixtures, key: Way | 'wait' | 'read'): Promise<void> {
  await see.changes(see.region('turn'), () => see.press(see.key(key)))
  await rests(see, see.region('map'), SHORT)
}

/** One step, which moves the player by one cell: nobody sees the player elsewhere. */
async function step(see: DesktopFixtures, way: Way): Promise<void> {
  const [seen, before] = await playerOf(see)
  const target = beside(seen, before, way) ?? -1
  await see.changes(see.region('turn'), () => see.press(see.key(way)))
  await see.until(`the player one cell ${way}`, async () => {
    const [, now] = await playerOf(see)
    see.expect([before, target], 'the cell before the step, and the one after it').toContain(now)
    return now === target
  })
  await rests(see, see.region('map'), SHORT)
  const [, after] = await playerOf(see)
  see.expect(after, 'the cell of the player after the step').toBe(target)
}

/** Waits a turn, in which the nearest monster of a kind comes one step nearer: nobody sees it need another number of steps. */
async function comesNearer(see: DesktopFixtures, kind: Monster, steps: number): Promise<void> {
  const [before] = await playerOf(see)
  await see.changes(see.region('turn'), () => see.press(see.key('wait')))
  const needed = async () => {
    const [seen, at] = await playerOf(see)
    // One that moves is missing in a picture of which only a part has come.
    return seen.things[kind].length === before.things[kind].length ? nearest(seen, at, seen.things[kind])[1] : undefined
  }
  await see.until(`the nearest ${kind} in ${String(steps - 1)} steps`, async () => {
    const now = (await needed()) ?? steps
    see.expect([steps, steps - 1], `the steps that the ${kind} needs before the turn, and after it`).toContain(now)
    return now === steps - 1
  })
  await rests(see, see.region('map'), LONG)
  see.expect(await needed(), `the steps that the ${kind} needs after a turn`).toBe(steps - 1)
}

/** A turn that moves the player by no cell. */
async function attack(see: DesktopFixtures, way: Way): Promise<void> {
  const [, before] = await playerOf(see)
  await turn(see, way)
  const [, after] = await playerOf(see)
  see.expect(after, 'the cell of the player during an attack').toBe(before)
}

/** The cell of one of the nearest things of a kind, with the steps to it. */
function nearest(seen: Seen, from: number, cells: readonly number[]): readonly [cell: number, steps: number] {
  const steps = distancesTo(seen, from)
  const [cell = -1] = cells.toSorted((one, other) => (steps.get(one) ?? Infinity) - (steps.get(other) ?? Infinity))
  return [cell, steps.get(cell) ?? Infinity]
}

/** The first step of a shortest way. */
function wayTo(seen: Seen, from: number, target: number): Way {
  const steps = distancesTo(seen, target)
  const left = (way: Way) => steps.get(beside(seen, from, way) ?? -1) ?? Infinity
  return NAMES.reduce((best, way) => (left(way) < left(best) ? way : best))
}

/** Walks until a condition gives something, and attacks all that is in the way. */
async function walk<T>(
  see: DesktopFixtures,
  what: string,
  next: (seen: Seen, at: number) => T | { readonly to: number },
  within = 100_000,
): Promise<T> {
  const walked = await see.until(
    what,
    async () => {
      const [seen, at] = await playerOf(see)
      const result = next(seen, at)
      if (!isTarget(result)) return { result }
      const way = wayTo(seen, at, result.to)
      const ahead = beside(seen, at, way) ?? -1
      await ((await isTaken(see, seen, ahead)) ? attack(see, way) : step(see, way))
      return undefined
    },
    { within },
  )
  return walked.result
}

/** Whether a monster is on a cell. If there are some near it, the picture may be older than the last one of their steps. */
async function isTaken(see: DesktopFixtures, seen: Seen, cell: number): Promise<boolean> {
  const near = [cell, ...nextTo(seen, cell)]
  if (!near.some((each) => hasMonster(seen, each))) return false
  await rests(see, see.region('map'), LONG)
  return hasMonster(await look(see), cell)
}

function hasMonster({ things }: Seen, cell: number): boolean {
  return things.orc.includes(cell) || things.mage.includes(cell)
}

/** A way to a cell of the floor without a monster. */
function freeWay(seen: Seen, from: number): Way {
  const isFree = (cell = -1) => seen.grounds[cell] === 'floor' && !hasMonster(seen, cell)
  return NAMES.find((way) => isFree(beside(seen, from, way))) ?? 'up'
}

function isTarget(result: unknown): result is { readonly to: number } {
  return typeof result === 'object' && result !== null && 'to' in result
}

/** Walks to the scroll, which is in the first room. The number of scrolls stays the same until the last step. */
async function pickUp(see: DesktopFixtures): Promise<void> {
  const [seen] = await playerOf(see)
  see.expect(seen.things.scroll.length, 'scrolls that are seen').toBe(1)
  const [scroll = -1] = seen.things.scroll
  const number = await see.screenshot(see.region('scrolls'))
  const isBeside = (now: Seen, at: number) => (nextTo(now, at).includes(scroll) ? true : { to: scroll })
  await walk<true>(see, 'the player beside the scroll', isBeside, 20_000)
  const isAsBefore = isSame(number, await see.screenshot(see.region('scrolls')))
  see.expect(isAsBefore, 'the number of scrolls is as before while there is a step to go').toBe(true)
  await walk<true>(see, 'the player where the scroll lay', (_, at) => (at === scroll ? true : { to: scroll }), 20_000)
}

/** Picks up the scroll and reads it. */
async function uncover(see: DesktopFixtures): Promise<Seen> {
  const [before] = await playerOf(see)
  see.expect(count(before, 'unseen'), 'unseen cells').toBeGreaterThan(before.grounds.length / 3)
  await pickUp(see)
  await turn(see, 'read')
  await see.until('a map without unseen cells', async () => count(await look(see), 'unseen') === 0)
  await rests(see, see.region('map'), LONG)
  const [seen] = await playerOf(see)
  see.expect(count(seen, 'unseen'), 'unseen cells').toBe(0)
  return seen
}

function count({ grounds }: Seen, ground: Ground): number {
  return grounds.filter((each) => each === ground).length
}

/** Uncovers the map, and walks until a monster of a kind needs few steps. Returns these steps. */
async function approach(see: DesktopFixtures, kind: Monster, steps: number): Promise<number> {
  await uncover(see)
  await walk<number>(see, `the nearest ${kind} in ${String(steps)} steps`, (seen, at) => {
    const [cell, needed] = nearest(seen, at, seen.things[kind])
    see.expect(cell, `a cell with the ${kind}`).toBeGreaterThanOrEqual(0)
    return needed <= steps ? needed : { to: cell }
  })
  await rests(see, see.region('map'), LONG)
  const [seen, at] = await playerOf(see)
  return nearest(seen, at, seen.things[kind])[1]
}

/** How much health the monsters will take in this turn. */
function threat(seen: Seen, at: number): number {
  const steps = distancesTo(seen, at)
  const near = (cells: readonly number[], most: number) =>
    cells.filter((cell) => (steps.get(cell) ?? Infinity) <= most).length
  return 10 * near(seen.things.orc, 1) + 4 * near(seen.things.mage, 3)
}

/** Waits, and reads whether the health falls as it should. A number is sometimes unreadable. */
async function loses(see: DesktopFixtures): Promise<boolean> {
  const [seen, at] = await playerOf(see)
  const before = await see.number(see.region('health'))
  await turn(see, 'wait')
  await rests(see, see.region('health'), LONG)
  const after = await see.number(see.region('health'))
  if (before === undefined || after === undefined) return false
  // The health stops at 0.
  see.expect(before - after, 'health that this turn has cost').toBe(Math.min(before, threat(seen, at)))
  return true
}

/** Waits for turns in which a monster hurts the player, until the numbers of one were read. */
async function isHurt(see: DesktopFixtures): Promise<void> {
  let turns = 0
  const isRead = async () => {
    turns += 1
    see.expect(turns, 'turns until the health can be read').toBeLessThan(6)
    return loses(see)
  }
  await see.until('the health falls', isRead, { within: 60_000 })
}

/** Attacks the nearest monster of a kind, which needs one step, and returns how many attacks it took. */
async function kill(see: DesktopFixtures, kind: Monster): Promise<number> {
  const [before, at] = await playerOf(see)
  const [target] = nearest(before, at, before.things[kind])
  const way = wayTo(before, at, target)
  // Another one may step onto the cell of the one that is killed, in the same turn.
  let attacks = 0
  const isDead = async () => {
    await attack(see, way)
    attacks += 1
    await rests(see, see.region('map'), LONG)
    return (await look(see)).things[kind].length < before.things[kind].length
  }
  await see.until(`the ${kind} is dead`, isDead)
  return attacks
}

function isSame(one: Picture, other: Picture): boolean {
  return Buffer.compare(one.pixels, other.pixels) === 0
}

/** The cells that are the middle of 3 × 3 cells of floor are parts of rooms; how many parts hang together? */
function roomsOf(seen: Seen): number {
  const isFloor = (cell: number | undefined) => cell !== undefined && seen.grounds[cell] === 'floor'
  const rowOf = (cell: number) => [cell, beside(seen, cell, 'left'), beside(seen, cell, 'right')]
  const isMiddle = (cell: number) => {
    const [up, down] = [beside(seen, cell, 'up'), beside(seen, cell, 'down')]
    return up !== undefined && down !== undefined && [up, cell, down].flatMap(rowOf).every(isFloor)
  }
  const left = new Set(seen.grounds.map((_, cell) => cell).filter(isMiddle))
  let rooms = 0
  for (const cell of left) {
    rooms += 1
    const room = new Set([cell])
    for (const at of room) {
      left.delete(at)
      for (const next of nextTo(seen, at)) if (left.has(next)) room.add(next)
    }
  }
  return rooms
}

/** Two steps one way, and one step back. */
async function walks(see: DesktopFixtures, way: Way): Promise<void> {
  await step(see, way)
  await step(see, way)
  await step(see, OPPOSITE[way])
  await see.stays(see.region('map'), () => see.move({ x: 1, y: 1 }), { for: LONG })
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    const [seen, at] = await playerOf(see)
    see.expect(seen.things.scroll.length, 'scrolls that are seen').toBe(1)
    see.expect(seen.things.orc.length + seen.things.mage.length, 'monsters in the first room').toBe(0)
    see.expect(count(seen, 'unseen'), 'unseen cells').toBeGreaterThan(seen.grounds.length / 3)
    see.expect(count(seen, 'wall'), 'cells with a wall').toBeGreaterThan(10)
    see.expect(distancesTo(seen, at).size, 'cells to which one can walk').toBeGreaterThanOrEqual(25)
    await see.reads(see.region('health'), 100)
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await walks(see, 'right')
  },
  'walks-up': (see) => walks(see, 'up'),
  'walks-down': (see) => walks(see, 'down'),
  'walks-left': (see) => walks(see, 'left'),
  'walks-right': (see) => walks(see, 'right'),
  async explores(see) {
    const [first] = await playerOf(see)
    const shown = first.grounds.flatMap((ground, cell) => (ground === 'unseen' ? [] : [cell]))
    const isNew = (seen: Seen, cell: number) => nextTo(seen, cell).some((next) => seen.grounds[next] === 'unseen')
    const last = await walk<Seen>(
      see,
      'more cells are shown',
      (seen, at) => {
        if (count(seen, 'unseen') < count(first, 'unseen') - 2) return seen
        const ways = [...distancesTo(seen, at).keys()].filter((cell) => cell !== at && isNew(seen, cell))
        see.expect(ways.length, 'ways out of the room').toBeGreaterThan(0)
        return { to: ways[0] ?? -1 }
      },
      40_000,
    )
    const lost = shown.filter((cell) => last.grounds[cell] === 'unseen')
    see.expect(lost.length, 'cells that were shown and are not any more').toBe(0)
    see.expect(count(last, 'unseen'), 'cells that are still unseen').toBeGreaterThan(last.grounds.length / 4)
  },
  async 'picks-up'(see) {
    const [scrolls, log] = [see.region('scrolls'), see.region('log')]
    const empty = await see.screenshot(log)
    await see.reads(scrolls, 0, STAYS)
    await pickUp(see)
    await see.reads(scrolls, 1, STAYS)
    await rests(see, log, LONG)
    see.expect(isSame(empty, await see.screenshot(log)), 'the log is still empty').toBe(false)
    const [seen, at] = await playerOf(see)
    await step(see, freeWay(seen, at))
    see.expect((await look(see)).things.scroll.length, 'scrolls on the map').toBe(0)
  },
  async reads(see) {
    const log = see.region('log')
    const empty = await see.screenshot(log)
    const seen = await uncover(see)
    see.expect(count(seen, 'floor'), 'cells of the floor').toBeGreaterThan(100)
    await rests(see, log, LONG)
    see.expect(isSame(empty, await see.screenshot(log)), 'the log is still empty').toBe(false)
  },
  async 'begins-again'(see) {
    const [first] = await playerOf(see)
    const number = await see.screenshot(see.region('turn'))
    const isOther = async () => {
      await walks(see, 'left')
      await see.press(see.key('new'))
      await see.until('the number of the first turn', async () => {
        return isSame(number, await see.screenshot(see.region('turn')))
      })
      await rests(see, see.region('map'), LONG)
      const [seen] = await playerOf(see)
      see.expect(seen.things.scroll.length, 'scrolls in the first room').toBe(1)
      return seen.grounds.some((ground, cell) => ground !== first.grounds[cell])
    }
    await see.until('another map', isOther)
    await walks(see, 'right')
  },
  async 'counts-turns'(see) {
    await see.stays(see.region('map'), () => see.move({ x: 1, y: 1 }), { for: 1500 })
    const number = see.region('turn')
    await see.reads(number, 0)
    await step(see, 'right')
    await see.reads(number, 1)
    await step(see, 'left')
    await see.reads(number, 2)
    await see.stays(see.region('map'), () => turn(see, 'wait'), { for: 1000 })
    await turn(see, 'wait')
    await see.reads(number, 4)
  },
  async 'walls-stop'(see) {
    const way = await walk<Way>(
      see,
      'the player at a wall',
      (seen, at) => {
        const found = NAMES.find((name) => seen.grounds[beside(seen, at, name) ?? -1] === 'wall')
        if (found) return found
        const cells = [...distancesTo(seen, at).keys()]
        const atWall = (cell: number) => nextTo(seen, cell).some((next) => seen.grounds[next] === 'wall')
        return { to: cells.find((cell) => cell !== at && atWall(cell)) ?? -1 }
      },
      20_000,
    )
    for (const region of ['map', 'turn']) await see.stays(see.region(region), () => see.press(see.key(way)))
    const [seen, at] = await playerOf(see)
    await step(see, freeWay(seen, at))
  },
  async 'uses-up'(see) {
    const scrolls = see.region('scrolls')
    await see.reads(scrolls, 0, STAYS)
    for (const region of ['map', 'turn']) await see.stays(see.region(region), () => see.press(see.key('read')))
    await pickUp(see)
    await see.reads(scrolls, 1, STAYS)
    await turn(see, 'read')
    await see.reads(scrolls, 0)
    const [seen] = await playerOf(see)
    see.expect(count(seen, 'unseen'), 'unseen cells').toBe(0)
    for (const region of ['map', 'turn']) await see.stays(see.region(region), () => see.press(see.key('read')))
  },
  async 'rooms-and-tunnels'(see) {
    const seen = await uncover(see)
    const [at = -1] = seen.things.player
    see.expect(roomsOf(seen), 'rooms').toBeGreaterThanOrEqual(6)
    see.expect(distancesTo(seen, at).size, 'cells to which one can walk').toBe(count(seen, 'floor'))
    see.expect(seen.things.orc.length, 'orcs').toBe(2)
    see.expect(seen.things.mage.length, 'mages').toBe(2)
  },
  async 'far-away'(see) {
    const before = await uncover(see)
    const [at = -1] = before.things.player
    const steps = distancesTo(before, at)
    const far = (kind: Monster) => before.things[kind].filter((cell) => (steps.get(cell) ?? 0) > NOTICES)
    see.expect(far('orc').length + far('mage').length, 'monsters that are far away').toBeGreaterThan(0)
    for (let turns = 0; turns < 3; turns += 1) await turn(see, 'wait')
    const [after] = await playerOf(see)
    for (const kind of ['orc', 'mage'] as const)
      for (const cell of far(kind)) see.expect(after.things[kind], `cells with the kind "${kind}"`).toContain(cell)
  },
  async 'orc-comes'(see) {
    let steps = await approach(see, 'orc', 5)
    // In a large room, an orc may reach the player on the way to the scroll.
    for (let games = 1; steps === 1 && games < 3; games += 1) {
      await see.changes(see.region('map'), () => see.press(see.key('new')))
      await rests(see, see.region('map'), LONG)
      steps = await approach(see, 'orc', 5)
    }
    await see.stays(see.region('map'), () => see.move({ x: 1, y: 1 }), { for: 1000 })
    see.expect(steps, 'the steps that the orc needs').toBeGreaterThan(1)
    for (let left = steps; left > 1; left -= 1) await comesNearer(see, 'orc', left)
  },
  async 'orc-hits'(see) {
    await approach(see, 'orc', 1)
    await isHurt(see)
  },
  async 'kills-an-orc'(see) {
    await approach(see, 'orc', 1)
    see.expect(await kill(see, 'orc'), 'attacks that kill an orc').toBe(2)
  },
  async 'mage-casts'(see) {
    const steps = await approach(see, 'mage', 5)
    for (let left = steps; left > 3; left -= 1) await comesNearer(see, 'mage', left)
    const [before, at] = await playerOf(see)
    const [cell] = nearest(before, at, before.things.mage)
    await isHurt(see)
    const [after] = await playerOf(see)
    see.expect(after.things.mage, 'cells with mages').toContain(cell)
  },
  async 'kills-a-mage'(see) {
    await approach(see, 'mage', 1)
    see.expect(await kill(see, 'mage'), 'attacks that kill a mage').toBe(1)
  },
  async logs(see) {
    const log = see.region('log')
    const empty = await see.screenshot(log)
    see
      .expect(
        empty.pixels.every((value, index) => value === empty.pixels[index % 4]),
        'the log is empty',
      )
      .toBe(true)
    await see.stays(log, () => Promise.resolve(), STAYS)
    await pickUp(see)
    await see.reads(log, /^(?![\s\S]*\b([o0]rc|mage)s?\b)[\s\S]*scr[o0][l1i|]{2}/i, {
      expected: 'a text with "scroll", and without "orc" and "mage"',
    })
    await see.press(see.key('new'))
    await see.until('an empty log', async () => isSame(empty, await see.screenshot(log)))
    await approach(see, 'orc', 1)
    await turn(see, 'wait')
    await see.reads(log, /[o0]rc/i, { expected: 'a text with "orc"' })
  },
  async dies(see) {
    await approach(see, 'orc', 1)
    see.expect(await see.number(see.region('health')), 'the health').not.toBe(0)
    // The key does nothing any more when the player is dead.
    const isDead = async () => {
      for (let turns = 0; turns < 3; turns += 1) await see.press(see.key('wait'))
      return (await see.number(see.region('health'))) === 0
    }
    await see.until('the health 0', isDead, { within: 80_000 })
    await see.reads(see.region('health'), 0)
    for (const region of ['map', 'turn', 'health'])
      await see.stays(see.region(region), async () => {
        for (const key of [...NAMES, 'wait', 'read']) await see.press(see.key(key))
      })
    await see.press(see.key('new'))
    await see.reads(see.region('health'), 100)
    await walks(see, 'right')
  },
}

export default testcodes
