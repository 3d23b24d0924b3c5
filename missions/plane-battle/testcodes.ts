import type { DesktopFixtures, DesktopTestcodes, Picture, Spot } from 'pe'

type Way = 'up' | 'down' | 'left' | 'right'
const WAYS: Readonly<Record<Way, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}
const BACK = { up: 'down', down: 'up', left: 'right', right: 'left' } as const
/** Milliseconds without a step after which the plane has stopped. */
const AT_REST = 400
/** Pixels of a bar of 100 × 20 that letters may cover. */
const BAR = 1000
/** Milliseconds that a bullet needs for the height of the field, at most. */
const LONGEST_FLIGHT = 3000
/** Milliseconds of the longest way of a bullet, with room for a slow machine. */
const BULLET_FLIGHT = 10_000
/** Fields that the fastest things fly in a second, with room: each wish of the prompt allows a little less. */
const FASTEST = { plane: 1.3, enemy: 0.4, bullet: 0.9, shell: 1 } as const
/** Seconds by which a picture may be older than the look at it: a busy machine shows frames late, and then some at once. */
const LATE = 0.15
/** Milliseconds until a number can be read: reading takes seconds on a busy machine. */
const NUMBER = { within: 10_000 }
/** Milliseconds until a frame is drawn that has come in parts. */
const DRAWN = 100
/** Milliseconds between the last bullet and the end of the game that it brings, at most. */
const END_FOLLOWS = 1500
/** Milliseconds for which the end of a game and a number are looked at. */
const STAYS = 700
/** Steps of a channel by which a pixel may differ from its colour. */
const ALIKE = 12
/** Different places at which something that flies must be seen. */
const PLACES = 3
/** Looks at a flight that show at least as many places, if it is one: fewer looks are those of a machine that is too busy. */
const ENOUGH_LOOKS = 2 * PLACES

/** Where the plane is: all of it. */
function plane(see: DesktopFixtures): Promise<Spot> {
  return see.until('the plane', () => see.find(see.colour('plane'), see.region('field')))
}

function pixels(see: DesktopFixtures, thing: 'plane' | 'enemy' | 'bullet' | 'shell'): Promise<number> {
  return see.count(see.colour(thing), see.region('field'))
}

async function hasBar(see: DesktopFixtures, end: 'won' | 'lost'): Promise<boolean> {
  return (await see.count(see.colour(end))) >= BAR
}

/** The number of enemies that the window shows, and goes on showing. */
async function shown(see: DesktopFixtures): Promise<number> {
  const region = see.region('enemies')
  const number = await see.until('the number of enemies', async () => {
    const read = await see.number(region)
    return read === undefined ? undefined : { read }
  })
  await see.reads(region, number.read)
  await see.stays(region, () => Promise.resolve())
  return number.read
}

function areEqual(one: Picture, other: Picture): boolean {
  return one.pixels.every((value, index) => value === other.pixels[index])
}

/** Pixels that a thing may have flown since it was seen at another place. */
function reach(see: DesktopFixtures, thing: keyof typeof FASTEST, since: number): number {
  const { width, height } = see.region('field')
  const length = thing === 'bullet' || thing === 'shell' ? height : Math.max(width, height)
  return FASTEST[thing] * length * ((performance.now() - since) / 1000 + LATE)
}

type Rgb = readonly [red: number, green: number, blue: number]

function rgbOf(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** Calls a function with the place of each pixel of a colour. */
function eachPixel({ width, height, pixels }: Picture, [red, green, blue]: Rgb, call: (x: number, y: number) => void) {
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4)
      if (
        Math.abs((pixels[at] ?? Infinity) - red) <= ALIKE &&
        Math.abs((pixels[at + 1] ?? Infinity) - green) <= ALIKE &&
        Math.abs((pixels[at + 2] ?? Infinity) - blue) <= ALIKE
      )
        call(x, y)
}

