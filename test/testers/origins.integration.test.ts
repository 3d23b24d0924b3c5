/** Where the sandboxed browser of a trial may navigate to and load from, in the strong sandbox. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, describe } from 'vitest'
import { websiteCommand } from '../../harness/launchers/command.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { playwright } from '../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTestcodes } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { missionOf, setupFor, testers } from './website.ts'
import { sampled } from '../part.ts'

const it = sampled('testers/origins', 3)

afterAll(() => testers[Symbol.asyncDispose]())

/** Another origin than the project's: on this machine's loopback, but under a name that does not lead to the project. */
async function elsewhere(): Promise<{ origin: string; asked: string[] } & AsyncDisposable> {
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
async function judged(body: string, testcodes: WebsiteTestcodes, allowedOrigins: string[] = []): Promise<Judgement[]> {
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

describe('the sandboxed browser', await needs('bubblewrap'), () => {
  const shows = (text: string): WebsiteTestcodes => ({
    shows: async ({ open, page, expect: see }) => {
      await open('home')
      await see(page.locator('#out')).toHaveText(text)
    },
  })

  it('loads nothing from another origin', async () => {
    await using other = await elsewhere()
    const [judgement] = await judged(`<script src="${other.origin}/lib.js"></script>`, shows('ready'))
    expect(judgement).toMatchObject({ status: 'passed', evidence: { refused: [`${other.origin}/lib.js`] } })
    expect(other.asked).toEqual([])
  })

  it('loads from an allowed origin, without cookies, and follows its redirects', async () => {
    await using other = await elsewhere()
    const scripts = ['/lib.js', '/to-lib'].map((path) => `<script src="${other.origin}${path}"></script>`).join('')
    const [judgement] = await judged(scripts, shows('ready loaded loaded'), [other.origin])
    expect(judgement).toEqual({ status: 'passed', evidence: {} })
    expect(other.asked).toEqual(['GET /lib.js no cookie', 'GET /to-lib no cookie', 'GET /lib.js no cookie'])
  })

  it.each([
    ['a redirect to another origin', '/to-away', 'which is not allowed'],
    ['a response over the size limit', '/huge.js', 'more than 16777216 bytes'],
  ])('does not accept %s from an allowed origin', async (_, path, why) => {
    await using other = await elsewhere()
    const [judgement] = await judged(`<script src="${other.origin}${path}"></script>`, shows('ready'), [other.origin])
    expect(judgement?.status).toBe('passed')
    expect(judgement?.evidence.refused?.join()).toContain(why)
  })

  it('sends no data to an allowed origin and shows none of its pages', async () => {
    await using other = await elsewhere()
    const send = `<script>fetch('${other.origin}/post', { method: 'POST', body: 'secret' }).catch(() => { out.textContent = 'kept' })</script>`
    const [sent] = await judged(send, shows('kept'), [other.origin])
    expect(sent?.status).toBe('passed')
    const [frame] = await judged(
      `<iframe src="${other.origin}/page"></iframe>`,
      {
        frame: async ({ open, page, expect: see }) => {
          await open('home')
          await see(page.frameLocator('iframe').getByText('Elsewhere')).toHaveCount(0)
        },
      },
      [other.origin],
    )
    expect(frame?.status).toBe('passed')
    expect(other.asked).toEqual([])
  })

  it.each(['blob', 'data', 'file'])('does not open %s: pages, neither in the window nor in frames', async (kind) => {
    const address = {
      blob: `URL.createObjectURL(new Blob(['<h1>Made</h1>'], { type: 'text/html' }))`,
      data: `'data:text/html,<h1>Made</h1>'`,
      file: `'file:///etc/hostname'`,
    }[kind]
    const body = `<a id="go">go</a><iframe id="frame"></iframe><script>
      frame.src = ${String(address)}
      document.querySelector('#go').onclick = () => { location = ${String(address)} }
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

  it('shows pictures and saves downloads that the page has created', async () => {
    const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    const body = `<img id="data" src="${picture}" width="9"><img id="blob" width="9"><a id="save" download="a.txt">save</a><script>
      fetch('/').then(() => { out.textContent = 'ready' })
      const bytes = Uint8Array.from(atob('${picture.split(',')[1] ?? ''}'), (c) => c.charCodeAt(0))
      document.querySelector('#blob').src = URL.createObjectURL(new Blob([bytes], { type: 'image/gif' }))
      document.querySelector('#save').href = URL.createObjectURL(new Blob(['hello']))
    </script>`
    const judgements = await judged(body, {
      pictures: async ({ open, page, expect: see }) => {
        await open('home')
        for (const id of ['#data', '#blob']) await see(page.locator(id)).toHaveJSProperty('naturalWidth', 1)
      },
      download: async ({ open, page, expect: see }) => {
        await open('home')
        const started = page.waitForEvent('download')
        await page.locator('#save').click()
        see((await started).suggestedFilename()).toBe('a.txt')
      },
    })
    expect(judgements).toEqual([
      { status: 'passed', evidence: {} },
      { status: 'passed', evidence: {} },
    ])
  })
})
