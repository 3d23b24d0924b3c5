/** Pages of a few lines, each judged by one testcode in a real browser through a real session. */
import http from 'node:http'
import { launchBrowser } from '../../../harness/browser/launch.ts'
import { playwrightTester } from '../../../harness/testers/playwright.ts'
import type { Judgement, WebsiteFixtures } from '../../../harness/types.ts'
import { missionOf, setupFor, website, type Upgrade } from '../website.ts'

export interface Fixture {
  /** What stands in the body, with its scripts; the rest of the document is made around it. */
  readonly body: string
  readonly head?: string
  /** Further addresses of its server. */
  readonly paths?: Readonly<Record<string, http.RequestListener>>
  /** Its WebSocket. */
  readonly upgrade?: Upgrade
  /** What is done and expected on the open page. */
  readonly testcode: (fixtures: WebsiteFixtures) => Promise<void>
}

const tester = playwrightTester({ launch: launchBrowser })
export const closeBed = async (): Promise<void> => {
  await tester[Symbol.asyncDispose]()
}

/** How one testcode judges one page; the page is its project's homepage. */
export async function judgeFixture({ body, head = '', paths = {}, upgrade, testcode }: Fixture): Promise<Judgement> {
  const html = `<!doctype html><meta charset="utf-8"><title>Fixture</title>${head}<body>${body}`
  await using target = await website((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = paths[pathname]
    if (answer) return answer(request, response)
    const known = pathname === '/'
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/html' }).end(known ? html : '')
  }, upgrade)
  const functions = {
    fixture: async (fixtures: WebsiteFixtures) => {
      await fixtures.open('home')
      await testcode(fixtures)
    },
  }
  const mission = missionOf(functions, { home: { kind: 'url', description: 'The page.' } })
  await using setup = await setupFor(mission, functions, 12_000)
  await using session = await tester.open(target, { ...setup, evidenceFolder: undefined })
  const [only] = mission.testcodes
  if (!only) throw new Error('there is no testcode')
  return await session.judge(only, { home: 'http://localhost:8000/' })
}
