/** Shared by the tests of redteam. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../helpers.ts'

export const BIN = path.join(root, 'dist/pe/bin.js')

/** A mission with a weak testcode: its input is always the same. */
const MISSION = `schemaVersion: 1
id: double
title: Double
kind: website
prompt: A page with a field for a number and a button that shows its double.
checklist:
  - page: Home
    functions:
      - { function: Double, description: A button shows the double of the number in the field. }
      - { function: Open, description: The page has a field. }
parameters:
  home_url: { kind: url, description: The address of the page. }
  number_field: { kind: element, element: field, description: The field for the number. }
  double_button: { kind: element, element: button, description: The button that doubles. }
  result_text: { kind: element, element: text, description: The element that shows the double and nothing else. }
testcodes:
  - { id: opens, page: Home, function: Open, expects: There is a field., parameters: [home_url, number_field] }
  - id: weak
    page: Home
    function: Double
    expects: The double stands somewhere.
    parameters: [home_url, number_field, double_button, result_text]
  - id: strict
    page: Home
    function: Double
    expects: The double stands there alone.
    parameters: [home_url, number_field, double_button, result_text]
`
const TESTCODES = `const doubles = async ({ open, element, page }, number) => {
  await open('home_url')
  await (await element('number_field')).fill(number)
  await (await element('double_button')).click()
  return element('result_text')
}
export default {
  opens: async ({ open, element, expect }) => {
    await open('home_url')
    await expect(await element('number_field')).toBeVisible()
  },
  weak: async (fixtures) => {
    await fixtures.expect(await doubles(fixtures, '17')).toContainText('34')
  },
  strict: async (fixtures) => {
    await fixtures.expect(await doubles(fixtures, '21.25')).toHaveText('42.5')
  },
}
`
export const SERVER = `const { createServer } = require('node:http')
createServer((request, response) => {
  const number = new URL(request.url, 'http://localhost').searchParams.get('number')
  response.setHeader('content-type', 'text/html')
  response.end('<form><input id="number" name="number"><button id="go">Double</button></form><p id="result">' +
    (number === null ? '' : 2 * Number(number)) + '</p>')
}).listen(Number(process.env.PORT ?? 8000))
`
const ADDRESS = 'http://localhost:8000/'
const VALUES = { home_url: ADDRESS, number_field: '#number', double_button: '#go', result_text: '#result' }
export const ANSWERS = { opens: { home_url: ADDRESS, number_field: '#number' }, weak: VALUES, strict: VALUES }

export const LAUNCH = '{ "start": ["node", "server.js"], "port": 8000, "homepage": "/" }'

export const DOUBLE = {
  'own/missions/double/mission.yaml': MISSION,
  'own/missions/double/testcodes.ts': TESTCODES,
  'own/missions/double/skeleton/server.js': '',
  'own/canonical/double/node/project/server.js': SERVER,
  'own/canonical/double/node/launch.json': LAUNCH,
  'own/canonical/double/node/answers.json': JSON.stringify(ANSWERS),
}

export const REFUSES_CASES = [
  [['--agents', 'canonical'], '"canonical" is no cheat; the cheats are cycler,'],
  [['timetable'], 'none of these missions is a website'],
  [['nowhere'], 'there is no mission "nowhere"'],
  [['--max-cost', '2'], '--max-cost needs --agent MODEL'],
  [['--agent', 'openai:x', '--agents', 'cycler'], '--agents and --learn are for cheats'],
  [['todo', '--agent', 'echo'], '"echo" always gives the same project'],
] as const

export function refuses(cases: readonly (typeof REFUSES_CASES)[number][]): void {
  it.each(cases)('refuses %j', async (flags, message) => {
    const { stderr, exitCode } = await execa('node', [BIN, 'redteam', ...flags], { reject: false, stdin: 'ignore' })
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
}
