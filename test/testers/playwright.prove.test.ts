/** The other cases of playwright.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { reasonOf } from '../../harness/testers/classify.ts'
import { playwright } from '../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTestcodes } from '../../harness/contracts/types.ts'
import { missionOf, pages, setupFor, website } from './website.ts'
import {
  PAGE,
  url,
  element,
  judge,
  judgeOne,
  runnable,
  REFUSES_AS_AN_ELEMENT_CASES,
  refusesAsAnElement,
  IS_NOT_GIVEN_FOR_CASES,
  isNotGivenFor,
} from './playwright-cases.ts'

const endsBrowser = (times: number): WebsiteTestcodes => ({
  gone: async ({ open, page, expect }) => {
    await open('home')
    times -= 1
    if (times >= 0) await page.context().browser()?.close()
    await expect(page).toHaveTitle('Home')
  },
  after: ({ open }) => open('home'),
})

describe('verdicts of a website', () => {
  it('describes missing rows in the words of the testcode', async () => {
    await using target = await website(pages({ '/': PAGE }))
    const { status, reason } = await judgeOne(target, {
      // Enough to see the page at rest on a busy machine.
      timeout: 30_000,
      testcodes: {
        missing: async ({ page, expect, rows }) => {
          await page.goto(target.origin)
          await expect(rows(["Ada's note", '100%'], /Delete/i)).toHaveCount(1)
        },
      },
    })
    expect(status).toBe('failed')
    expect(reason).toMatch(
      /^No row with "Ada's note" and "100%" and a control named \/Delete\/i appeared before the page came to rest; 1 expected$/,
    )
  })

  it.each(['%zz', '%7B', '7', '%7B%22ask%22%3A%22row%22%7D'])(
    'leaves a text of the project that only looks like a locator of rows unchanged: %s',
    (question) => {
      expect(reasonOf(new Error(`it said locator('pe=${question}')`))).toBe(`it said locator('pe=${question}')`)
    },
  )

  it('reloads a page each time that it is opened, even if the address has a fragment', async () => {
    await using target = await website(pages({ '/': PAGE }))
    const [remembered, missing, again] = await judge(target, {
      parameters: { home: url, gone: url, out: element('text') },
      values: { home: 'http://localhost:8000/#a', gone: 'http://localhost:8000/gone#a', out: 'out' },
      testcodes: {
        remembered: async ({ open, page, element, expect }) => {
          await open('home')
          await page.locator('#name').fill('Ada')
          await page.locator('#go').click()
          await open('home')
          await expect(await element('out')).toHaveText('Hello Ada')
        },
        missing: ({ open }) => open('gone'),
        again: ({ open }) => open('gone'),
      },
    })
    expect(remembered?.status).toBe('failed')
    expect([missing?.status, again?.status]).toEqual(['bad-parameter', 'bad-parameter'])
  })

  it('begins each testcode with one page and closes other windows', async () => {
    const opens = `${PAGE}<button id="more" onclick="window.open('/next'); window.open('/next')">More</button>`
    await using target = await website(pages({ '/': opens, '/next': PAGE }))
    const judgements = await judge(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        opens: async ({ open, page, expect }) => {
          await open('home')
          await page.locator('#more').click()
          await expect.poll(() => page.context().pages().length).toBe(3)
        },
        alone: ({ page, expect }) => {
          expect(page.context().pages()).toHaveLength(1)
          return Promise.resolve()
        },
      },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['passed', 'passed'])
  })

  it('forgets everything that pages have stored', async () => {
    const page = `<!doctype html><p id="kept"></p><script>
      document.querySelector('#kept').textContent = [document.cookie, localStorage.a, sessionStorage.a].join()
      document.cookie = 'a=1'; localStorage.a = 2; sessionStorage.a = 3
    </script>`
    await using target = await website(pages({ '/': page }))
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        forgets: async ({ open, load, forget, page, expect, url }) => {
          await forget()
          await open('home')
          await expect(page.locator('#kept')).toHaveText(',,')
          await load(url('home'))
          await expect(page.locator('#kept')).toHaveText('a=1,2,3')
          await forget()
          await load(url('home'))
          await expect(page.locator('#kept')).toHaveText(',,')
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('keeps the page object and its locators when it forgets', async () => {
    const page = `<!doctype html><form><label>Name <input></label></form><iframe srcdoc="<b>inner</b>"></iframe>
      <button onclick="this.textContent = confirm('Sure?') ? 'yes' : 'no'">?</button><p>late</p>`
    await using target = await website(pages({ '/': page, '/other': '<p>other</p>' }))
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      timeout: 60_000,
      testcodes: {
        goesOn: async ({ open, load, forget, page, expect, dialogs, url, picture }) => {
          const field = page.getByLabel('Name')
          const button = page.locator('form ~ *').and(page.getByRole('button'))
          const inner = page.frameLocator('iframe').locator('b')
          await open('home')
          const moment = await page.evaluate(() => Date.now())
          await field.fill('before')
          await page.evaluate(() => (window.name = 'before'))
          await forget()
          expect(page.url()).toBe('about:blank')
          await open('home')
          await expect(page).toHaveURL(/^http/)
          await expect(field).toHaveValue('')
          await field.fill('after')
          await expect(field.or(button).first()).toHaveValue('after')
          await button.filter({ hasText: '?' }).click()
          await expect(button).toHaveText('yes')
          await expect(inner).toHaveText('inner')
          expect(dialogs).toHaveLength(1)
          expect(await page.evaluate(() => window.name)).toBe('')
          expect(await page.evaluate(() => Date.now())).toBeGreaterThanOrEqual(moment)
          expect(button.page()).toBe(page)
          expect((await picture(button)).width).toBeGreaterThan(0)
          const [response] = await Promise.all([page.waitForResponse(/other/), page.goto(`${url('home')}other`)])
          expect(response.status()).toBe(200)
          await page.goBack()
          await expect(button).toHaveText('?')
          expect(page.context().pages()).toHaveLength(1)
          await page.keyboard.press('Tab')
          await page.mouse.move(1, 1)
          await page.setViewportSize({ width: 600, height: 400 })
          await forget()
          await load(`${url('home')}other`)
          await expect(button).toHaveCount(0)
          await expect(page.locator('p')).toHaveText('other')
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('does not let a testcode that timed out clear the browser of the next one', async () => {
    const page = `<!doctype html><p id="kept"></p><script>
      document.querySelector('#kept').textContent = window.name
    </script>`
    await using target = await website(pages({ '/': page }))
    const late: string[] = []
    let go: () => void = () => undefined
    const next = new Promise<void>((resolve) => (go = resolve))
    const judgements = await judge(target, {
      timeout: 6000,
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        late: async ({ forget, page }) => {
          await next
          await forget().catch((error: unknown) => late.push(String(error)))
          await page.evaluate(() => 1).catch((error: unknown) => late.push(String(error)))
        },
        next: async ({ open, page, expect }) => {
          await open('home')
          await page.evaluate(() => (window.name = 'mine'))
          go()
          await expect.poll(() => late.length).toBe(2)
          await open('home')
          await expect(page.locator('#kept')).toHaveText('mine')
        },
      },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['timeout', 'passed'])
    expect(late[0]).toMatch(/a testcode that has ended/)
    expect(late[1]).toMatch(/has been closed/)
  })

  it('accepts the dialogs of a window that a testcode opens', async () => {
    const asks = `<!doctype html><button onclick="this.textContent = confirm('Sure?') ? 'yes' : 'no'">?</button>`
    await using target = await website(pages({ '/': asks }))
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      timeout: 30_000,
      testcodes: {
        asks: async ({ page, url, dialogs, expect }) => {
          const other = await page.context().newPage()
          await other.goto(url('home'))
          await other.getByRole('button').click()
          await expect(other.getByRole('button')).toHaveText('yes')
          expect(dialogs).toEqual([{ type: 'confirm', message: 'Sure?' }])
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('gives pages the same date, time zone and language on every machine, and lets time pass', async () => {
    const page = `<!doctype html><p id="now"></p><p id="later"></p><script>
      const began = performance.now()
      const now = new Date()
      document.querySelector('#now').textContent = now.toISOString() + ' ' + now.toLocaleString() + ' ' + navigator.language
      const wait = () => {
        if (Date.now() - now < 300) return requestAnimationFrame(wait)
        setTimeout(() => { document.querySelector('#later').textContent = performance.now() - began >= 300 }, 20)
      }
      wait()
    </script>`
    await using target = await website(pages({ '/': page }))
    const judgement = await judgeOne(target, {
      // The clock of a browser begins with its first page.
      alone: true,
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        look: async ({ page, open, expect }) => {
          for (const visit of ['the first visit', 'another visit']) {
            await open('home')
            const now = /^2025-06-16T10:0.* 6\/16\/2025, 10:0\d:\d\d AM en-US$/
            await expect(page.locator('#now'), visit).toHaveText(now)
            await expect(page.locator('#later'), visit).toHaveText('true')
          }
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('lets a page write to the clipboard after a click, like a browser with windows', async () => {
    const copy = "navigator.clipboard.writeText('copied').then(() => { document.title = 'Copied' })"
    await using target = await website(pages({ '/': `<button id="copy" onclick="${copy}">Copy</button>` }))
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        copy: async ({ open, page, expect }) => {
          await open('home')
          await page.getByRole('button', { name: 'Copy' }).click()
          await expect(page).toHaveTitle('Copied')
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('takes no screenshot and no trace without an evidence folder', async () => {
    await using target = await website(pages({ '/': PAGE }))
    const testcodes: WebsiteTestcodes = {
      title: async ({ open, page, expect }) => {
        await open('home')
        await expect(page).toHaveTitle('Elsewhere')
      },
      after: async ({ open, page, expect }) => {
        await open('home')
        await expect(page).toHaveTitle('Home')
      },
    }
    const mission = missionOf(testcodes, { home: url })
    await using setup = await setupFor(mission, testcodes)
    await using session = await playwright.open(target, { ...setup, evidenceFolder: undefined })
    const judgements: Judgement[] = []
    for (const testcode of setup.suite.testcodes)
      judgements.push(await session.judge(testcode, { home: 'http://localhost:8000/' }))
    expect(judgements).toMatchObject([{ status: 'failed', evidence: {} }, { status: 'passed' }])
    expect(judgements[0]?.evidence).toEqual({})
  })

  it('ends a testcode that takes too long, and continues with the next one on a new page', async () => {
    await using target = await website(pages({ '/': PAGE }))
    const judgements = await judge(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      timeout: 6000,
      testcodes: {
        forever: async ({ open }) => {
          await open('home')
          await new Promise(() => undefined)
        },
        after: async ({ open, page, expect }) => {
          await open('home')
          await expect(page).toHaveTitle('Home')
        },
      },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['timeout', 'passed'])
  })

  it('returns the file that the browser saves, and fails if it saves nothing', async () => {
    const page = `<a id="file" download="a b.txt" href="data:text/plain,caf%C3%A9">Save</a><button id="none">Nothing</button>`
    await using target = await website(pages({ '/': page }))
    const [saved, nothing] = await judge(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: {
        save: async ({ page, open, download, expect }) => {
          await open('home')
          const { name, content } = await download(() => page.locator('#file').click())
          expect([name, content.toString('utf8')]).toEqual(['a b.txt', 'café'])
        },
        'save-nothing': async ({ page, open, download }) => {
          await open('home')
          await download(() => page.locator('#none').click())
        },
      },
    })
    expect(saved).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
    expect(nothing).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('nothing was downloaded') as string,
    })
  })

  it('accepts dialogs and shows them to the testcode', async () => {
    await using target = await website(
      pages({ '/': `<button id="ask" onclick="alert('Weight is missing')">Ask</button>` }),
    )
    const judgement = await judgeOne(target, {
      parameters: { home: url, ask: element('button') },
      values: { home: 'http://localhost:8000/', ask: '#ask' },
      testcodes: {
        ask: async ({ open, element, dialogs, expect }) => {
          await open('home')
          await (await element('ask')).click()
          expect(dialogs).toEqual([{ type: 'alert', message: 'Weight is missing' }])
        },
      },
    })
    expect(judgement.reason).toBeUndefined()
    expect(judgement.status).toBe('passed')
  })

  it('survives endless alerts', async () => {
    await using target = await website(pages({ '/': '<script>for (;;) alert(1)</script>' }))
    const judgements = await judge(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      timeout: 1500,
      alone: true,
      testcodes: { loop: ({ open }) => open('home'), again: ({ open }) => open('home') },
    })
    expect(judgements.map(({ status }) => status)).toEqual(['timeout', 'timeout'])
  })

  describe('a browser that ends during a testcode', () => {
    const attempt = { alone: true, parameters: { home: url }, values: { home: 'http://localhost:8000/' } }

    it('leaves the testcode unjudged if it does not happen again', async () => {
      await using target = await website(pages({ '/': PAGE }))
      const [gone, after] = await judge(target, { ...attempt, testcodes: endsBrowser(1) })
      expect(gone?.status).toBe('unjudged')
      expect(gone?.attempts?.map(({ status }) => status)).toEqual(['unjudged', 'passed'])
      expect(after?.status).toBe('passed')
    })

    it('is an error of the project if it happens again on a fresh browser that works', async () => {
      await using target = await website(pages({ '/': PAGE }))
      const [gone, after] = await judge(target, { ...attempt, testcodes: endsBrowser(2) })
      expect(gone?.status).toBe('error')
      expect(gone?.attempts).toHaveLength(2)
      expect(after?.status).toBe('passed')
    })
  })
})

const bad: Record<string, unknown> = {
  'a data: page': 'data:text/html,<h1>Home</h1>',
  'a file': 'file:///etc/passwd',
  'a script': 'javascript:alert(1)',
  'another host': 'http://example.com/',
  'another port': 'http://localhost:8001/',
  'a host that looks alike': 'http://localhost.example.com:8000/',
  credentials: 'http://user:secret@localhost:8000/',
  'a relative address': '/next',
  'an empty text': '',
  nothing: null,
  'a number': 7,
  'a list': ['http://localhost:8000/'],
  'a page that is not there': 'http://localhost:8000/missing',
  'a redirect away': 'http://localhost:8000/away',
}

describe('bad parameters', () => {
  it.each(Object.entries(bad))('refuses %s as an address', async (_, value) => {
    await using target = await website((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      else pages({ '/': PAGE })(request, response)
    })
    const { status, reason } = await judgeOne(target, {
      parameters: { home: url },
      values: { home: value },
      testcodes: { open: ({ open }) => open('home') },
    })
    // A redirect to a closed port ends in the browser's own error page, which nobody served.
    expect(['bad-parameter', value === bad['a redirect away'] ? 'error' : 'bad-parameter']).toContain(status)
    expect(reason).toMatch(/home|8000|opened/)
  })

  refusesAsAnElement(REFUSES_AS_AN_ELEMENT_CASES)

  it('escapes a quote in an id', async () => {
    await using target = await website(pages({ '/': '<p id="a&quot;b">here</p>' }))
    const { status } = await judgeOne(target, {
      parameters: { home: url, text: element('text') },
      values: { home: 'http://localhost:8000/', text: 'id=a"b' },
      testcodes: {
        read: async ({ open, element, expect }) => {
          await open('home')
          await expect(await element('text')).toHaveText('here')
        },
      },
    })
    expect(status).toBe('passed')
  })
})

describe('the picture of an element', () => {
  it('is taken once the element has come to rest', async () => {
    const moving = `<canvas id="chart" width="40" height="20"></canvas><script>
      const context = document.querySelector('#chart').getContext('2d')
      let frames = 0
      requestAnimationFrame(function draw() {
        context.fillStyle = frames++ < 20 ? 'rgb(' + frames * 10 + ', 0, 0)' : 'rgb(0, 0, 255)'
        context.fillRect(0, 0, 20, 20)
        requestAnimationFrame(draw)
      })
    </script>`
    await using target = await website(pages({ '/': moving }))
    const { reason, status } = await judgeOne(target, {
      parameters: { home: url, chart: element('graphic') },
      values: { home: 'http://localhost:8000/', chart: 'chart' },
      testcodes: {
        look: async ({ open, element, picture, expect }) => {
          await open('home')
          const { width, height, pixels } = await picture(await element('chart'))
          const pixel = (x: number, y: number) => [...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)]
          expect([width, height]).toEqual([40, 20])
          expect(pixel(0, 0)).toEqual([0, 0, 255, 255])
          expect(pixel(19, 19)).toEqual([0, 0, 255, 255])
          expect(pixel(39, 19)).toEqual([255, 255, 255, 255])
        },
      },
      timeout: 20_000,
    })
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  })

  it.each([
    ['without telling the page', '', 0],
    [
      'with an endless animation stopped',
      '<style>#chart { background: red; animation: pulse 1s infinite } @keyframes pulse { 50% { background: blue } }</style>',
      undefined,
    ],
  ])('is taken %s', async (_, style, changes) => {
    const counting = `${style}<svg id="chart" width="40" height="20" style="display:block"></svg><input><button onclick="this.textContent = changes">How many?</button><script>
      let changes = 0
      new MutationObserver((list) => (changes += list.length)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    </script>`
    await using target = await website(pages({ '/': counting }))
    const { reason, status } = await judgeOne(target, {
      parameters: { home: url, chart: element('graphic') },
      values: { home: 'http://localhost:8000/', chart: 'chart' },
      testcodes: {
        look: async ({ page, open, element, picture, expect }) => {
          await open('home')
          expect(await picture(await element('chart'))).toMatchObject({ width: 40, height: 20 })
          await page.getByRole('button').click()
          if (changes !== undefined) await expect(page.getByRole('button')).toHaveText(String(changes))
        },
      },
      timeout: 20_000,
    })
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  })

  it('fails if the element never rests', async () => {
    const restless = `<p id="clock">0</p><script>
      const clock = document.querySelector('#clock')
      setInterval(() => (clock.textContent = String(Number(clock.textContent) + 1)), 30)
    </script>`
    await using target = await website(pages({ '/': restless }))
    const { status } = await judgeOne(target, {
      parameters: { home: url, clock: element('text') },
      values: { home: 'http://localhost:8000/', clock: 'clock' },
      testcodes: {
        look: async ({ open, element, picture }) => {
          await open('home')
          await picture(await element('clock'))
        },
      },
      timeout: 6000,
    })
    expect(status).toBe('failed')
  })
})

describe('the "runnable" point of a website', () => {
  it('is given for a page with text', async () => {
    expect(await runnable(pages({ '/': PAGE }))).toEqual({
      status: 'passed',
      evidence: {},
      waited: expect.any(Number) as number,
    })
  })

  isNotGivenFor(IS_NOT_GIVEN_FOR_CASES)
})
