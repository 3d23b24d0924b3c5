/** Pages of a few lines, each judged by one testcode in a real browser through a real session. */
import http from 'node:http'
import { playwright } from '../../../harness/testers/playwright.ts'
import type { Judgement, TesterServices, WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { missionOf, setupFor, website, type Upgrade } from '../website.ts'

export interface Fixture {
  /** Content of the body, with its scripts; the rest of the document is added. */
  readonly body: string
  readonly head?: string
  /** Other paths of its server. */
  readonly paths?: Readonly<Record<string, http.RequestListener>>
  /** Its WebSocket. */
  readonly upgrade?: Upgrade
  /** The agent's answer for the element "it", of any kind. */
  readonly it?: string
  /** Acts on the open page and expects something of it. */
  readonly testcode: (fixtures: WebsiteFixtures) => Promise<void>
}

const document = ({ head = '', body }: Fixture): string =>
  `<!doctype html><meta charset="utf-8"><title>Fixture</title>${head}<body>${body}`

const ANY_ELEMENT = { kind: 'element', element: 'any', description: 'An element.' } as const

/** The judgement of one page by its testcode, in its own browser. */
export async function judgeFixture(fixture: Fixture, services: Partial<TesterServices> = {}): Promise<Judgement> {
  const [judged] = await judgeFixtures([fixture], services)
  if (!judged) throw new Error('nothing was judged')
  return judged
}

/** The judgements of pages by their testcodes, one after another in one browser. Only the first may have other paths. */
export async function judgeFixtures(
  fixtures: readonly Fixture[],
  services: Partial<TesterServices> = {},
): Promise<Judgement[]> {
  const [{ paths = {}, upgrade } = {}] = fixtures
  await using target = await website((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = paths[pathname]
    if (answer) {
      answer(request, response)
      return
    }
    const fixture = fixtures[Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? NaN)]
    response.writeHead(fixture ? 200 : 404, { 'content-type': 'text/html' }).end(fixture ? document(fixture) : '')
  }, upgrade)
  const functions = Object.fromEntries(
    fixtures.map(({ testcode }, index) => [
      `fixture-${String(index)}`,
      async (given: WebsiteFixtures) => {
        await given.load(`${target.origin}/${String(index)}`)
        await testcode(given)
      },
    ]),
  )
  const mission = missionOf(functions, fixtures.some(({ it }) => it !== undefined) ? { it: ANY_ELEMENT } : {})
  await using setup = await setupFor(mission, functions, 12_000)
  await using session = await playwright.open(target, {
    ...setup,
    services: { ...setup.services, ...services },
    evidenceFolder: undefined,
  })
  const judged: Judgement[] = []
  for (const [index, testcode] of setup.suite.testcodes.entries()) {
    const { it } = fixtures[index] ?? {}
    judged.push(await session.judge(testcode, it === undefined ? {} : { it }))
  }
  return judged
}
