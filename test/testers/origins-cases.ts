/** Shared by the tests of origins. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { websiteCommand } from '../../harness/launchers/command.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { playwright } from '../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTestcodes } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, temporaryFolder } from '../helpers.ts'
import { missionOf, setupFor } from './website.ts'

/** Another origin than the project's: on this machine's loopback, but under a name that does not lead to the project. */
export async function elsewhere(): Promise<{ origin: string; asked: string[] } & AsyncDisposable> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.cookie ?? 'no cookie'}`)
    const url = request.url ?? ''
    if (url === '/to-lib') response.writeHead(302, { location: '/lib.js' }).end()
    else if (url === '/to-away') response.writeHead(302, { location: 'http://192.0.2.1/lib.js' }).end()
    else if (url === '/huge.js') response.end(Buffer.alloc(20 * 1024 * 1024, ' '))
    else if (url === '/page') response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Elsewhere</h1>')
    else
      response
        .writeHead(200, { 'content-type': 'text/javascript', 'set-cookie': 'a=b' })
        .end('out.textContent += " loaded"')
  })
  server.listen(0, '127.0.0.2')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.2:${String((server.address() as AddressInfo).port)}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The judgement of each testcode in the sandboxed browser, for a project with one page. */
export async function judged(
  body: string,
  testcodes: WebsiteTestcodes,
  allowedOrigins: string[] = [],
): Promise<Judgement[]> {
  await using folder = await temporaryFolder()
  const page = `<!doctype html><title>Home</title><p id="out">ready</p>${body}`
  const script = `require('http').createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(${JSON.stringify(page)})
  }).listen(8000)`
  const launch = { start: ['node', 'server.js'], port: 8000, homepage: '/' }
  const project = { files: [{ path: 'server.js', content: script }], launch }
  const workspace = await materialise(project, folder.file('project'))
  await using sandbox = await openSandbox('bubblewrap', folder.path)
  await using target = await websiteCommand.launch(workspace, sandbox, limitsOf(folder.path))
  const parameters = { home: { kind: 'url' as const, description: 'The page.' } }
  const mission = missionOf(testcodes, parameters)
  await using setup = await setupFor(mission, testcodes, 6000)
  const services = { ...setup.services, allowedOrigins }
  await using session = await playwright.open(target, { ...setup, services })
  const judgements: Judgement[] = []
  for (const testcode of setup.suite.testcodes)
    judgements.push(await session.judge(testcode, { home: 'http://localhost:8000/' }))
  return judgements
}

export const shows = (text: string): WebsiteTestcodes => ({
  shows: async ({ open, page, expect: see }) => {
    await open('home')
    await see(page.locator('#out')).toHaveText(text)
  },
})

export const DOES_NOT_OPEN_PAGES_NEITHER_CASES = ['blob', 'data', 'file'] as const

export function doesNotOpenPagesNeither(cases: readonly (typeof DOES_NOT_OPEN_PAGES_NEITHER_CASES)[number][]): void {
  it.each(cases)('does not open %s: pages, neither in the window nor in frames', async (kind) => {
    const address = {
      blob: `URL.createObjectURL(new Blob(['<h1>Made</h1>'], { type: 'text/html' }))`,
      data: `'data:text/html,<h1>Made</h1>'`,
      file: `'file:///etc/hostname'`,
    }[kind]
    const body = `<a id="go">go</a><iframe id="frame"></iframe><script>
      frame.src = ${address}
      document.querySelector('#go').onclick = () => { location = ${address} }
    </script>`
    const [frame, top] = await judged(body, {
      frame: async ({ open, page, expect: see }) => {
        await open('home')
        await see(page.frameLocator('#frame').getByText(/Made|sandbox/)).toHaveCount(0)
      },
      top: async ({ open, page, expect: see }) => {
        await open('home')
        await page.locator('#go').click()
        await see(page.getByText(/Made|sandbox/)).toBeVisible()
      },
    })
    expect(frame?.status).toBe('passed')
    expect(top?.status).not.toBe('passed')
    expect(top?.evidence.refused?.length).toBeGreaterThan(0)
  })
}
