import type { Dialogue, Given, ProgramFixtures, ProgramTestcodes } from 'pe'

type Expect = ProgramFixtures['expect']

const ROOMS = ['Beach', 'Cave', 'Courtyard', 'Kitchen', 'Tower', 'Gallery']
const ITEMS = ['rope', 'key', 'lamp']
const DIRECTIONS = ['north', 'east', 'south', 'west', 'up', 'down']
/** The items in the rooms at the start. */
const LYING: Readonly<Record<string, readonly string[]>> = { Beach: ['rope'], Cave: ['key'], Kitchen: ['lamp'] }
const COMMANDS = ['look', 'go', 'take', 'drop', 'inventory', 'use', 'moves', 'help', 'quit']
const REFUSED = /\bcan\s?not\b/i
const SOMEHOW_REFUSED = /\b(can\s?not|help)\b/i
const LOCKED = /\blocked\b/i
const WON = /\byou win\b/i

/** Fetches the key and the lamp, opens the door and climbs up: seven moves. */
const TO_THE_GALLERY = [
  ...['go east', 'take key', 'go west', 'go north', 'use key'],
  ...['go west', 'take lamp', 'go east', 'go north', 'go up'],
]

/** Ways that need no key. Each leads back in the opposite direction. */
const OPEN_WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Beach: { north: 'Courtyard', east: 'Cave' },
  Cave: { west: 'Beach' },
  Courtyard: { south: 'Beach', west: 'Kitchen' },
  Kitchen: { east: 'Courtyard' },
}

interface Step {
  readonly direction: string
  readonly room: string
}

/** A walk of so many steps along the open ways. */
function walkFrom(given: Given, key: string, room: string, length: number): Step[] {
  const steps: Step[] = []
  for (let here = room; steps.length < length;) {
    const ways = Object.entries(OPEN_WAYS[here] ?? {})
    const [direction, next] = given.pick(`${key} ${steps.length + 1}`, ways)
    steps.push({ direction, room: next })
    here = next
  }
  return steps
}

/** The shortest way between two rooms along open ways. */
function wayBetween(from: string, to: string): Step[] {
  const ways: Step[][] = [[]]
  for (const way of ways) {
    const here = way.at(-1)?.room ?? from
    if (here === to) return way
    if (way.length < 4) {
      for (const [direction, room] of Object.entries(OPEN_WAYS[here] ?? {})) ways.push([...way, { direction, room }])
    }
  }
  return []
}

const typed = (steps: readonly Step[]): string[] => steps.map(({ direction }) => `go ${direction}`)

/**
 * The commands of a walk that ends where it began. The way back from the Beach or the Courtyard is one step after any odd number of
 * steps, so different draws give different commands.
 */
function detour(given: Given, key: string, room: 'Beach' | 'Courtyard'): string[] {
  const out = walkFrom(given, key, room, given.pick(`${key} length`, [3, 5, 7]))
  return typed([...out, ...wayBetween(out.at(-1)?.room ?? room, room)])
}

/** A game and its moves: a detour first, then fetch the key and the lamp, open the door and climb up. */
function game(given: Given, key: string): { readonly lines: readonly string[]; readonly moves: number } {
  const lines = [...detour(given, key, 'Beach'), ...TO_THE_GALLERY]
  return { lines, moves: lines.filter((line) => line.startsWith('go ')).length }
}

