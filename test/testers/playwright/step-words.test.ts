import { expect, it } from 'vitest'
import { thingOf } from '../../../harness/testers/playwright/expectations/locator-words.ts'
import { elementWords } from '../../../harness/testers/playwright/expectations/step-words.ts'

const HEADING = thingOf(`getByRole('heading', { name: 'Home' })`)

type Case = readonly [words: string, name: string, args: readonly unknown[], not?: boolean]

const CASES: readonly Case[] = [
  ['heading named "Home"', 'toBeVisible', []],
  ['no visible heading named "Home"', 'toBeVisible', [], true],
  ['no visible heading named "Home"', 'toBeHidden', [{ timeout: 100 }]],
  ['heading named "Home"', 'toBeHidden', [], true],
  ['no heading named "Home"', 'toHaveCount', [0]],
  ['some headings named "Home"', 'toHaveCount', [0], true],
  ['1 heading named "Home"', 'toHaveCount', [1]],
  ['not 2 headings named "Home"', 'toHaveCount', [2], true],
  ['the heading named "Home" to have text "Start"', 'toHaveText', ['Start', { timeout: 100, within: 500 }]],
  ['the heading named "Home" not to contain text /start/i', 'toContainText', [/start/i], true],
  ['the heading named "Home" to have attribute "lang" "en"', 'toHaveAttribute', ['lang', 'en']],
  ['the heading named "Home" to be checked { checked: false }', 'toBeChecked', [{ checked: false }]],
  ['the heading named "Home" to have CSS "color" "red"', 'toHaveCSS', ['color', 'red']],
  ['the heading named "Home" to have JS property "id" 1', 'toHaveJSProperty', ['id', 1]],
]

it.each(CASES.map(([words, name, args, not = false]) => ({ words, call: { name, args, not } })))(
  '$words',
  ({ words, call }) => {
    expect(elementWords(HEADING, call)).toBe(words)
  },
)
