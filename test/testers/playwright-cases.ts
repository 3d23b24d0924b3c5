/** Shared by the tests of playwright. */
import { access } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { playwright } from '../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTarget, WebsiteTestcodes } from '../../harness/contracts/types.ts'
import type { Parameter } from '../../harness/contracts/schema.ts'
import { missionOf, ownBrowser, pages, setupFor, website } from './website.ts'

export const PAGE = `<!doctype html><title>Home</title><h1>Home</h1>
<input id="name"><button id="go" onclick="document.querySelector('#out').textContent = 'Hello ' + document.querySelector('#name').value">Go</button>
<button class="twin">A</button><button class="twin">B</button>
<p id="out"></p><a id="away" href="/next">Next</a>`

export const url: Parameter = { kind: 'url', description: 'The page.' }
export const element = (kind: Extract<Parameter, { kind: 'element' }>['element']): Parameter => ({
  kind: 'element',
  element: kind,
  description: 'The element.',
})

interface Try {
  readonly testcodes: WebsiteTestcodes
  readonly parameters?: Record<string, Parameter>
  readonly values?: Record<string, unknown>
  readonly timeout?: number
  /** Whether the session gets a browser that no other session has used. */
  readonly alone?: boolean
}

/** The judgements of all testcodes, in order, in one session. */
export async function judge(
  target: WebsiteTarget,
  { testcodes, parameters = {}, values = {}, timeout, alone = false }: Try,
): Promise<Judgement[]> {
  const mission = missionOf(testcodes, parameters)
  await using setup = await setupFor(mission, testcodes, timeout)
  await using session = await playwright.open(target, alone ? { ...setup, services: ownBrowser } : setup)
  const judgements: Judgement[] = []
  for (const testcode of setup.suite.testcodes) {
    const judgement = await session.judge(testcode, values)
    if (judgement.evidence.screenshot !== undefined)
      await access(path.join(setup.scratch, judgement.evidence.screenshot))
    if (judgement.evidence.trace !== undefined) await access(path.join(setup.scratch, judgement.evidence.trace))
    judgements.push(judgement)
  }
  return judgements
}

export async function judgeOne(target: WebsiteTarget, attempt: Try): Promise<Judgement> {
  const [judgement] = await judge(target, attempt)
  if (!judgement) throw new Error('there was no testcode')
  return judgement
}

export const runnable = async (answer: Parameters<typeof website>[0]): Promise<Judgement> => {
  await using target = await website(answer)
  await using setup = await setupFor(missionOf({}, {}), {})
  await using session = await playwright.open(target, setup)
  return await session.runnable()
}

export const REFUSES_AS_AN_ELEMENT_CASES = [
  ['none of it', '#nowhere', 'matches no element'],
  ['two of it', '.twin', 'matches 2 elements'],
  ['another kind', '#name', 'is not a button'],
  ['no selector at all', '#go[', 'not a valid selector'],
  ['a bad XPath', '//button[', 'not a valid selector'],
  ["the selector language's own chaining", 'p >> text=Go', 'neither an id'],
  ['blanks', '   ', 'is empty'],
] as const

export function refusesAsAnElement(cases: readonly (typeof REFUSES_AS_AN_ELEMENT_CASES)[number][]): void {
  it.each(cases)('refuses %s as an element', async (_, value, why) => {
    await using target = await website(pages({ '/': PAGE }))
    const { status, reason } = await judgeOne(target, {
      parameters: { home: url, button: element('button') },
      values: { home: 'http://localhost:8000/', button: value },
      testcodes: {
        press: async ({ open, element }) => {
          await open('home')
          await (await element('button')).click()
        },
      },
    })
    expect(reason).toContain(why)
    expect(status).toBe('bad-parameter')
  })
}
export const IS_NOT_GIVEN_FOR_CASES = [
  ['an empty page', 200, 'text/html', ''],
  ['a failure', 500, 'text/html', '<h1>Oh</h1>'],
  ['a missing page', 404, 'text/html', '<h1>Oh</h1>'],
  ['a response that is not HTML', 200, 'application/json', '{}'],
] as const

export function isNotGivenFor(cases: readonly (typeof IS_NOT_GIVEN_FOR_CASES)[number][]): void {
  it.each(cases)('is not given for %s', async (_, status, type, body) => {
    const judgement = await runnable((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    expect(judgement.status).toBe('failed')
    expect(judgement.reason).toContain('homepage')
  })
}
