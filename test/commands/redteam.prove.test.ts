/** The other cases of redteam.integration.test.ts. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import type { Claim } from '../../harness/quality/validate/limits.ts'
import type { CheatResult } from '../../harness/quality/validate/results.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { BIN, REFUSES_CASES, refuses } from './redteam-cases.ts'

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
const SERVER = `const { createServer } = require('node:http')
createServer((request, response) => {
  const number = new URL(request.url, 'http://localhost').searchParams.get('number')
  response.setHeader('content-type', 'text/html')
  response.end('<form><input id="number" name="number"><button id="go">Double</button></form><p id="result">' +
    (number === null ? '' : 2 * Number(number)) + '</p>')
}).listen(Number(process.env.PORT ?? 8000))
`
const ADDRESS = 'http://localhost:8000/'
const VALUES = { home_url: ADDRESS, number_field: '#number', double_button: '#go', result_text: '#result' }
const ANSWERS = { opens: { home_url: ADDRESS, number_field: '#number' }, weak: VALUES, strict: VALUES }

interface Found {
  readonly results: readonly CheatResult[]
  readonly claims: readonly Claim[]
  readonly exitCode: number | undefined
}

async function redteam(folder: string, ...flags: readonly string[]): Promise<Found> {
  const argv = [BIN, 'redteam', '--missions-dir', path.join(folder, 'own'), '--json', ...flags]
  const env = { XDG_CACHE_HOME: path.join(folder, 'cache') }
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore', env })
  if (stdout === '') throw new Error(stderr)
  return { ...(JSON.parse(stdout) as Omit<Found, 'exitCode'>), exitCode }
}

const passesOf = ({ results }: Found) =>
  Object.fromEntries(results.map(({ agent, passes }) => [agent, passes.map(({ testcode }) => testcode)]))

it(
  'lists the testcodes that each cheat passes, and fails unless these are listed with a reason',
  { timeout: 280_000 },
  async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'own/missions/double/mission.yaml': MISSION,
      'own/missions/double/testcodes.ts': TESTCODES,
      'own/missions/double/skeleton/server.js': '',
      'own/canonical/double/node/project/server.js': SERVER,
      'own/canonical/double/node/launch.json': '{ "start": ["node", "server.js"], "port": 8000, "homepage": "/" }',
      'own/canonical/double/node/answers.json': JSON.stringify(ANSWERS),
    })
    const agents = ['--agents', 'every-number,unseen:offscreen+still,replayer']
    const found = await redteam(folder.path, ...agents, '--testcode-timeout', '12')
    expect(passesOf(found)).toEqual({
      // How much a dump gets depends on what expectations accept, which other tests settle.
      'every-number': expect.arrayContaining(['opens']) as unknown,
      'unseen:offscreen+still': expect.arrayContaining(['opens']) as unknown,
      replayer: ['opens', 'weak', 'strict'],
    })
    expect(found.claims.map(({ holds }) => holds)).toEqual([false, false, false])
    expect(found.exitCode).toBe(3)

    await writeTree(folder.path, {
      'own/canonical/double/exceptions.yaml': `schemaVersion: 1
redteam:
  - { agent: all, testcode: opens, why: A page is opened. }
  - { agent: replayer, testcode: weak, why: Its input is published. }
  - { agent: replayer, testcode: strict, why: Its input is published. }
`,
    })
    const listed = await redteam(folder.path, '--agents', 'replayer', '--testcode-timeout', '12')
    expect(listed.results).toMatchObject([
      { allowed: 3, passes: [{ why: 'A page is opened.' }, { testcode: 'weak' }, { testcode: 'strict' }] },
    ])
    expect(listed.claims.map(({ holds }) => holds)).toEqual([true])
    expect(listed.exitCode).toBe(0)
  },
)

refuses(REFUSES_CASES)
