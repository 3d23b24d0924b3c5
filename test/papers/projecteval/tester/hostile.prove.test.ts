/** Pages that try to end, flood or hang the judge. None of them affects the testcode after it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOME, forWebsites, open, website, type OpenFixture } from './fixtures.ts'

const many = (what: string, bytes: number) => `js:response.writeHead(200, html)
  const part = Buffer.alloc(1 << 20, 'x')
  response.write('<title>t</title><${what}>')
  let left = ${String(bytes)}
  const more = () => { while (left > 0) { left -= part.length; if (!response.write(part)) return response.once('drain', more) } response.end('</${what}><p id=go>go</p>') }
  more()`

const routes = {
  '/': '<title>Home</title><h1 id=go>Hello</h1>',
  '/long-title': `<p id=go>go</p><script>document.title = 'x'.repeat(200e6)</script>`,
  '/long-text': many('p', 60e6),
  '/long-name': `<p id=go>go</p><script>go.className = 'x'.repeat(200e6)</script>`,
  '/alerts': `<p id=go>go</p><script>setInterval(() => alert('again'), 1)</script>`,
  '/long-alert': `<p id=go>go</p><script>setTimeout(() => alert('x'.repeat(100e6)), 100)</script>`,
  '/console': `<p id=go>go</p><script>setInterval(() => { for (let i = 0; i < 5000; i++) console.log('x'.repeat(500)) }, 1)</script>`,
  '/long-line': `<p id=go>go</p><script>console.log('\\u0001'.repeat(90e6))</script>`,
  '/many': `<p id=go>go</p><script>document.body.insertAdjacentHTML('beforeend', '<i>i</i>'.repeat(3000))</script>`,
  '/busy': `<p id=go>go</p><script>setTimeout(() => { for (;;); }, 50)</script>`,
  '/downloads': `<p id=go>go</p><script>setInterval(() => { const a = document.createElement('a')
    a.href = '/file'; a.download = 'f' + Math.random(); a.click() }, 20)</script>`,
  '/file': `js:response.writeHead(200, { 'content-disposition': 'attachment' }).end(Buffer.alloc(1 << 20))`,
  '/windows': `<p id=go onclick="for (let i = 0; i < 50; i++) open('/')">go</p>`,
}

const gets = (name: string, what: string) => [
  name,
  `\ndef test(driver, url):\n    driver.get(url)\n    driver.find_element(By.ID, 'go').click()\n    ${what}`,
]
const looks = {
  'long-title': `assert driver.title == 'short'`,
  'long-text': `assert 'nowhere' in driver.page_source`,
  'long-name': `assert driver.find_element(By.ID, 'go').get_attribute('class') == ''`,
  alerts: `assert driver.title == 'nowhere'`,
  'long-alert': `time.sleep(1)\n    assert driver.switch_to.alert.text == 'short'`,
  console: `time.sleep(2)\n    assert driver.title == 'nowhere'`,
  'long-line': `time.sleep(1)\n    assert driver.title == 'nowhere'`,
  many: `assert driver.find_element(By.XPATH, '//*[count(//*[count(//*)>1])>1]').text == 'nowhere'`,
  busy: `time.sleep(1)\n    assert driver.title == 'nowhere'`,
  downloads: `time.sleep(2)\n    assert driver.title == 'nowhere'`,
  windows: `assert driver.title == 'nowhere'`,
}
const testcodes = Object.fromEntries([
  ...Object.entries(looks).map(([name, what]) => gets(name, what)),
  [
    'honest',
    `\ndef test(driver, url):\n    driver.get(url)\n    assert driver.find_element(By.ID, 'go').text == 'Hello'`,
  ],
]) as Record<string, string>

/** Pages whose dialogs block the testcodes after them, as they would block a user. */
const IN_THE_WAY = ['alerts', 'long-alert']

const costsItsOwn = async (place: OpenFixture, name: string) => {
  const { status, reason } = await place.judge(name, { url: HOME + name })
  expect(['failed', 'timeout', 'error', 'bad-parameter'], reason).toContain(status)
}

describe('a hostile page', forWebsites, () => {
  let site: OpenFixture
  beforeAll(async () => {
    site = await open({ ...website(routes), testcodes, setup: { testcodeTimeout: 8000 } })
  })
  afterAll(() => site[Symbol.asyncDispose]())

  it.each(Object.keys(looks).filter((name) => !IN_THE_WAY.includes(name)))(
    'fails its own testcode and no other: %s',
    async (name) => {
      await costsItsOwn(site, name)
      const next = await site.judge('honest', { url: HOME })
      expect(next.reason).toBeUndefined()
      expect(next.status).toBe('passed')
    },
    120_000,
  )

  it.each(IN_THE_WAY)(
    'fails its own testcode by its dialogs: %s',
    async (name) => {
      await using own = await open({ ...website(routes), testcodes, setup: { testcodeTimeout: 8000 } })
      await costsItsOwn(own, name)
    },
    120_000,
  )
})
