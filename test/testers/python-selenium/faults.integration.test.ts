/** Whose fault a failure is: the project's, the agent's or the harness's. */
import { describe, expect } from 'vitest'
import { HOME, forWebsites, open, website } from './fixtures.ts'
import { sampled } from '../../part.ts'

const it = sampled('testers/python-selenium/faults', 8)

const crash = `<h1>Real</h1><script>document.querySelector(':is('.repeat(1e5) + 'a' + ')'.repeat(1e5))</script>`
const routes = {
  '/': '<title>Home</title><h1 id=title>Home</h1><button id=go>go</button>',
  '/hang': '<title>Hang</title><button id=go onclick="while (true);">go</button>',
  '/crash': crash,
  '/never': `js:response.writeHead(200, html).write('<h1>so far</h1>')`,
  '/end': `js:response.writeHead(200, html).end('bye'); setTimeout(() => process.exit(7), 50)`,
  '/broken': `js:response.writeHead(500, html).end('broken')`,
  '/cookie': `js:response.writeHead(200, { ...html, 'set-cookie': 'who=me' }).end('set')`,
  '/who': `js:response.writeHead(200, html).end('<p id=who>' + (request.headers.cookie ?? 'nobody') + '</p>')`,
}

const testcodes = {
  opens: `
def test(driver, url):
    driver.get(url)`,
  presses: `
def test(driver, url, button):
    driver.get(url)
    driver.find_element(By.ID, button).click()`,
  literal: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.ID, 'nowhere')`,
  index: `
def test(driver, url):
    driver.get(url)
    driver.find_elements(By.CLASS_NAME, 'nowhere')[0].click()`,
  raises: `
def test(driver, url):
    try:
        driver.find_element(By.XPATH, '//h6')
    except:
        raise Exception("Can't find it")`,
  exits: `
def test(driver, url):
    raise SystemExit(0)`,
  returns: `
def test(driver, url):
    return 'something'`,
  sleeps: `
def test(driver, url):
    while True:
        try:
            time.sleep(60)
        except:
            pass`,
  computes: `
def test(driver, url):
    sum(range(10 ** 12))`,
  cookie: `
def test(driver, url):
    driver.get(url)`,
  who: `
def test(driver, url):
    driver.get(url)
    assert driver.find_element(By.ID, 'who').text == 'who=me'`,
  package: `
def test(driver, url):
    pd.read_csv`,
  broken: `
def test(driver, url)
    pass`,
}
const sites = (setup = {}) => open({ ...website(routes), testcodes, setup: { testcodeTimeout: 6000, ...setup } })

describe('the outcome of a testcode', forWebsites, () => {
  it('depends on whose fault a missing element is', async () => {
    await using site = await sites()
    const missing = { status: 'bad-parameter' }
    expect(await site.judge('presses', { url: HOME, button: 'nowhere' })).toMatchObject(missing)
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
    // The same value has led to an element before.
    expect(await site.judge('presses', { url: `${HOME}who`, button: 'go' })).toMatchObject({ status: 'failed' })
    expect(await site.judge('literal', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('presses', { url: `${HOME}broken`, button: 'other' })).toMatchObject({ status: 'failed' })
    expect(await site.judge('presses', { url: HOME, button: '"]' })).toMatchObject(missing)
  })

  it('distinguishes exceptions that the testcode raises from others', async () => {
    await using site = await sites()
    expect(await site.judge('raises', { url: HOME })).toMatchObject({
      status: 'failed',
      reason: "Exception: Can't find it (line 6 of the testcode)",
    })
    expect(await site.judge('index', { url: HOME })).toMatchObject({ status: 'error' })
    expect(await site.judge('exits', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('returns', { url: HOME })).toMatchObject({ status: 'failed' })
    expect(await site.judge('broken', { url: HOME })).toMatchObject({ status: 'unjudged' })
  })

  it('is a timeout at the deadline, which does not affect other testcodes', async () => {
    await using site = await sites({ testcodeTimeout: 2000 })
    expect(await site.judge('cookie', { url: `${HOME}cookie` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('sleeps', { url: HOME })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('computes', { url: HOME })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
    expect(await site.judge('opens', { url: `${HOME}never` })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('who', { url: `${HOME}who` })).toMatchObject({ status: 'passed' })
  })

  it('is a timeout if the page hangs, and the browser is replaced', async () => {
    await using site = await sites({ testcodeTimeout: 3000 })
    expect(await site.judge('presses', { url: `${HOME}hang`, button: 'go' })).toMatchObject({ status: 'timeout' })
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('is an error of the project if a crash recurs', async () => {
    await using site = await sites()
    const crashed = await site.judge('opens', { url: `${HOME}crash` })
    expect(crashed).toMatchObject({ status: 'error' })
    expect(crashed.attempts).toHaveLength(2)
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('is unjudged if the browser is lost once', async () => {
    await using site = await sites()
    await site.target.sandbox.browser?.end()
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({
      status: 'unjudged',
      reason: expect.stringContaining('did not do so again: passed') as string,
    })
    expect(await site.judge('presses', { url: HOME, button: 'go' })).toMatchObject({ status: 'passed' })
  })

  it('has the end of the server as its reason', async () => {
    await using site = await sites()
    await site.judge('opens', { url: `${HOME}end` })
    await expect.poll(() => 'ended' in site.target && site.target.ended()).toContain('exit code 7')
    const after = await site.judge('presses', { url: HOME, button: 'go' })
    expect(after).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('the server has ended: exit code 7') as string,
    })
  })

  it('is unjudged if a Python package is missing, and names the package', async () => {
    await using site = await sites({ python: { program: '/usr/bin/python3', path: [], folders: [] } })
    const { status, reason } = await site.judge('package', { url: HOME })
    // With pandas there is nothing to say.
    if (status !== 'passed')
      expect({ status, reason }).toMatchObject({
        status: 'unjudged',
        reason: expect.stringContaining('apt-get install') as string,
      })
  })
})
