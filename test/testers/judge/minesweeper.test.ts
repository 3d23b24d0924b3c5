import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fieldsIn, Game, openMinesweeper } from '../../../harness/testers/judge/dialogues/minesweeper.ts'
import { temporaryFolder } from '../../helpers.ts'

/** The field of the statement's examples: mines at (0, 1) and (1, 2). */
const TEXT = '3 3\n.X.\n...\n..X\n2 0\n'

function game(): Game {
  const [field] = fieldsIn(TEXT)
  if (!field) throw new Error('no field')
  return new Game(field)
}

test('a place without mines around it opens its neighbours', () => {
  const played = game()
  played.do(2, 0, 0)
  expect(played.map()).toBe('???\n12?\n01?\n')
  expect(played.state).toBe('open')
})

test('a marked mine is shown, a place that is no mine must not be marked', () => {
  const played = game()
  played.do(0, 1, 1)
  expect([played.map(), played.state]).toEqual(['?@?\n???\n???\n', 'open'])
  expect(played.share()).toBeCloseTo(1 / 9, 10)
  played.do(1, 0, 1)
  expect(played.state).toBe('lost')
})

test('a player who opened all other places has found all mines', () => {
  const played = game()
  for (const [row, column] of [
    [2, 0],
    [0, 0],
    [0, 2],
    [1, 2],
  ] as const)
    played.do(row, column, 0)
  expect([played.state, played.share()]).toEqual(['won', 1])
})

test('neighbours are opened once as many are marked as there are mines', () => {
  const played = game()
  played.do(2, 0, 0)
  played.do(1, 0, 2)
  expect(played.map()).toBe('???\n12?\n01?\n')
  played.do(0, 1, 1)
  played.do(1, 0, 2)
  expect(played.map()).toBe('1@?\n12?\n01?\n')
})

test('the dialogue tells no more than the map, and counts games that were not played as nothing', async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('fields'), TEXT)
  const partner = await openMinesweeper(folder.file('fields'))
  const said: string[] = []
  const hear = (text: string) => {
    partner.hear(Buffer.from(text), (reply) => void said.push(reply))
  }
  hear('x 0 1 1\n')
  expect(said.splice(0)).toEqual(['1\n'])
  expect(partner.share()).toBe(0)
  hear('ga')
  hear('me\nx 2 0 0\nx a b c\nx 9 9 0\nrubbish\nx 0 1 0\nx 0 0 0\ngame\n')
  expect(said).toEqual([
    '3 3 2 2 0\n',
    '0\n???\n12?\n01?\n',
    '0\n???\n12?\n01?\n',
    '0\n???\n12?\n01?\n',
    '1\n',
    '1\n',
    'end\n',
  ])
  // 4 of 9 places: 150,000 × 4 / 9 = 66,667, which is 27,042 of 60,824 above rubbish, of 10 of 35.
  expect(partner.share()).toBeCloseTo((((150_000 * 4) / 9 - 39_625) / 60_824) * (10 / 35), 6)
})
