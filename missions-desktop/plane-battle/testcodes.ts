import type { DesktopFixtures, DesktopTestcodes, Picture, Spot } from 'pe'

type Way = 'up' | 'down' | 'left' | 'right'
const WAYS: Readonly<Record<Way, readonly [x: number, y: number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
}
/** Pixels of a bar of 100 × 20 that letters may cover. */
const BAR = 1000
/** Milliseconds of the longest way of a bullet, with room for a slow machine. */
const BULLET_FLIGHT = 10_000
/** Different places at which something that flies must be seen. */
const PLACES = 3

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

/** The number of enemies that the window shows. */
async function shown(see: DesktopFixtures): Promise<number> {
  const read = async () => {
    const number = await see.number(see.region('enemies'))
    return number === undefined ? undefined : { number }
  }
  return (await see.until('the number of enemies', read)).number
}

function areEqual(one: Picture, other: Picture): boolean {
  return one.pixels.every((value, index) => value === other.pixels[index])
}

/**
 * The number of enemies becomes another one. A single digit is sometimes unreadable; one that is read must be right.
 * @returns Whether it was read
 */
async function becomes(see: DesktopFixtures, number: number, before: Picture): Promise<boolean> {
  const region = see.region('enemies')
  await see.until('another number of enemies', async () => !areEqual(before, await see.screenshot(region)))
  const read = await see.number(region)
  see.expect([number, undefined], 'the number of enemies that are left').toContain(read)
  return read !== undefined
}

/** The plane flies one way while its key is held, and is at rest soon after. */
async function flies(see: DesktopFixtures, way: Way): Promise<void> {
  const [x, y] = WAYS[way]
  const before = await plane(see)
  const away = ({ x: left, y: top }: Spot) => [
    (left - before.x) * x + (top - before.y) * y,
    Math.abs((left - before.x) * y) + Math.abs((top - before.y) * x),
  ]
  let last = 0
  let places = 0
  await see.hold(see.key(way), () =>
    see.until(`the plane flies ${way}`, async () => {
      const [along = 0, beside = 0] = away(await plane(see))
      see.expect(beside, 'pixels by which the plane leaves its way').toBeLessThan(4)
      see.expect(along, `pixels that it has flown ${way}`).toBeGreaterThan(last - 2)
      if (along > last + 2) [last, places] = [along, places + 1]
      return places >= PLACES && last > 50
    }),
  )
  await atRest(see)
}

/** Waits until the plane does not move any more, and expects it to stay there. */
async function atRest(see: DesktopFixtures): Promise<Spot> {
  let [last, since] = [await plane(see), performance.now()]
  const isAtRest = async () => {
    const now = await plane(see)
    if (now.x !== last.x || now.y !== last.y) [last, since] = [now, performance.now()]
    return performance.now() - since > 400
  }
  await see.until('the plane stops', isAtRest)
  return last
}

/** Waits until the outermost enemies have been at several places. All enemies stay in the field. */
async function enemiesFly(see: DesktopFixtures): Promise<void> {
  const look = () => see.until('enemies', () => see.find(see.colour('enemy'), see.region('field')))
  let last = await look()
  const all = last.count
  let places = 0
  await see.until('the enemies fly', async () => {
    const now = await look()
    see.expect(now.count / all, 'the part of the enemies that is in the field').toBeGreaterThan(0.95)
    if (Math.abs(now.left - last.left) + Math.abs(now.right - last.right) > 4) [last, places] = [now, places + 1]
    return places >= PLACES
  })
}

/** Fires a bullet, and follows it until it is gone. Returns the number of its pixels. */
async function follow(see: DesktopFixtures): Promise<number> {
  const { x, top, left, right } = await plane(see)
  let last: Spot | undefined
  let [places, most] = [0, 0]
  await see.press(see.key('fire'))
  const isGone = async () => {
    const now = await see.find(see.colour('bullet'), see.region('field'))
    if (now === undefined) return last !== undefined
    see.expect(Math.abs(now.x - x), 'pixels between the bullet and the nose').toBeLessThan((right - left) / 3)
    see.expect(now.y, 'the bullet is above its last place').toBeLessThan((last?.y ?? top + 10) + 1)
    if (now.y < (last?.y ?? Infinity) - 2) places += 1
    most = Math.max(most, now.count)
    last = now
    return false
  }
  await see.until('a bullet flies up and is gone', isGone, { within: BULLET_FLIGHT })
  see.expect(places, 'places at which the bullet was seen').toBeGreaterThanOrEqual(PLACES)
  return most
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
}

