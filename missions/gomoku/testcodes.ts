import type { DesktopFixtures, DesktopTestcodes, Picture, Point } from 'pe'

/** Column and row of a crossing, from the top left. */
type Crossing = readonly [column: number, row: number]
type Colour = 'black' | 'white'
type Rgb = readonly [red: number, green: number, blue: number]
/** A letter for each crossing, row after row: b, w, or a point if it is free. */
type Position = string

const SIZE = 15
const EMPTY: Position = '.'.repeat(SIZE * SIZE)
const INDICES = Array.from({ length: SIZE * SIZE }, (_, index) => index)
const LETTERS = { black: 'b', white: 'w' } as const
const WAYS = { across: [1, 0], down: [0, 1], falling: [1, 1], rising: [1, -1] } as const
type Way = keyof typeof WAYS
/** The part of the distance of two crossings that is looked at around each: any stone is as wide. */
const LOOKED_AT = 0.6
/** The part of these pixels that a stone covers at least, with a mark on it. A line and a point on the board cover less. */
const COVERED = 0.5
/** Steps of a channel by which a pixel of a stone may differ from its colour. */
const ALIKE = 12
/** Milliseconds in which the machine answers: those of the prompt, and as many for a busy machine. */
const ANSWER = { within: 6000 }
/** Milliseconds until a text can be read: reading takes seconds on a busy machine. */
const READING = { within: 12_000 }
/** Milliseconds for which no stone may appear. */
const STAYS = 700
/** Milliseconds for which a board shows something else while it is drawn, on a busy machine. */
const DRAWN = 200
/** Milliseconds for which a new stone is looked at: longer than `DRAWN`, so that no board shows positions in turn. */
const RESTS = 250
/** Crossings of which no two are neighbours, so that stones on them never are in a row. */
const SCATTERED = Array.from({ length: 20 }, (_, index): Crossing => [
  3 * (index % 5) + 1,
  4 * Math.floor(index / 5) + 1,
])
/** Crossings along the edges, no three of which lie within five of a line. */
const ALONG_EDGES = [1, 4, 7, 10, 13].flatMap((at): Crossing[] => [
  [at, 0],
  [SIZE - 1, at],
  [SIZE - 1 - at, SIZE - 1],
  [0, SIZE - 1 - at],
])

const indexOf = ([column, row]: Crossing) => row * SIZE + column
const crossingAt = (index: number): Crossing => [index % SIZE, Math.floor(index / SIZE)]
const isOnBoard = ([column, row]: Crossing) => Math.min(column, row) >= 0 && Math.max(column, row) < SIZE
const has = (crossings: readonly Crossing[], one: Crossing) => crossings.some((each) => indexOf(each) === indexOf(one))

function withStone(position: Position, at: Crossing, colour: Colour): Position {
  const index = indexOf(at)
  return position.slice(0, index) + LETTERS[colour] + position.slice(index + 1)
}

/** Crossings side by side. */
function line([column, row]: Crossing, way: Way, length = 5): Crossing[] {
  const [across, down] = WAYS[way]
  return Array.from({ length }, (_, step): Crossing => [column + step * across, row + step * down])
}

/** Draws a line of the board somewhere, so that no program can know it. */
function drawnLine(see: DesktopFixtures, way: Way, length = 5): Crossing[] {
  const [across, down] = WAYS[way]
  const last = SIZE - length
  const column = see.given.integer(`column ${way}`, { from: 0, to: across === 0 ? SIZE - 1 : last })
  const row = see.given.integer(`row ${way}`, { from: 0, to: down === 0 ? SIZE - 1 : last })
  return line([column, down < 0 ? row + length - 1 : row], way, length)
}

/** Crossings for the stones of the other colour, where they are never in a row. */
function elsewhere(see: DesktopFixtures, than: readonly Crossing[]): Crossing[] {
  return see.given.shuffled('elsewhere', SCATTERED).filter((each) => !has(than, each))
}

function distances(see: DesktopFixtures): Point {
  const [first, last] = [see.point('first'), see.point('last')]
  return { x: (last.x - first.x) / (SIZE - 1), y: (last.y - first.y) / (SIZE - 1) }
}

/** @param aside The way from the crossing, in distances of two crossings */
function pointOf(see: DesktopFixtures, [column, row]: Crossing, aside: Point = { x: 0, y: 0 }): Point {
  const [first, distance] = [see.point('first'), distances(see)]
  return {
    x: Math.round(first.x + (column + aside.x) * distance.x),
    y: Math.round(first.y + (row + aside.y) * distance.y),
  }
}

