/** When a page counts as opened, and what is said if it is not. */
import type http from 'node:http'
import { expect, it } from 'vitest'
import { playwright } from '../../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTestcodes } from '../../../harness/contracts/types.ts'
import type { Parameter } from '../../../harness/contracts/schema.ts'
import { missionOf, setupFor, website } from '../website.ts'

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

const url: Parameter = { kind: 'url', description: 'The page.' }
export const APP = `<!doctype html><title>App</title><input id=name><button id=go
  onclick="document.querySelector('output').textContent = 'Hello ' + document.querySelector('#name').value">Go</button><output></output>`

const usesIt: WebsiteTestcodes = {
  use: async ({ page, expect: expects, open }) => {
    await open('home')
    await page.locator('#name').fill('Ada')
    await page.locator('#go').click()
    await expects(page.locator('output')).toHaveText('Hello Ada')
  },
}

/** Of the homepage. */
async function judgedHomepage(answer: Answer, startTimeout: number, testcodeTimeout: number): Promise<Judgement> {
  await using target = await website(answer)
  await using setup = await setupFor(missionOf({}, {}), {}, testcodeTimeout)
  await using session = await playwright.open(target, { ...setup, startTimeout })
  return await session.runnable()
}

/** The judgements of the homepage, and of a testcode that opens it and uses it. */
export async function judged(
  answer: Answer,
  startTimeout = 20_000,
  testcodes = usesIt,
  testcodeTimeout = 20_000,
): Promise<Judgement[]> {
  await using target = await website(answer)
  await using setup = await setupFor(missionOf(testcodes, { home: url }), testcodes, testcodeTimeout)
  await using session = await playwright.open(target, { ...setup, startTimeout })
  const [testcode] = setup.suite.testcodes
  if (!testcode) throw new Error('there is no testcode')
  return [await session.runnable(), await session.judge(testcode, { home: 'http://localhost:8000/' })]
}

export const html = { 'content-type': 'text/html' }
/** Answers `/` once per start with something else, and then with the app. */
const after = (milliseconds: number, before: (response: http.ServerResponse) => void): Answer => {
  const begin = performance.now()
  return (_, response) => {
    if (performance.now() - begin < milliseconds) before(response)
    else response.writeHead(200, html).end(APP)
  }
}

export const HONEST: Readonly<Record<string, Answer>> = {
  'a document in a sandbox of its own': (_, response) => {
    response.writeHead(200, { ...html, 'content-security-policy': 'sandbox allow-scripts' }).end(APP)
  },
  'a policy that lets only its own scripts make text of pages': (_, response) => {
    const policy = "require-trusted-types-for 'script'; trusted-types 'none'"
    response.writeHead(200, { ...html, 'content-security-policy': policy }).end(APP)
  },
  'a page apart from all others': (_, response) => {
    const apart = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
    response.writeHead(200, { ...html, ...apart, 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' }).end(APP)
  },
  XHTML: (_, response) => {
    const body = APP.slice(APP.indexOf('<input')).replace('id=name', 'id="name"/').replace('id=go', 'id="go"')
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>App</title></head><body>${body}</body></html>`
    response.writeHead(200, { 'content-type': 'application/xhtml+xml' }).end(page)
  },
  'a header that goes on to another page': (request, response) => {
    if (request.url === '/') response.writeHead(200, { ...html, refresh: '0;url=/app' }).end('<p>Please wait')
    else response.writeHead(200, html).end(APP)
  },
  'names that hide properties of the document': (_, response) => {
    const names = ['contentType', 'documentElement', 'readyState', 'doctype', 'body', 'cookie', 'fonts']
    response.writeHead(200, html).end(`${APP}${names.map((name) => `<img alt="" name=${name}>`).join('')}`)
  },
  'a frame that is never answered': (request, response) => {
    if (request.url === '/') response.writeHead(200, html).end(`<iframe hidden src=/never></iframe>${APP}`)
  },
  'a script that is never answered, beside the app': (request, response) => {
    if (request.url === '/') response.writeHead(200, html).end(`${APP}<script async src=/never></script>`)
  },
  'a picture that is never answered': (request, response) => {
    if (request.url === '/') response.writeHead(200, html).end(`<img alt=x src=/never>${APP}`)
  },
  'a document that goes on for long': (_, response) => {
    response.writeHead(200, html).write(`${APP}<!-- ${'x'.repeat(2000)} -->`)
    setTimeout(() => response.end('<p>and a footer'), 8000).unref()
  },
  'a script that goes on to another page': (request, response) => {
    response.writeHead(200, html).end(request.url === '/' ? '<script>location.replace("/app")</script>' : APP)
  },
  'a refresh that goes on to another page': (request, response) => {
    response.writeHead(200, html).end(request.url === '/' ? '<meta http-equiv=refresh content="0;url=/app">' : APP)
  },
  'a form that a script sends': (request, response) => {
    const goesOn = '<form action=/app method=post></form><script>document.forms[0].submit()</script>'
    response.writeHead(200, html).end(request.url === '/' ? goesOn : APP)
  },
  'a redirect of the server': (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/app' }).end()
    else response.writeHead(200, html).end(APP)
  },
  'no content type': (_, response) => {
    response.writeHead(200).end(APP)
  },
  '503 while it starts': after(2500, (response) =>
    response.writeHead(503, { ...html, 'retry-after': '1' }).end('Starting'),
  ),
  '502 of a proxy while it starts': after(2500, (response) => response.writeHead(502).end()),
  'connections that end while it starts': after(2500, (response) => response.destroy()),
}

export function pass(pages: readonly (readonly [string, Answer])[]): void {
  it.each(pages)('%s', async (_, answer) => {
    const judgements = await judged(answer)
    expect(judgements.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'passed', reason: undefined },
      { status: 'passed', reason: undefined },
    ])
  })
}

export const BROKEN: Readonly<Record<string, readonly [Answer, RegExp]>> = {
  'a redirect to an address that nothing serves': [
    (_, response) => response.writeHead(301, { location: 'https://localhost:9/' }).end(),
    /^http:\/\/localhost:\d+\/ leads to https:\/\/localhost:9\/, which could not be opened: net::ERR_\w+$/,
  ],
  'a server that never gets ready': [
    (_, response) => response.writeHead(503).end('Starting'),
    /^the homepage was answered with status 503$/,
  ],
  'an error': [(_, response) => response.writeHead(500, html).end(APP), /^the homepage was answered with status 500$/],
  'a script that goes on to a missing page': [
    (request, response) => {
      response
        .writeHead(request.url === '/' ? 200 : 404, html)
        .end('<script>if (location.pathname === "/") location = "/no"</script>')
    },
    /^the homepage was answered with status 404$/,
  ],
  nothing: [(_, response) => response.writeHead(200, html).end(' \n'), /^the homepage is empty$/],
  'plain text': [
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(APP),
    /^the homepage is not HTML: its content type is "text\/plain"$/,
  ],
  'no answer': [() => undefined, /^http:\/\/localhost:\d+\/ gave no answer within 9\.0 s$/],
}

export function failWithTheReason(pages: readonly (readonly [string, readonly [Answer, RegExp]])[]): void {
  it.each(pages)('%s', async (_, [answer, reason]) => {
    const { status, reason: shown } = await judgedHomepage(answer, 3000, 9000)
    expect(status).not.toBe('passed')
    expect(shown).toMatch(reason)
  })
}