/** The words that occur in a text, in the order of the words. */
function named(words: readonly string[], text: string): string[] {
  return words.filter((word) => new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i').test(text))
}

/** How often a word or phrase occurs in a text. */
function times(phrase: RegExp, text: string): number {
  return text.match(new RegExp(phrase, 'gi'))?.length ?? 0
}

/** The numbers in a text. */
function numbers(text: string): number[] {
  return (text.match(/(?:(?<!\w)-)?\d+/g) ?? []).map(Number)
}

/** Types several lines and returns the answer to the last one. */
async function play(game: Dialogue, ...lines: readonly string[]): Promise<string> {
  let answer = ''
  for (const line of lines) answer = await game.send(line)
  return answer
}

/** Looks around: only this room and only these items must be shown. */
async function expectRoom(expect: Expect, game: Dialogue, room: string, items: readonly string[] = []): Promise<void> {
  const view = await game.send('look')
  expect(named(ROOMS, view), 'the room that look names').toEqual([room])
  expect(named(ITEMS, view), `the items that look names in the room ${room}`).toEqual(items)
}

/** Asks for the inventory: only these items must be carried. */
async function expectCarried(expect: Expect, game: Dialogue, items: readonly string[]): Promise<void> {
  const list = await game.send('inventory')
  expect(named(ITEMS, list), 'the items that inventory names').toEqual(items)
  if (items.length === 0) expect(list, 'the empty inventory').toMatch(/\bnothing\b/i)
  else expect(list, 'the inventory').not.toMatch(/\bnothing\b/i)
}

/** Asks for the moves: the number must be this one and not its neighbours. */
async function expectMoves(expect: Expect, game: Dialogue, moves: number): Promise<void> {
  const shown = numbers(await game.send('moves'))
  expect(shown, 'the numbers in the answer to moves').toContain(moves)
  expect(shown, 'the numbers in the answer to moves').not.toContain(moves + 1)
  expect(shown, 'the numbers in the answer to moves').not.toContain(moves - 1)
}

/**
 * Types the line that ends the game and returns the answer. Then closes the input, because some runtimes wait for that when
 * they read from a pipe, although not at a terminal.
 */
async function finish(game: Dialogue, line: string): Promise<{ answer: string; code: number | null }> {
  const [answer, exit] = await Promise.all([game.send(line), game.end()])
  return { answer, code: exit.code }
}

/** Uses the lamp. Expects the game to be won with this number of moves, and the exit code 0. */
async function expectWin(expect: Expect, game: Dialogue, moves: number): Promise<void> {
  const { answer, code } = await finish(game, 'use lamp')
  expect(answer, 'the answer to the last command').toMatch(WON)
  expect(numbers(answer), 'the numbers in the last answer').toContain(moves)
  expect(code, 'the exit code after the win').toBe(0)
}

/** Pipes a game in, first as it is, then with more commands. Expects no room to be shown after the end of the game. */
async function expectLastLine(expect: Expect, run: ProgramFixtures['run'], lines: readonly string[]): Promise<void> {
  const rooms = new RegExp(`\\b(${ROOMS.join('|')})\\b`)
  const plain = await run({ stdin: [...lines, ''].join('\n') })
  const continued = await run({ stdin: [...lines, 'look', 'look', ''].join('\n') })
  expect(times(rooms, continued.stdout), 'how often rooms are named, with two more lines after the end').toBe(
    times(rooms, plain.stdout),
  )
}

export default {
  'start-on-the-beach': async ({ expect, start, given }) => {
    const game = await start()
    expect(named(ROOMS, game.greeting), 'the rooms named at the start').toContain('Beach')
    expect(named(ITEMS, game.greeting), 'the items named at the start').toContain('rope')
    expect(named(DIRECTIONS, game.greeting), 'the exits named at the start').toEqual(
      expect.arrayContaining(['north', 'east']),
    )
    await expectRoom(expect, game, 'Beach', ['rope'])
    const there = walkFrom(given, 'first steps', 'Beach', given.integer('number of first steps', { from: 1, to: 5 }))
    await play(game, ...typed(there))
    const room = there.at(-1)?.room ?? ''
    await expectRoom(expect, game, room, LYING[room])
  },

  'show-items-of-the-room': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'before the items', 'Beach'))
    await expectRoom(expect, game, 'Beach', ['rope'])
    expect(named(ITEMS, await play(game, 'go east')), 'the items on entering the Cave').toContain('key')
    await expectRoom(expect, game, 'Cave', ['key'])
    await play(game, 'go west', 'go north')
    await expectRoom(expect, game, 'Courtyard')
    expect(named(ITEMS, await play(game, 'go west')), 'the items on entering the Kitchen').toContain('lamp')
    await expectRoom(expect, game, 'Kitchen', ['lamp'])
  },

  'show-exits': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'before the exits', 'Beach'))
    const expectExits = async (exits: readonly string[]) =>
      expect(named(DIRECTIONS, await game.send('look')), 'the exits that look names').toEqual(exits)
    await expectExits(['north', 'east'])
    expect(named(DIRECTIONS, await play(game, 'go east')), 'the exits on entering the Cave').toContain('west')
    await expectExits(['west'])
    await play(game, 'take key', 'go west', 'go north')
    await expectExits(['north', 'south', 'west'])
    await play(game, 'use key', 'go north')
    await expectExits(['south', 'up'])
    await play(game, 'go up')
    await expectExits(['down'])
  },

  'move-and-come-back': async ({ expect, start, given }) => {
    const game = await start()
    const walk = walkFrom(given, 'walk', 'Beach', given.pick('length of the walk', [7, 9]))
    const tour = ['east', 'west', 'north', 'west', 'east', 'south']
    const rooms = ['Cave', 'Beach', 'Courtyard', 'Kitchen', 'Courtyard', 'Beach']
    for (const { direction, room } of [
      ...tour.map((way, at) => ({ direction: way, room: rooms[at] ?? '' })),
      ...walk,
    ]) {
      expect(named(ROOMS, await game.send(`go ${direction}`)), `the rooms named after go ${direction}`).toContain(room)
      expect(named(ROOMS, await game.send('look')), 'the room that look names').toEqual([room])
    }
    await play(game, ...typed(wayBetween(walk.at(-1)?.room ?? '', 'Beach')))
    await expectRoom(expect, game, 'Beach', ['rope'])
  },

  'refuse-blocked-ways': async ({ expect, start, given }) => {
    const game = await start()
    for (const direction of given.shuffled('blocked on the Beach', ['south', 'west', 'up', 'down']))
      expect(await game.send(`go ${direction}`), `the answer to go ${direction} on the Beach`).toMatch(REFUSED)
    await expectRoom(expect, game, 'Beach', ['rope'])
    await play(game, 'go east')
    for (const direction of given.shuffled('blocked in the Cave', ['north', 'east', 'south', 'up', 'down']))
      expect(await game.send(`go ${direction}`), `the answer to go ${direction} in the Cave`).toMatch(REFUSED)
    await expectRoom(expect, game, 'Cave', ['key'])
    expect(await game.send('go west'), 'the answer to go west in the Cave').toMatch(/\bbeach\b/i)
  },

  'refuse-strange-directions': async ({ expect, start, given }) => {
    const game = await start()
    const [direction, item, dropped] = [given.word('direction'), given.word('item'), given.word('dropped item')]
    const lines = [`go ${direction}`, 'go constructor', `go ${given.integer('direction', { from: 1, to: 99 })}`]
    for (const line of [...lines, `take ${item}`, 'take constructor', 'drop constructor', `drop ${dropped}`])
      expect(await game.send(line), `the answer to ${line}`).toMatch(SOMEHOW_REFUSED)
    await expectRoom(expect, game, 'Beach', ['rope'])
    await expectCarried(expect, game, [])
    await expectMoves(expect, game, 0)
    await play(game, 'go east')
    await expectRoom(expect, game, 'Cave', ['key'])
  },

  'count-moves': async ({ expect, start, given }) => {
    const game = await start()
    await expectMoves(expect, game, 0)
    const length = given.integer('moves', { from: 8, to: 15 })
    const lines = typed(walkFrom(given, 'counted walk', 'Beach', length))
    const looks = [1, ...given.subset('moves are asked for', [2, 3, 4, 5, 6, 7], 2), length]
    let moves = 0
    for (const line of lines) {
      await play(game, line)
      moves += 1
      if (looks.includes(moves)) await expectMoves(expect, game, moves)
    }
  },

  'count-only-moves': async ({ expect, start, given }) => {
    const game = await start()
    const idle = ['look', 'take rope', 'go south', 'inventory', 'go west', 'help', given.word('idle command')]
    await play(game, ...given.shuffled('idle lines', idle), 'take rope')
    await expectMoves(expect, game, 0)
    const still = ['go north', 'go east', 'drop rope', 'use rope', 'look', 'take lamp']
    await play(game, 'go north', 'go north', ...given.shuffled('lines before the door', still))
    await expectMoves(expect, game, 1)
  },

  'take-item': async ({ expect, start, given }) => {
    const game = await start()
    await expectCarried(expect, game, [])
    await expectRoom(expect, game, 'Beach', ['rope'])
    expect(await game.send('take rope'), 'the answer to take rope').not.toMatch(REFUSED)
    await expectCarried(expect, game, ['rope'])
    await expectRoom(expect, game, 'Beach')
    await play(game, ...detour(given, 'with the rope', 'Beach'))
    await expectRoom(expect, game, 'Beach')
    await expectCarried(expect, game, ['rope'])
  },

  'refuse-taking': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'refuse-taking', 'Beach'))
    for (const item of given.shuffled('items elsewhere', ['key', 'lamp']))
      expect(await game.send(`take ${item}`), `the answer to take ${item} on the Beach`).toMatch(REFUSED)
    await expectCarried(expect, game, [])
    await play(game, 'take rope')
    expect(await game.send('take rope'), 'the answer to the second take rope').toMatch(REFUSED)
    await expectCarried(expect, game, ['rope'])
    await play(game, 'go east')
    expect(await game.send('take rope'), 'the answer to take rope in the Cave').toMatch(REFUSED)
    await expectRoom(expect, game, 'Cave', ['key'])
  },

  'drop-item': async ({ expect, start, given }) => {
    const game = await start()
    const there = walkFrom(given, 'with the rope away', 'Beach', given.pick('steps with the rope', [1, 3, 5]))
    const room = there.at(-1)?.room ?? ''
    await play(game, 'take rope', ...typed(there))
    const lying = LYING[room] ?? []
    await expectRoom(expect, game, room, lying)
    expect(await game.send('drop rope'), 'the answer to drop rope').not.toMatch(REFUSED)
    await expectCarried(expect, game, [])
    await expectRoom(expect, game, room, ['rope', ...lying])
    await play(game, ...typed(wayBetween(room, 'Beach')))
    await expectRoom(expect, game, 'Beach')
  },

  'dropped-item-stays': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, 'take rope', 'go north', 'drop rope', 'go west', 'take lamp', 'go east')
    await expectRoom(expect, game, 'Courtyard', ['rope'])
    await play(game, ...detour(given, 'while the rope lies there', 'Courtyard'))
    await expectRoom(expect, game, 'Courtyard', ['rope'])
    await play(game, 'take rope')
    await expectRoom(expect, game, 'Courtyard')
    await expectCarried(expect, game, ['rope', 'lamp'])
  },

  'refuse-dropping': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'refuse-dropping', 'Beach'))
    for (const item of given.shuffled('items not carried', ['rope', 'key', 'lamp']))
      expect(await game.send(`drop ${item}`), `the answer to drop ${item} with nothing in hand`).toMatch(REFUSED)
    await expectRoom(expect, game, 'Beach', ['rope'])
    await play(game, 'take rope', 'drop rope')
    expect(await game.send('drop rope'), 'the answer to the second drop rope').toMatch(REFUSED)
    await expectRoom(expect, game, 'Beach', ['rope'])
    await expectCarried(expect, game, [])
  },

  'list-several-items': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'list-several-items', 'Beach'))
    await play(game, 'take rope')
    await expectCarried(expect, game, ['rope'])
    await play(game, 'go east', 'take key', 'go west', 'go north', 'go west', 'take lamp')
    await expectCarried(expect, game, ['rope', 'key', 'lamp'])
    const dropped = given.pick('dropped item', ITEMS)
    await play(game, `drop ${dropped}`)
    await expectCarried(
      expect,
      game,
      ITEMS.filter((item) => item !== dropped),
    )
    await expectRoom(expect, game, 'Kitchen', [dropped])
  },

  'door-is-locked': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'door-is-locked', 'Beach'))
    await play(game, 'go north')
    expect(await game.send('go north'), 'the answer to go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard')
    expect(await game.send('use key'), 'the answer to use key without it').toMatch(REFUSED)
    expect(await game.send('go north'), 'the answer to the second go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard')
  },

  'door-does-not-open-by-itself': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'door-does-not-open-by-itself', 'Beach'))
    await play(game, 'go east', 'take key', 'go west', 'go north')
    expect(await game.send('go north'), 'the answer to go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard')
    await expectCarried(expect, game, ['key'])
  },

  'key-opens-the-door': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'key-opens-the-door', 'Beach'))
    await play(game, 'go east', 'take key', 'go west', 'go north')
    expect(await game.send('use key'), 'the answer to use key').not.toMatch(REFUSED)
    await expectRoom(expect, game, 'Courtyard')
    await expectCarried(expect, game, ['key'])
    expect(named(ROOMS, await game.send('go north')), 'the rooms named after go north').toContain('Tower')
    await expectRoom(expect, game, 'Tower')
    await play(game, 'go up')
    await expectRoom(expect, game, 'Gallery')
    await play(game, 'go down')
    await expectRoom(expect, game, 'Tower')
  },

  'key-must-be-in-hand': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'key-must-be-in-hand', 'Beach'))
    await play(game, 'go east', 'take key', 'go west', 'go north', 'drop key')
    expect(await game.send('use key'), 'the answer to use key while it lies on the ground').toMatch(REFUSED)
    expect(await game.send('go north'), 'the answer to go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard', ['key'])
    await play(game, 'take key', 'use key', 'go north')
    await expectRoom(expect, game, 'Tower')
  },

  'door-stays-open': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'door-stays-open', 'Beach'))
    await play(game, 'go east', 'take key', 'go west', 'go north', 'use key', 'drop key', 'go north')
    await expectRoom(expect, game, 'Tower')
    await play(game, 'go south')
    await expectRoom(expect, game, 'Courtyard', ['key'])
    await play(game, 'go south', 'go north', 'go north')
    await expectRoom(expect, game, 'Tower')
  },

  'key-fits-nowhere-else': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'key-fits-nowhere-else', 'Beach'))
    await play(game, 'go east', 'take key')
    expect(await game.send('use key'), 'the answer to use key in the Cave').toMatch(REFUSED)
    await play(game, 'go west')
    expect(await game.send('use key'), 'the answer to use key on the Beach').toMatch(REFUSED)
    await play(game, 'go north')
    expect(await game.send('go north'), 'the answer to go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard')
    await expectCarried(expect, game, ['key'])
  },

  'rope-has-no-use': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, ...detour(given, 'rope-has-no-use', 'Beach'))
    await play(game, 'take rope')
    expect(await game.send('use rope'), 'the answer to use rope on the Beach').toMatch(REFUSED)
    await play(game, 'go north')
    expect(await game.send('use rope'), 'the answer to use rope in the Courtyard').toMatch(REFUSED)
    expect(await game.send('go north'), 'the answer to go north').toMatch(LOCKED)
    await expectRoom(expect, game, 'Courtyard')
    await expectCarried(expect, game, ['rope'])
  },

  'lamp-shines-nowhere-else': async ({ expect, start, given }) => {
    const game = await start()
    const before = detour(given, 'before the lamp', 'Beach')
    await play(game, ...before, 'go east', 'take key', 'go west', 'go north', 'use key', 'go west', 'take lamp')
    const inKitchen = await game.send('use lamp')
    expect(inKitchen, 'the answer to use lamp in the Kitchen').toMatch(REFUSED)
    expect(inKitchen, 'the answer to use lamp in the Kitchen').not.toMatch(WON)
    await play(game, 'go east', 'go north')
    const inTower = await game.send('use lamp')
    expect(inTower, 'the answer to use lamp in the Tower').toMatch(REFUSED)
    expect(inTower, 'the answer to use lamp in the Tower').not.toMatch(WON)
    await expectRoom(expect, game, 'Tower')
    await expectCarried(expect, game, ['key', 'lamp'])
    await play(game, 'go up')
    await expectWin(expect, game, before.length + 7)
  },

  'lamp-must-be-in-hand': async ({ expect, start, given }) => {
    const played = await start()
    const { lines, moves } = game(given, 'lamp in hand')
    await play(played, ...lines, 'drop lamp')
    const withoutLamp = await played.send('use lamp')
    expect(withoutLamp, 'the answer to use lamp while it lies on the floor').toMatch(REFUSED)
    expect(withoutLamp, 'the answer to use lamp while it lies on the floor').not.toMatch(WON)
    await expectRoom(expect, played, 'Gallery', ['lamp'])
    await play(played, 'take lamp')
    await expectWin(expect, played, moves)
  },

  win: async ({ expect, start, run }) => {
    const game = await start()
    const arrival = await play(game, ...TO_THE_GALLERY)
    expect(named(ROOMS, arrival), 'the rooms named on arrival').toContain('Gallery')
    expect(arrival, 'the arrival in the Gallery').not.toMatch(WON)
    await expectWin(expect, game, 7)
    await expectLastLine(expect, run, [...TO_THE_GALLERY, 'use lamp'])
  },

  'win-after-a-detour': async ({ expect, start, given }) => {
    const played = await start()
    const { lines, moves } = game(given, 'detour')
    await play(played, 'go south', 'take rope', ...lines)
    await expectRoom(expect, played, 'Gallery')
    await expectWin(expect, played, moves)
  },

  'case-and-blanks': async ({ expect, start, given }) => {
    const game = await start()
    const untidy = (line: string) => {
      const letters = Array.from(line, (letter, at) =>
        given.pick(`case of ${line} ${at}`, [letter.toLowerCase(), letter.toUpperCase()]),
      )
      const [before, between, behind] = ['before', 'between', 'behind'].map((place) =>
        ' '.repeat(given.integer(`blanks ${place} ${line}`, { from: 1, to: 4 })),
      )
      return `${before ?? ''}${letters.join('').replace(' ', between ?? ' ')}${behind ?? ''}`
    }
    expect(named(ROOMS, await game.send('LOOK')), 'the room after LOOK').toEqual(['Beach'])
    await play(game, untidy('take rope'))
    await expectCarried(expect, game, ['rope'])
    await play(game, untidy('go east'))
    await expectRoom(expect, game, 'Cave', ['key'])
    await play(game, untidy('drop rope'), untidy('take key'))
    await expectRoom(expect, game, 'Cave', ['rope'])
    expect(named(ITEMS, await game.send(' INVENTORY ')), 'the items after INVENTORY').toEqual(['key'])
  },

  'empty-line': async ({ expect, start, given }) => {
    const game = await start()
    const before = detour(given, 'empty-line', 'Beach')
    await play(game, ...before, 'go east')
    for (const line of ['', ' '.repeat(given.integer('blanks alone', { from: 1, to: 8 })), ''])
      expect((await game.send(line)).trim(), 'the answer to a line without words').toBe('')
    await expectRoom(expect, game, 'Cave', ['key'])
    await expectMoves(expect, game, before.length + 1)
    await play(game, 'take key', '')
    await expectCarried(expect, game, ['key'])
  },

  'piped-game': async ({ expect, run, given }) => {
    const { lines, moves } = game(given, 'piped')
    const won = await run({ stdin: [...lines, 'use lamp', ''].join('\n') })
    expect(numbers(won.stdout), 'the numbers of the whole game').toContain(moves)
    expect(named(ROOMS, won.stdout), 'the rooms of the whole game').toEqual(ROOMS)
    expect(won.code, 'the exit code after the win').toBe(0)
    const unfinished = await run({ stdin: [...lines, 'use rope', ''].join('\n') })
    expect(named(ROOMS, unfinished.stdout), 'the rooms of the unfinished game').toEqual(ROOMS)
    expect(unfinished.code, 'the exit code of the unfinished game').toBe(0)
    const wins = times(WON, won.stdout) - times(WON, unfinished.stdout)
    expect(wins, 'how much more often the whole game says "You win" than the unfinished one').toBe(1)
  },

  'list-commands': async ({ expect, start, given }) => {
    const game = await start()
    for (const line of ['look', given.word('unlisted command'), 'go'])
      expect(named(COMMANDS, await game.send(line)), `the commands that ${line} names`).not.toEqual(COMMANDS)
    expect(named(COMMANDS, await game.send('help')), 'the commands that help names').toEqual(COMMANDS)
    await play(game, 'go east')
    expect(named(COMMANDS, await game.send('help')), 'the commands that help names').toEqual(COMMANDS)
    await expectRoom(expect, game, 'Cave', ['key'])
    await expectMoves(expect, game, 1)
  },

  'unknown-command': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, 'go east')
    const [one, two, three] = ['one', 'two', 'three'].map((key) => given.word(`unknown ${key}`))
    const number = String(given.integer('unknown number', { from: 2, to: 999 }))
    for (const line of [one ?? '', `${two ?? ''} ${three ?? ''}`, 'constructor', '%s \\n', number])
      expect(await game.send(line), `the answer to ${line}`).toMatch(/\bhelp\b/i)
    await expectRoom(expect, game, 'Cave', ['key'])
    await expectMoves(expect, game, 1)
    await play(game, 'take key')
    await expectCarried(expect, game, ['key'])
  },

  'incomplete-command': async ({ expect, start, given }) => {
    const game = await start()
    await play(game, 'take rope')
    const verbs = given.shuffled('incomplete', ['go', 'take', 'drop', 'use'])
    for (const line of [...verbs, `${given.pick('with blanks', verbs)}   `])
      expect(await game.send(line), `the answer to "${line}" alone`).toMatch(/\bhelp\b/i)
    await expectRoom(expect, game, 'Beach')
    await expectCarried(expect, game, ['rope'])
    await expectMoves(expect, game, 0)
  },

  quit: async ({ expect, start, run, given }) => {
    const game = await start()
    const lines = [...detour(given, 'before quitting', 'Beach'), 'go east']
    await play(game, ...lines)
    await expectRoom(expect, game, 'Cave', ['key'])
    expect((await finish(game, 'quit')).code, 'the exit code after quit').toBe(0)
    await expectLastLine(expect, run, [...lines, 'quit'])
  },

  'end-of-input': async ({ expect, run, given }) => {
    const silent = await run({ stdin: '' })
    expect(named(ROOMS, silent.stdout), 'the rooms shown without any input').toContain('Beach')
    expect(silent.code, 'the exit code without any input').toBe(0)
    const visited = given.integer('visits of the Cave', { from: 2, to: 6 })
    const lines = Array.from({ length: visited }, () => ['go east', 'go west']).flat()
    const stayed = await run({ stdin: lines.map(() => 'look\n').join('') })
    const played = await run({ stdin: lines.map((line) => `${line}\n`).join('') })
    const visits = times(/\bcave\b/, played.stdout) - times(/\bcave\b/, stayed.stdout)
    expect(
      visits,
      `how much more often the Cave is shown after ${visited} visits than after none`,
    ).toBeGreaterThanOrEqual(visited)
    expect(played.code, 'the exit code at the end of the input').toBe(0)
    expect(played.stderr, 'the errors').not.toMatch(/error|traceback|exception/i)
  },

  'new-game': async ({ expect, start, given }) => {
    const first = await start()
    await play(first, 'take rope', ...detour(given, 'game before', 'Beach'), 'go east')
    await expectRoom(expect, first, 'Cave', ['key'])
    await finish(first, 'quit')
    const second = await start()
    await expectRoom(expect, second, 'Beach', ['rope'])
    await expectCarried(expect, second, [])
    await expectMoves(expect, second, 0)
  },
} satisfies ProgramTestcodes