/** The part of a square of pixels that has a colour. Every second pixel both ways is looked at. */
function partOf({ width, pixels }: Picture, left: number, top: number, side: number, colour: Rgb): number {
  const [red, green, blue] = colour
  let [count, all] = [0, 0]
  for (let y = top; y < top + side; y += 2)
    for (let x = left; x < left + side; x += 2) {
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

async function look(see: DesktopFixtures): Promise<Position> {
  const distance = distances(see)
  see.expect(distance.x, 'pixels from one crossing to the next one').toBeGreaterThanOrEqual(24)
  see.expect(Math.abs(distance.x - distance.y), 'pixels by which crossings are farther apart one way').toBeLessThan(1)
  const half = Math.floor((LOOKED_AT * distance.x) / 2)
  const [first, last] = [see.point('first'), see.point('last')]
  const [left, top] = [Math.max(0, first.x - half), Math.max(0, first.y - half)]
  const picture = await see.screenshot({ x: left, y: top, width: last.x + half - left, height: last.y + half - top })
  const [black, white] = [channelsOf(see.colour('black')), channelsOf(see.colour('white'))]
  return INDICES.map((index) => {
    const middle = pointOf(see, crossingAt(index))
    const place = [Math.max(0, middle.x - half - left), Math.max(0, middle.y - half - top), 2 * half] as const
    if (partOf(picture, ...place, black) > COVERED) return 'b'
    return partOf(picture, ...place, white) > COVERED ? 'w' : '.'
  }).join('')
}

/** Clicks, and moves the pointer away: a program may show a stone below it. */
async function click(see: DesktopFixtures, point: Point): Promise<void> {
  await see.click(point)
  await see.move(see.point('new_game'))
}

/** Whether each crossing shows what it showed before, or what it shows at the end: a large window is sent in parts. */
function isBetween(position: Position, before: Position, end: Position): boolean {
  return INDICES.every((index) => position[index] === before[index] || position[index] === end[index])
}

/**
 * Waits for a position, and returns it. A program that shows many positions in turn would show the right one, too: until then,
 * the board shows nothing else than the way to it.
 */
async function comes(
  see: DesktopFixtures,
  expected: string,
  isEnd: (position: Position) => boolean,
  isOnTheWay: (position: Position) => boolean,
): Promise<Position> {
  let [other, since] = ['', 0]
  return see.until(
    expected,
    async () => {
      const position = await look(see)
      if (isEnd(position)) return position
      const now = performance.now()
      if (isOnTheWay(position)) other = ''
      else if (position !== other) [other, since] = [position, now]
      else
        see.expect(now - since, `milliseconds for which other stones are seen before ${expected}`).toBeLessThan(DRAWN)
      return false
    },
    ANSWER,
  )
}

/** Expects the board to show a position all the time. */
async function rests(see: DesktopFixtures, position: Position, milliseconds: number): Promise<void> {
  const began = performance.now()
  await see.until('the stones so far for a while', async () => {
    see.expect(await look(see), 'the stones on the board').toBe(position)
    return performance.now() - began > milliseconds
  })
}

/** Waits until the board shows a position instead of the one before. */
async function shows(see: DesktopFixtures, expected: string, before: Position, position: Position): Promise<void> {
  await comes(
    see,
    expected,
    (now) => now === position,
    (now) => isBetween(now, before, position),
  )
}

/** Expects the stones to stay as they are after an action. */
async function keeps(see: DesktopFixtures, position: Position, action?: () => Promise<void>): Promise<void> {
  see.expect(await look(see), 'the stones on the board').toBe(position)
  await action?.()
  await rests(see, position, STAYS)
}

/** Sets stones by clicks, black and white in turn, if a person sets the white ones. */
async function set(see: DesktopFixtures, stones: readonly Crossing[], position = EMPTY): Promise<Position> {
  let now = position
  for (const at of stones) {
    const count = now.replaceAll('.', '').length
    const colour = count % 2 === 0 ? 'black' : 'white'
    const before = now
    now = withStone(now, at, colour)
    await click(see, pointOf(see, at))
    await shows(see, `a ${colour} stone as stone ${String(count + 1)}, and the others as before`, before, now)
  }
  await rests(see, now, RESTS)
  return now
}

/** Stones of black and of white in the order in which they are set. */
function inTurn(black: readonly Crossing[], white: readonly Crossing[]): Crossing[] {
  return black.flatMap((at, index) => [at, ...white.slice(index, index + 1)])
}

async function changeWhite(see: DesktopFixtures): Promise<void> {
  await click(see, see.point('change_white'))
}

/** The crossing of the only white stone that a board has more than before; undefined if it is different in another way. */
function whiteSince(before: Position, position: Position): Crossing | undefined {
  const changed = INDICES.filter((index) => position[index] !== before[index])
  const [index] = changed
  if (index === undefined || changed.length > 1 || before[index] !== '.' || position[index] !== 'w') return undefined
  return crossingAt(index)
}

/**
 * Waits until a board has exactly one more white stone, and returns its crossing.
 * @param earlier The position that may still be shown, without the last black stone
 */
async function answer(
  see: DesktopFixtures,
  before: Position,
  earlier = before,
): Promise<{ position: Position; at: Crossing }> {
  const position = await comes(
    see,
    'one white stone more, and the others as before',
    (now) => whiteSince(before, now) !== undefined,
    (now) => now === before || now === earlier,
  )
  await rests(see, position, RESTS)
  return { position, at: whiteSince(before, position) ?? [-1, -1] }
}

/** Sets a black stone, which the machine answers. */
async function play(see: DesktopFixtures, position: Position, at: Crossing, aside?: Point) {
  await click(see, pointOf(see, at, aside))
  return answer(see, withStone(position, at, 'black'), position)
}

/** Expects a text, which stays as it is. */
async function says(see: DesktopFixtures, text: string): Promise<void> {
  await see.reads(see.region('message'), alone(text), { ...READING, expected: `the text "${text}"` })
  await see.stays(see.region('message'), () => Promise.resolve())
}

/** Expects a number of stones, which stays as it is. */
async function counts(see: DesktopFixtures, stones: number): Promise<void> {
  await see.reads(see.region('stones'), stones, READING)
  await see.stays(see.region('stones'), () => Promise.resolve())
}

/** A whole text. A mark before or after it, such as a drawn stone, may be read as one or two letters. */
function alone(text: string): RegExp {
  const words = text.replaceAll(' ', '\\s+')
  return new RegExp(`^[\\W_]*(?:\\w{1,2}[\\W_]+)?${words}(?:[\\W_]+\\w{1,2})?[\\W_]*$`, 'i')
}

const TURN = { black: 'Black to move', white: 'White to move' }
const WINS = { black: 'Black wins', white: 'White wins' }

/** A row of black stones, the white ones elsewhere; the last stone wins. */
async function blackWins(see: DesktopFixtures, row: readonly Crossing[]): Promise<Position> {
  await changeWhite(see)
  const order = see.given.shuffled('order', row)
  const position = await set(see, inTurn(order, elsewhere(see, row).slice(0, 4)))
  await says(see, WINS.black)
  return position
}

/** Whether a colour has five in a row. */
function hasFive(position: Position, letter: string): boolean {
  return INDICES.some((index) =>
    (Object.keys(WAYS) as Way[]).some((way) =>
      line(crossingAt(index), way).every((at) => isOnBoard(at) && position[indexOf(at)] === letter),
    ),
  )
}

/** Draws a row of six: one end for a stone of the other colour, and five to complete. */
function drawnThreat(see: DesktopFixtures): { end: Crossing; five: Crossing[] } {
  const way = see.given.pick('way', Object.keys(WAYS) as Way[])
  const row = drawnLine(see, way, 6)
  const [end, ...five] = see.given.pick('side', [row, row.toReversed()])
  if (end === undefined) throw new RangeError('a line has no crossings')
  return { end, five }
}

const testcodes: DesktopTestcodes = {
  async starts(see) {
    see.expect(await look(see), 'the stones on the board').toBe(EMPTY)
    await says(see, TURN.black)
    await counts(see, 0)
  },
  async 'runs-a-minute'(see) {
    await see.runsFor(60)
    await play(see, EMPTY, [7, 7])
  },
  async 'sets-stones'(see) {
    const corner = see.given.pick('corner', [
      [0, 0],
      [SIZE - 1, 0],
      [0, SIZE - 1],
      [SIZE - 1, SIZE - 1],
    ] as const)
    const first = await play(see, EMPTY, corner)
    const free = elsewhere(see, [first.at])
    await play(see, first.position, free[0] ?? [7, 7])
  },
  async 'takes-the-nearest'(see) {
    await changeWhite(see)
    let position = EMPTY
    for (const [index, aside] of [
      { x: 0.35, y: 0.35 },
      { x: -0.35, y: 0.35 },
      { x: -0.35, y: -0.35 },
      { x: 0.35, y: -0.35 },
    ].entries()) {
      const at = elsewhere(see, [])[index] ?? [7, 7]
      const before = position
      position = withStone(position, at, index % 2 === 0 ? 'black' : 'white')
      await click(see, pointOf(see, at, aside))
      await shows(see, 'a stone on the nearest crossing', before, position)
    }
    await keeps(see, position)
  },
  async answers(see) {
    let position = EMPTY
    for (const at of elsewhere(see, [])) {
      if (position.replaceAll('.', '').length >= 6) break
      if (position[indexOf(at)] !== '.') continue
      position = (await play(see, position, at)).position
      await keeps(see, position)
    }
  },
  async 'tells-the-turn'(see) {
    await changeWhite(see)
    const [first, second] = elsewhere(see, [])
    if (!first || !second) throw new RangeError('there are too few crossings')
    const position = await set(see, [first])
    await says(see, TURN.white)
    await set(see, [second], position)
    await says(see, TURN.black)
  },
  async 'counts-stones'(see) {
    const [first, second, third, fourth] = elsewhere(see, [])
    if (!first || !second || !third || !fourth) throw new RangeError('there are too few crossings')
    await changeWhite(see)
    let position = await set(see, [first])
    await counts(see, 1)
    position = await set(see, [second, third], position)
    await counts(see, 3)
    await click(see, pointOf(see, third))
    await changeWhite(see)
    await answer(see, position)
    await counts(see, 4)
  },
  async 'changes-white'(see) {
    await changeWhite(see)
    const stones = elsewhere(see, []).slice(0, 4)
    let position = EMPTY
    for (const at of stones) position = await set(see, [at], position)
    await keeps(see, position)
    const odd = await set(see, elsewhere(see, stones).slice(0, 1), position)
    await keeps(see, odd)
  },
  async 'machine-takes-over'(see) {
    await changeWhite(see)
    const [first, second, third, ...others] = elsewhere(see, [])
    if (!first || !second || !third) throw new RangeError('there are too few crossings')
    const even = await set(see, [first, second])
    await keeps(see, even, () => changeWhite(see))
    await changeWhite(see)
    const odd = await set(see, [third], even)
    await changeWhite(see)
    const { position } = await answer(see, odd)
    const free = others.find((at) => position[indexOf(at)] === '.')
    if (free) await play(see, position, free)
  },
  async 'new-game'(see) {
    await changeWhite(see)
    const stones = elsewhere(see, [])
    const before = await set(see, stones.slice(0, 3))
    await says(see, TURN.white)
    await click(see, see.point('new_game'))
    await shows(see, 'an empty board', before, EMPTY)
    await says(see, TURN.black)
    const first = stones[0] ?? [7, 7]
    const black = withStone(EMPTY, first, 'black')
    await keeps(see, EMPTY)
    await click(see, pointOf(see, first))
    // The machine may set the white stones again.
    const isEnd = (now: Position) => now === black || whiteSince(black, now) !== undefined
    await comes(see, 'a black stone on the empty board', isEnd, (now) => now === EMPTY)
  },
  async occupied(see) {
    await changeWhite(see)
    const [first, second, third, fourth] = elsewhere(see, [])
    if (!first || !second || !third || !fourth) throw new RangeError('there are too few crossings')
    let position = await set(see, [first])
    await keeps(see, position, () => click(see, pointOf(see, first)))
    position = await set(see, [second], position)
    await keeps(see, position, () => click(see, pointOf(see, second)))
    await keeps(see, position, () => click(see, pointOf(see, first)))
    position = await set(see, [third], position)
    await set(see, [fourth], position)
  },
  async 'across-wins'(see) {
    const row = drawnLine(see, 'across')
    const white = elsewhere(see, row)
    await changeWhite(see)
    const position = await set(see, inTurn(row.slice(0, 4), white.slice(0, 4)))
    await says(see, TURN.black)
    await set(see, row.slice(4), position)
    await says(see, WINS.black)
  },
  async 'down-wins'(see) {
    await blackWins(see, drawnLine(see, 'down'))
  },
  async 'falling-wins'(see) {
    await blackWins(see, drawnLine(see, 'falling'))
  },
  async 'rising-wins'(see) {
    const row = drawnLine(see, 'rising')
    await changeWhite(see)
    await set(see, inTurn(elsewhere(see, row).slice(0, 5), see.given.shuffled('order', row)))
    await says(see, WINS.white)
  },
  async gap(see) {
    const row = drawnLine(see, see.given.pick('way', Object.keys(WAYS) as Way[]), 6)
    const gap = row[see.given.integer('gap', { from: 1, to: 4 })] ?? [7, 7]
    const black = row.filter((at) => at !== gap)
    const white = elsewhere(see, row)
    await changeWhite(see)
    const position = await set(see, inTurn(black, white.slice(0, 5)))
    await says(see, TURN.black)
    await set(see, [gap], position)
    await says(see, WINS.black)
  },
  async 'next-line'(see) {
    const row = see.given.integer('row', { from: 0, to: SIZE - 2 })
    const black = [...line([12, row], 'across', 3), ...line([0, row + 1], 'across', 2)]
    const five = line([10, row], 'across')
    const white = elsewhere(see, [...black, ...five])
    await changeWhite(see)
    const position = await set(see, inTurn(black, white.slice(0, 5)))
    await says(see, TURN.black)
    await set(see, inTurn(five.slice(0, 2), white.slice(5, 6)), position)
    await says(see, WINS.black)
  },
  async over(see) {
    const row = drawnLine(see, see.given.pick('way', Object.keys(WAYS) as Way[]))
    const position = await blackWins(see, row)
    const free = elsewhere(see, row).filter((at) => position[indexOf(at)] === '.')
    await keeps(see, position, async () => {
      for (const at of free.slice(0, 2)) await click(see, pointOf(see, at))
      await changeWhite(see)
    })
    await says(see, WINS.black)
    await click(see, see.point('new_game'))
    await shows(see, 'an empty board', position, EMPTY)
    await says(see, TURN.black)
    await keeps(see, EMPTY)
  },
  async 'blocks-the-end'(see) {
    const { end, five } = drawnThreat(see)
    const open = five[4] ?? [7, 7]
    const white = [end, ...elsewhere(see, [end, ...five]).slice(0, 2)]
    await changeWhite(see)
    const position = await set(see, inTurn(five.slice(0, 3), white))
    await keeps(see, position, () => changeWhite(see))
    const { at } = await play(see, position, five[3] ?? [7, 7])
    see.expect(at, 'the crossing of the white stone, as column and row counted from 0 at the top left').toEqual(open)
  },
  async 'blocks-the-gap'(see) {
    const row = drawnLine(see, see.given.pick('way', Object.keys(WAYS) as Way[]))
    const gap = row[see.given.integer('gap', { from: 1, to: 3 })] ?? [7, 7]
    const [first, second, third, fourth] = see.given.shuffled(
      'order',
      row.filter((at) => at !== gap),
    )
    if (!first || !second || !third || !fourth) throw new RangeError('a line has too few crossings')
    await changeWhite(see)
    const position = await set(see, inTurn([first, second, third], elsewhere(see, row).slice(0, 3)))
    await changeWhite(see)
    const { at } = await play(see, position, fourth)
    see.expect(at, 'the crossing of the white stone, as column and row counted from 0 at the top left').toEqual(gap)
  },
  async 'completes-five'(see) {
    // White can complete a row at one end only. Black sets a fourth stone in a row elsewhere, which threatens as well.
    const { end, five } = drawnThreat(see)
    const taken = [end, ...five]
    const rows = Array.from({ length: SIZE }, (_, row) => row)
    const isFree = (row: number) => !line([3, row], 'across', 8).some((at) => has(taken, at))
    const threat = line([5, see.given.pick('threat', rows.filter(isFree))], 'across', 4)
    await changeWhite(see)
    const position = await set(see, inTurn([end, ...threat.slice(0, 3)], five.slice(0, 4)))
    await changeWhite(see)
    const { at } = await play(see, position, threat[3] ?? [7, 7])
    see.expect(at, 'the crossing of the white stone, as column and row counted from 0 at the top left').toEqual(five[4])
    await says(see, WINS.white)
  },
  async 'plays-to-win'(see) {
    let position = EMPTY
    for (let stone = 0; stone < 15 && !hasFive(position, 'w'); stone += 1) {
      const at = ALONG_EDGES.find((each) => position[indexOf(each)] === '.')
      if (at === undefined) break
      position = (await play(see, position, at)).position
    }
    see.expect(hasFive(position, 'w'), 'white has five in a row').toBe(true)
    await says(see, WINS.white)
    await keeps(see, position, () =>
      click(see, pointOf(see, ALONG_EDGES.find((each) => position[indexOf(each)] === '.') ?? [0, 0])),
    )
  },
}

export default testcodes