/** The smallest rectangle around some pixels. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxOf(picture: Picture, colour: Rgb, isIn: (x: number, y: number) => boolean = () => true): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  eachPixel(picture, colour, (x, y) => {
    if (!isIn(x, y)) return
    ;[left, right] = [Math.min(left, x), Math.max(right, x)]
    ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
  })
  return right < left ? undefined : { left, top, right, bottom }
}

/** Pixels between two rectangles, across and down; 0 if they touch. */
function gaps(one: Box, other: Box): { across: number; down: number } {
  return {
    across: Math.max(0, one.left - other.right, other.left - one.right),
    down: Math.max(0, one.top - other.bottom, other.top - one.bottom),
  }
}

/** The pixels of a colour in each row of a picture. */
function rowsOf(picture: Picture, colour: Rgb): number[] {
  const rows = Array.from({ length: picture.height }, () => 0)
  eachPixel(picture, colour, (_, y) => (rows[y] = (rows[y] ?? 0) + 1))
  return rows
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/**
 * Where the enemy was that has gone between two pictures. Enemies fly sideways and each has rows of its own: the rows that have
 * lost pixels are its rows.
 */
function enemyLost(before: Picture, after: Picture, colour: Rgb): Box | undefined {
  const left = rowsOf(after, colour)
  const lost = rowsOf(before, colour).map((count, row) => count - (left[row] ?? 0))
  const most = Math.max(...lost)
  return boxOf(before, colour, (_, y) => (lost[y] ?? 0) > most / 3)
}

/** The plane flies one way while its key is held, and is at rest soon after. */
async function flies(see: DesktopFixtures, way: Way): Promise<void> {
  const isSeen = async () => {
    if (await fliesInLooks(see, way)) return true
    await see.press(see.key(BACK[way]), { for: 1000 })
    return false
  }
  await see.until(`the plane flies ${way}, look after look`, isSeen, { within: 30_000 })
}

/** @returns Whether the plane flew for enough looks; if not, a busy machine has shown it only before and at the end of its way */
async function fliesInLooks(see: DesktopFixtures, way: Way): Promise<boolean> {
  const [x, y] = WAYS[way]
  const before = await plane(see)
  const away = ({ x: left, y: top }: Spot) => [
    (left - before.x) * x + (top - before.y) * y,
    Math.abs((left - before.x) * y) + Math.abs((top - before.y) * x),
  ]
  let [last, places, looks, ofLast] = [0, 0, 0, 0]
  const end = await see.hold(see.key(way), () => {
    let since = performance.now()
    return see.until(`the plane flies ${way}`, async () => {
      const began = performance.now()
      looks += 1
      const [along = 0, beside = 0] = away(await plane(see))
      see.expect(beside, 'pixels by which the plane leaves its way').toBeLessThan(4)
      see.expect(along, `pixels that it has flown ${way}`).toBeGreaterThan(last - 2)
      see.expect(along - last, 'pixels by which the plane jumps').toBeLessThan(reach(see, 'plane', since))
      if (along > last + 2) [last, places, since, ofLast] = [along, places + 1, began, looks]
      if (places >= PLACES && last > 50) return 'seen'
      return places > 0 && ofLast < ENOUGH_LOOKS && began - since > AT_REST && 'too few looks'
    })
  })
  const [along = 0, beside = 0] = away(await atRest(see))
  see.expect(along, `pixels that it has flown ${way} in the end`).toBeGreaterThan(last - 2)
  see.expect(beside, 'pixels by which the plane has left its way').toBeLessThan(4)
  return end === 'seen'
}

/** Waits until the plane does not move any more, and expects it to stay there. */
async function atRest(see: DesktopFixtures): Promise<Spot> {
  let [last, since] = [await plane(see), performance.now()]
  const isAtRest = async () => {
    const now = await plane(see)
    if (now.x !== last.x || now.y !== last.y) [last, since] = [now, performance.now()]
    return performance.now() - since > AT_REST
  }
  await see.until('the plane stops', isAtRest)
  return last
}

/**
 * Waits until the outermost enemies have been at several places. All enemies stay in the field.
 * @param bullets How many bullets fly, each of which may hit an enemy
 */
async function enemiesFly(see: DesktopFixtures, bullets = 0): Promise<void> {
  const look = () => see.until('enemies', () => see.find(see.colour('enemy'), see.region('field')))
  let [last, since] = [await look(), performance.now()]
  let [all, places, hits] = [last.count, 0, 0]
  await see.until('the enemies fly', async () => {
    const began = performance.now()
    const now = await look()
    const part = now.count / all
    if (part < 0.95 && hits < bullets) {
      ;[all, last, since, hits] = [now.count, now, began, hits + 1]
      return false
    }
    see.expect(part, 'the part of the enemies that is in the field').toBeGreaterThan(0.95)
    const [left, right] = [Math.abs(now.left - last.left), Math.abs(now.right - last.right)]
    see.expect(Math.max(left, right), 'pixels by which an enemy jumps').toBeLessThan(reach(see, 'enemy', since))
    if (left + right > 4) [last, places, since] = [now, places + 1, began]
    return places >= PLACES
  })
}

/** A bullet that was followed until it was gone. */
interface Flight {
  /** The pixels of the bullet. */
  readonly most: number
  /** Whether an enemy has gone with it. */
  readonly hasHit: boolean
}

/**
 * Fires a bullet, and follows it until it is gone: with the enemy that it has reached, or at the top of the field.
 * @param each The pixels of an enemy, if they are known
 * @returns Undefined if a busy machine left time for too few looks at it
 */
async function follow(see: DesktopFixtures, each?: number): Promise<Flight | undefined> {
  const field = see.region('field')
  const [bullet, enemy] = [rgbOf(see.colour('bullet')), rgbOf(see.colour('enemy'))]
  const enemiesIn = (picture: Picture) => sum(rowsOf(picture, enemy))
  const { x, top, left, right } = await plane(see)
  // The last picture with all enemies.
  let whole = await see.screenshot(field)
  const all = enemiesIn(whole)
  const hasLost = (count: number) => all - count > (each ?? all / 8) / 2
  let last: { box: Box; since: number } | undefined
  let [looks, places, most, lostAt] = [0, 0, 0, Infinity]
  await see.press(see.key('fire'))
  const fired = performance.now()
  const isUnseen = () => performance.now() - fired > LONGEST_FLIGHT && looks < 2 * ENOUGH_LOOKS
  const isGone = async () => {
    const began = performance.now()
    const picture = await see.screenshot(field)
    looks += 1
    const box = boxOf(picture, bullet)
    if (box === undefined) return last !== undefined || isUnseen()
    if (!hasLost(enemiesIn(picture))) [whole, lostAt] = [picture, Infinity]
    else lostAt = Math.min(lostAt, began)
    see.expect(began - lostAt, 'milliseconds for which the bullet that has hit is still there').toBeLessThan(DRAWN)
    const middle = field.x + (box.left + box.right) / 2
    see.expect(Math.abs(middle - x), 'pixels between the bullet and the nose').toBeLessThan((right - left) / 3)
    const before = last?.box.bottom ?? top - field.y + 30
    see.expect(box.bottom, 'the bullet is above its last place').toBeLessThan(before + 1)
    if (last) {
      const limit = reach(see, 'bullet', last.since)
      see.expect(last.box.bottom - box.bottom, 'pixels by which the bullet jumps').toBeLessThan(limit)
    }
    if (box.bottom < (last?.box.bottom ?? Infinity) - 2) places += 1
    most = Math.max(most, sum(rowsOf(picture, bullet)))
    last = { box, since: box.bottom === last?.box.bottom ? last.since : began }
    return false
  }
  await see.until('a bullet flies up and is gone', isGone, { within: BULLET_FLIGHT })
  if (places < PLACES && looks < ENOUGH_LOOKS) return undefined
  see.expect(places, 'places at which the bullet was seen').toBeGreaterThanOrEqual(PLACES)
  if (!last) throw new RangeError('a bullet that is gone was seen before')
  const [far, aside, gone] = [reach(see, 'bullet', last.since), reach(see, 'enemy', last.since), performance.now()]
  const after = await see.until('a frame more', async () => {
    const picture = await see.screenshot(field)
    return performance.now() - gone > DRAWN && picture
  })
  const hasHit = hasLost(enemiesIn(after))
  const target = hasHit ? enemyLost(whole, after, enemy) : { ...last.box, top: 0, bottom: 0 }
  if (!target) throw new RangeError('an enemy that is gone was seen before')
  const { across, down } = gaps(last.box, target)
  const what = hasHit ? 'the enemy that is gone' : 'the top of the field'
  see.expect(down, `pixels between the end of the bullet and ${what}`).toBeLessThan(far)
  see.expect(across, `pixels between the bullet and ${what}, across`).toBeLessThan(8 + aside)
  return { most, hasHit }
}

/** Fires and follows bullets until a look after the other has shown the flight of one. */
function followOne(see: DesktopFixtures): Promise<Flight> {
  return see.until('the flight of a bullet, look after look', () => follow(see), { within: 3 * BULLET_FLIGHT })
}

/** Waits until bullets fly, and then until there are none. */
async function bulletsLeave(see: DesktopFixtures): Promise<void> {
  const areGone = async () => (await pixels(see, 'bullet')) === 0
  await see.until('the bullets are gone', areGone, { within: BULLET_FLIGHT })
}

/** The game has ended: nothing moves, and no key does anything. */
async function isOver(see: DesktopFixtures, end: 'won' | 'lost'): Promise<void> {
  const other = end === 'won' ? 'lost' : 'won'
  see.expect(await hasBar(see, other), `a bar in the colour of "${other}"`).toBe(false)
  await see.stays(see.region('field'), async () => {
    for (const key of ['left', 'right', 'up', 'fire']) await see.press(see.key(key), { for: 150 })
  })
  const began = performance.now()
  await see.until('the end for a while', async () => {
    see.expect(await hasBar(see, end), `a bar in the colour of "${end}"`).toBe(true)
    see.expect(await hasBar(see, other), `a bar in the colour of "${other}"`).toBe(false)
    return performance.now() - began > STAYS
  })
}

/**
 * Fires bullet after bullet until one has hit an enemy. The others change neither the enemies nor their number.
 * @returns The pixels of the enemies that are left; undefined if a busy machine left time for too few looks at a bullet
 */
async function shootOne(see: DesktopFixtures, each: number): Promise<number | undefined> {
  const before = await pixels(see, 'enemy')
  const number = await see.screenshot(see.region('enemies'))
  const isHit = async () => {
    const flight = await follow(see, each)
    if (!flight) return 'not seen'
    if (flight.hasHit) return 'hit'
    see.expect((await pixels(see, 'enemy')) / each, 'enemies after a bullet has missed').toBeCloseTo(before / each, 0)
    const now = await see.screenshot(see.region('enemies'))
    see.expect(areEqual(number, now), 'the number of enemies is as before after a bullet has missed').toBe(true)
    return false
  }
  const end = await see.until('an enemy is shot down', isHit, { within: 30_000 })
  if (end === 'not seen') return undefined
  const left = await pixels(see, 'enemy')
  see.expect((before - left) / each, 'enemies that one bullet has hit').toBeCloseTo(1, 0)
  return left
}

/**
 * Follows the only bullet of an enemy.
 * @returns Where it was first and last; undefined if a busy machine left time for too few looks at it
 */
async function followShell(see: DesktopFixtures): Promise<readonly [Spot, Spot] | undefined> {
  const look = () => see.find(see.colour('shell'), see.region('field'))
  const first = await see.until('a bullet of an enemy', look, { within: 10_000 })
  let [last, since] = [first, performance.now()]
  let [looks, places] = [1, 0]
  await see.until(
    'the bullet flies',
    async () => {
      const now = await look()
      looks += 1
      const isOnly = now !== undefined && now.count < 1.5 * first.count && Math.abs(now.y - last.y) < 150
      // Nothing moves any more once it has hit the plane.
      if (!isOnly || performance.now() - since > 500) return true
      if (now.y > last.y + 2) [places, since] = [places + 1, performance.now()]
      last = now
      return false
    },
    { within: BULLET_FLIGHT },
  )
  if (places < PLACES && looks < ENOUGH_LOOKS) return undefined
  see.expect(places, 'places at which the bullet was seen, each below the last').toBeGreaterThanOrEqual(PLACES)
  return [first, last]
}

/** Milliseconds between two looks that show how a battle ends: with more, a busy machine may have hidden it. */
const SOON = 150
/** Battles that may end while a busy machine looks too rarely. */
const MOST_BATTLES = 3

/**
 * Waits until the game is lost: a bullet has just reached the plane. When the first bullet comes, the plane flies out of its way.
 * @param mayRepeat Whether the game may be played again if the looks at its end were too few
 * @returns Whether they were enough
 */
async function isHit(see: DesktopFixtures, mayRepeat: boolean): Promise<boolean> {
  const field = see.region('field')
  const [colour, shell] = [rgbOf(see.colour('plane')), rgbOf(see.colour('shell'))]
  const seen: { gap: number; at: number; pause: number; left: number }[] = []
  const nearestIn = (picture: Picture) => {
    const target = boxOf(picture, colour)
    let gap = Infinity
    if (target)
      eachPixel(picture, shell, (x, y) => {
        const { across, down } = gaps({ left: x, top: y, right: x, bottom: y }, target)
        gap = Math.min(gap, Math.hypot(across, down))
      })
    return { gap, left: target?.left ?? seen.at(-1)?.left ?? 0 }
  }
  const isLost = async () => {
    const hasEnded = await hasBar(see, 'lost')
    const at = performance.now()
    seen.push({ ...nearestIn(await see.screenshot(field)), at, pause: at - (seen.at(-1)?.at ?? at) })
    return hasEnded
  }
  const after = (milliseconds: number) => {
    const began = performance.now()
    return async () => (await isLost()) || performance.now() - began > milliseconds
  }
  const isShotAt = async () => (await isLost()) || (seen.at(-1)?.gap ?? Infinity) < Infinity
  await see.until('a bullet of an enemy', isShotAt, { within: 10_000 })
  await see.hold(see.key('right'), () => see.until('the plane has flown to the right', after(DODGES)))
  await see.until('the first bullet has passed', after(PASSES))
  await see.until('the bar that says that I have lost', isLost, { within: 20_000 })
  const end = performance.now()
  const last = seen.filter(({ at }) => end - at < END_FOLLOWS + (seen.at(-1)?.pause ?? 0))
  const pause = Math.max(...last.map((look) => look.pause))
  if (pause > SOON && mayRepeat) return false
  const nearest = Math.min(...last.map(({ gap }) => gap))
  const flown = Math.max(...last.slice(1).map(({ left }, index) => Math.abs(left - (last[index]?.left ?? left))), 0)
  const limit = reach(see, 'shell', end - pause) + flown
  see.expect(nearest, 'pixels between the plane and the bullet that has hit it').toBeLessThan(limit)
  return true
}

/** Milliseconds for which the plane flies one way to get out of the way of a bullet. */
const DODGES = 1000
/** Milliseconds after which a bullet that was not aimed at the new place of the plane has passed it. */
const PASSES = 1500
/** Milliseconds for which enemies do not shoot, with room for the time that the first key needs. */
const PEACE = 2500

/** No enemy shoots in the first seconds after the first key. */
async function peace(see: DesktopFixtures, key: 'fire' | 'left'): Promise<void> {
  const began = performance.now()
  await see.press(see.key(key))
  await see.until('the first seconds without a bullet', async () => {
    const count = await pixels(see, 'shell')
    // A look of a busy machine may end when they are over.
    if (performance.now() - began > PEACE) return true
    see.expect(count, 'pixels of bullets of enemies in the first seconds').toBe(0)
    return false
  })
}

/** The plane is at the bottom, in the middle. */
async function expectStart(see: DesktopFixtures): Promise<void> {
  const { x, y, width, height } = see.region('field')
  const at = await plane(see)
  see.expect(Math.abs(at.x - x - width / 2) / width, 'the plane is in the middle').toBeLessThan(0.1)
  see.expect((at.bottom - y) / height, 'the plane is at the bottom').toBeGreaterThan(0.85)
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    const { x, y, width, height } = see.region('field')
    await expectStart(see)
    const enemies = await see.until('the enemies', () => see.find(see.colour('enemy'), { x, y, width, height }))
    see.expect((enemies.bottom - y) / height, 'where the lowest enemy ends').toBeLessThan(0.55)
    const number = await shown(see)
    see.expect(number, 'the number of enemies').toBeGreaterThanOrEqual(4)
    see.expect(number, 'the number of enemies').toBeLessThanOrEqual(8)
    for (const end of ['won', 'lost'] as const) see.expect(await hasBar(see, end), `the bar "${end}"`).toBe(false)
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await flies(see, 'left')
  },
  async waits(see) {
    const { x, y, width, height } = see.region('field')
    await see.stays({ x, y, width, height }, () => see.move({ x: 1, y: 1 }), { for: 1000 })
    await see.press(see.key('fire'))
    await enemiesFly(see, 1)
  },
  async 'flies-up'(see) {
    await see.press(see.key('practice'))
    await flies(see, 'up')
  },
  async 'flies-down'(see) {
    await see.press(see.key('practice'))
    await flies(see, 'up')
    await flies(see, 'down')
  },
  async 'flies-left'(see) {
    await see.press(see.key('practice'))
    await flies(see, 'left')
  },
  async 'flies-right'(see) {
    await see.press(see.key('practice'))
    await flies(see, 'right')
  },
  async fires(see) {
    await see.press(see.key('practice'))
    see.expect(await pixels(see, 'bullet'), 'pixels of bullets').toBe(0)
    await followOne(see)
  },
  async 'is-shot-at'(see) {
    const isShown = async () => {
      await see.press(see.key('battle'))
      await peace(see, 'fire')
      return followShell(see)
    }
    await see.until('the flight of a bullet of an enemy, look after look', isShown, { within: 60_000 })
  },
  async 'begins-again'(see) {
    for (const key of ['practice', 'battle']) {
      const before = await plane(see)
      await flies(see, 'left')
      await see.press(see.key(key))
      await see.until('the plane where it began', async () => Math.abs((await plane(see)).x - before.x) < 3)
      await see.stays(see.region('field'), () => see.move({ x: 1, y: 1 }))
      await see.press(see.key('right'))
      await enemiesFly(see)
      await see.press(see.key(key))
    }
  },
  async 'stays-inside'(see) {
    const { x, y, width, height } = see.region('field')
    await see.press(see.key('practice'))
    const whole = await plane(see)
    const [across, down] = [whole.right - whole.left, whole.bottom - whole.top]
    const gaps: Readonly<Record<Way, (at: Spot) => number>> = {
      left: (at) => at.left - x,
      right: (at) => x + width - 1 - at.right,
      up: (at) => at.top - y - height / 2,
      down: (at) => y + height - 1 - at.bottom,
    }
    for (const way of ['left', 'up', 'right', 'down'] as const) {
      await see.hold(see.key(way), async () => {
        const isNear = async () => gaps[way](await plane(see)) < Math.max(across, down) / 2
        await see.until(`the plane at its limit: ${way}`, isNear)
        const began = performance.now()
        await see.until('half a second at the limit', async () => {
          const at = await plane(see)
          see.expect(gaps[way](at), `pixels between the plane and its limit: ${way}`).toBeGreaterThan(-3)
          see.expect(at.count / whole.count, 'the part of the plane that is in the field').toBeGreaterThan(0.97)
          return performance.now() - began > 500
        })
      })
    }
  },
  async 'one-bullet-a-press'(see) {
    await see.press(see.key('practice'))
    const { most: one } = await followOne(see)
    let most = 0
    const began = performance.now()
    await see.hold(see.key('fire'), () =>
      see.until('the key is held for a second', async () => {
        most = Math.max(most, await pixels(see, 'bullet'))
        return performance.now() - began > 1000
      }),
    )
    see.expect(most / one, 'bullets of a key that is held').toBeGreaterThan(0.5)
    see.expect(most / one, 'bullets of a key that is held').toBeLessThan(1.5)
    await bulletsLeave(see)
    // The first bullet may hit an enemy before the second one is seen.
    const areTwo = async () => {
      for (let press = 0; press < 2; press += 1) await see.press(see.key('fire'))
      const now = await pixels(see, 'bullet')
      await bulletsLeave(see)
      return now > 1.5 * one
    }
    await see.until('two bullets at once', areTwo, { within: 15_000 })
  },
  async 'edge-to-edge'(see) {
    const { x, y, width, height } = see.region('field')
    await see.press(see.key('practice'))
    const all = await pixels(see, 'enemy')
    await see.press(see.key('right'))
    await enemiesFly(see)
    let [left, right] = [Infinity, -Infinity]
    const began = performance.now()
    await see.until(
      'enemies at both edges',
      async () => {
        const found = await see.find(see.colour('enemy'), { x, y, width, height })
        see.expect((found?.count ?? 0) / all, 'the part of the enemies that is in the field').toBeGreaterThan(0.95)
        see.expect(await pixels(see, 'shell'), 'pixels of bullets of enemies in practice').toBe(0)
        left = Math.min(left, found?.left ?? Infinity)
        right = Math.max(right, found?.right ?? -Infinity)
        const areSeen = left - x < width / 20 && x + width - right < width / 20
        return areSeen && performance.now() - began > 7000
      },
      { within: 25_000 },
    )
  },
  async 'shoots-down'(see) {
    const areShot = async () => {
      await see.press(see.key('practice'))
      const number = await shown(see)
      const each = (await pixels(see, 'enemy')) / number
      for (let shot = 1; shot <= 2; shot += 1) {
        const all = await shootOne(see, each)
        if (all === undefined) return false
        see.expect(all / each, 'enemies in the field').toBeCloseTo(number - shot, 0)
        await see.reads(see.region('enemies'), number - shot, NUMBER)
        await see.stays(see.region('enemies'), () => Promise.resolve())
      }
      return true
    }
    await see.until('two enemies are shot down, look after look', areShot, { within: 90_000 })
  },
  async wins(see) {
    await see.press(see.key('practice'))
    await see.press(see.key('right'))
    await enemiesFly(see)
    const all = await pixels(see, 'enemy')
    let left = all
    const isWon = async () => {
      see.expect(await hasBar(see, 'lost'), 'the bar that says that I have lost').toBe(false)
      await see.press(see.key('fire'))
      if (await hasBar(see, 'won')) return true
      left = await pixels(see, 'enemy')
      return false
    }
    see.expect(await hasBar(see, 'won'), 'the bar that says that I have won').toBe(false)
    await see.until('the bar that says that I have won', isWon, { within: 50_000 })
    see.expect(left / all, 'the part of the enemies that was left just before the end').toBeLessThan(0.6)
    see.expect(await pixels(see, 'enemy'), 'pixels of enemies').toBe(0)
    await see.reads(see.region('enemies'), 0, NUMBER)
    await isOver(see, 'won')
  },
  async aims(see) {
    const field = see.region('field')
    // On a slow machine, an enemy may fire before the plane is at the edge.
    const atEdge = async () => {
      await see.press(see.key('battle'))
      const there = await see.hold(see.key('left'), () =>
        see.until('the plane at the left edge', async () => {
          const at = await plane(see)
          return at.left - field.x < (at.right - at.left) / 2 && at
        }),
      )
      return (await pixels(see, 'shell')) === 0 && there
    }
    const isShown = async () => {
      const { left, right } = await see.until('the plane at the left edge', atEdge)
      const flight = await followShell(see)
      return flight && { left, right, flight }
    }
    const { left, right, flight } = await see.until('the flight of a bullet, look after look', isShown, {
      within: 60_000,
    })
    const [first, last] = flight
    const at = await plane(see)
    const end = first.x + ((last.x - first.x) * (at.y - first.y)) / (last.y - first.y)
    see.expect(Math.abs(end - at.x), 'pixels by which the bullet misses the plane').toBeLessThan(right - left)
    await see.until('the plane is hit', () => hasBar(see, 'lost'), { within: BULLET_FLIGHT })
  },
  async loses(see) {
    const number = await see.screenshot(see.region('enemies'))
    let battles = 0
    const isSeen = async () => {
      if (battles > 0) await see.press(see.key('battle'))
      battles += 1
      await peace(see, 'left')
      see.expect(await hasBar(see, 'lost'), 'the bar that says that I have lost').toBe(false)
      return isHit(see, battles < MOST_BATTLES)
    }
    await see.until('the end of a battle, look after look', isSeen, { within: 120_000 })
    await isOver(see, 'lost')
    await see.press(see.key('practice'))
    await see.until('the bar is gone', async () => !(await hasBar(see, 'lost')))
    const now = await see.screenshot(see.region('enemies'))
    see.expect(areEqual(number, now), 'the number of enemies is that of the first game').toBe(true)
    await expectStart(see)
    await flies(see, 'right')
  },
}

export default testcodes