/** Fires bullet after bullet until one has hit an enemy. Returns the pixels of the enemies that are left. */
async function shootOne(see: DesktopFixtures, each: number): Promise<number> {
  const before = await pixels(see, 'enemy')
  const isHit = async () => {
    await see.press(see.key('fire'))
    await see.until('a bullet', async () => (await pixels(see, 'bullet')) > 0)
    let isThere = true
    await see.until(
      'the bullet is gone',
      async () => {
        const enemies = await pixels(see, 'enemy')
        isThere = (await pixels(see, 'bullet')) > 0
        if (enemies < before - each / 2) see.expect(isThere, 'the bullet that has hit is still there').toBe(false)
        return !isThere
      },
      { within: BULLET_FLIGHT },
    )
    return (await pixels(see, 'enemy')) < before - each / 2
  }
  await see.until('an enemy is shot down', isHit, { within: 30_000 })
  const left = await pixels(see, 'enemy')
  see.expect((before - left) / each, 'enemies that one bullet has hit').toBeCloseTo(1, 0)
  return left
}

/** Follows the only bullet of an enemy. Returns where it was first and last. */
async function followShell(see: DesktopFixtures): Promise<readonly [Spot, Spot]> {
  const look = () => see.find(see.colour('shell'), see.region('field'))
  const first = await see.until('a bullet of an enemy', look, { within: 10_000 })
  let [last, since] = [first, performance.now()]
  let places = 0
  await see.until(
    'the bullet flies',
    async () => {
      const now = await look()
      const isOnly = now !== undefined && now.count < 1.5 * first.count && Math.abs(now.y - last.y) < 150
      // Nothing moves any more once it has hit the plane.
      if (!isOnly || performance.now() - since > 500) return true
      if (now.y > last.y + 2) [places, since] = [places + 1, performance.now()]
      last = now
      return false
    },
    { within: BULLET_FLIGHT },
  )
  see.expect(places, 'places at which the bullet was seen, each below the last').toBeGreaterThanOrEqual(PLACES)
  return [first, last]
}

/** Milliseconds for which enemies do not shoot, with room for the time that the first key needs. */
const PEACE = 2500

/** No enemy shoots in the first seconds after the first key. */
async function peace(see: DesktopFixtures): Promise<void> {
  const began = performance.now()
  await see.until('the first seconds without a bullet', async () => {
    see.expect(await pixels(see, 'shell'), 'pixels of bullets of enemies in the first seconds').toBe(0)
    return performance.now() - began > PEACE
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
    await enemiesFly(see)
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
    await follow(see)
  },
  async 'is-shot-at'(see) {
    await see.press(see.key('fire'))
    await peace(see)
    await followShell(see)
  },
  async 'begins-again'(see) {
    for (const key of ['practice', 'battle']) {
      const before = await plane(see)
      await flies(see, 'left')
      await see.press(see.key(key))
      await see.until('the plane where it began', async () => Math.abs((await plane(see)).x - before.x) < 3)
      await see.stays(see.region('field'), () => see.move({ x: 1, y: 1 }))
      await see.press(see.key('fire'))
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
    const one = await follow(see)
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
    await see.press(see.key('practice'))
    const number = await shown(see)
    let all = await pixels(see, 'enemy')
    const each = all / number
    let read = 0
    for (let shot = 1; shot <= 2; shot += 1) {
      const before = await see.screenshot(see.region('enemies'))
      all = await shootOne(see, each)
      see.expect(all / each, 'enemies in the field').toBeCloseTo(number - shot, 0)
      if (await becomes(see, number - shot, before)) read += 1
    }
    see.expect(read, 'numbers that could be read').toBeGreaterThan(0)
  },
  async wins(see) {
    await see.press(see.key('practice'))
    await see.press(see.key('fire'))
    await enemiesFly(see)
    const isWon = async () => {
      await see.press(see.key('fire'))
      return hasBar(see, 'won')
    }
    see.expect(await hasBar(see, 'won'), 'the bar that says that I have won').toBe(false)
    await see.until('the bar that says that I have won', isWon, { within: 50_000 })
    see.expect(await pixels(see, 'enemy'), 'pixels of enemies').toBe(0)
    see.expect(await shown(see), 'the number of enemies').toBe(0)
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
    const { left, right } = await see.until('the plane at the left edge', atEdge)
    const [first, last] = await followShell(see)
    const at = await plane(see)
    const end = first.x + ((last.x - first.x) * (at.y - first.y)) / (last.y - first.y)
    see.expect(Math.abs(end - at.x), 'pixels by which the bullet misses the plane').toBeLessThan(right - left)
    await see.until('the plane is hit', () => hasBar(see, 'lost'), { within: BULLET_FLIGHT })
  },
  async loses(see) {
    const number = await see.screenshot(see.region('enemies'))
    await see.press(see.key('left'))
    await peace(see)
    see.expect(await hasBar(see, 'lost'), 'the bar that says that I have lost').toBe(false)
    await see.until('the bar that says that I have lost', () => hasBar(see, 'lost'), { within: 20_000 })
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
