/** Which files and addresses values of the agent may name, and what the project can reach. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOME, forWebsites, open, website, type OpenFixture } from './fixtures.ts'
import { root } from '../../../helpers.ts'
import { routes, testcodes } from './confinement-cases.ts'

describe('values of the agent', forWebsites, () => {
  let site: OpenFixture
  beforeAll(async () => {
    const materials = { '5-note.md': 'A material\n' }
    site = await open({ ...website(routes), testcodes, materials, setup: { testcodeTimeout: 15_000 } })
  })
  afterAll(() => site[Symbol.asyncDispose]())

  it('are bad if they are missing or not a text; a number counts as a text', async () => {
    expect(await site.judge('opens', {})).toMatchObject({
      status: 'bad-parameter',
      reason: expect.stringContaining('"url"') as string,
    })
    expect(await site.judge('opens', { url: null })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('opens', { url: { deep: 1 } })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('opens', { url: 12 })).toMatchObject({
      status: 'bad-parameter',
      reason: expect.stringContaining('"12" is not an absolute address') as string,
    })
  })

  it.each([
    'data:text/html,<h1>Home</h1>',
    'http://elsewhere.example/',
    'file:///etc/passwd',
    '/etc/passwd',
    String.raw`C:\Windows\win.ini`,
    'chrome://version',
    'javascript:alert(1)',
    'http://admin:secret@localhost:8000/',
    '/about/',
    '',
  ])('are bad if they lead to "%s"', async (url) => {
    expect(await site.judge('opens', { url })).toMatchObject({ status: 'bad-parameter' })
  })

  it('are bad even if a testcode swallows the exception', async () => {
    expect(await site.judge('swallows', { url: 'data:text/html,x' })).toMatchObject({ status: 'bad-parameter' })
  })

  it('may use any name of the loopback and any port of the project', async () => {
    expect(await site.judge('opens', { url: 'http://127.0.0.1:8000/' })).toMatchObject({ status: 'passed' })
    expect(await site.judge('opens', { url: 'http://localhost:8001/' })).toMatchObject({ status: 'error' })
  })

  it('cannot leave the project by a redirect', async () => {
    expect(await site.judge('opens', { url: `${HOME}away` })).toMatchObject({ status: 'error' })
  })

  it('may name a download in the notation of Windows or of a shell', async () => {
    expect(await site.judge('downloads', { path: String.raw`%USERPROFILE%\Downloads\table.csv` })).toMatchObject({
      status: 'passed',
    })
    expect(await site.judge('downloads', { path: '$HOME/Downloads/table.csv' })).toMatchObject({ status: 'passed' })
    // Without a click of its own a testcode sees what earlier ones have downloaded.
    expect(await site.judge('reads', { path: '~/Downloads/table.csv' })).toMatchObject({ status: 'passed' })
  })

  it('may open a download as a page', async () => {
    expect(await site.judge('shows', { path: String.raw`%USERPROFILE%\Downloads\page.html` })).toMatchObject({
      status: 'passed',
    })
  })

  it.each([
    '/etc/passwd',
    '../../../etc/passwd',
    '/tmp',
    String.raw`%USERPROFILE%\Downloads`,
    '~/Downloads/../../etc/passwd',
    '~/.ssh/id',
    // A material of the mission: it is there without any download.
    String.raw`\data\material\5-note.md`,
    '~/data/material/5-note.md',
  ])('are bad if "%s" is given for a download', async (file) => {
    expect(await site.judge('reads', { path: file })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('exists', { path: file })).toMatchObject({ status: 'bad-parameter' })
  })

  it('do not count if the file was downloaded without a click of the testcode', async () => {
    const path = String.raw`%USERPROFILE%\Downloads\table.csv`
    expect(await site.judge('clicks-nothing', { path })).toMatchObject({ status: 'failed' })
  })

  it('may name a material for an upload, but no other file', async () => {
    expect(await site.judge('uploads', { name: '5-note.md' })).toMatchObject({ status: 'passed' })
    expect(await site.judge('uploads', { name: '../../../etc/passwd' })).toMatchObject({ status: 'bad-parameter' })
    expect(await site.judge('uploads-path', { path: '/etc/passwd' })).toMatchObject({ status: 'bad-parameter' })
  })
})

describe('a hostile project', forWebsites, () => {
  it('sees nothing of the worker, its sources and its materials', async () => {
    const look = `js:const fs = require('node:fs')
      const seen = ['/tmp', '/', ${JSON.stringify(root)}].map((folder) => { try { return fs.readdirSync(folder).join(' ') } catch { return 'none' } })
      const names = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((pid) => fs.readFileSync('/proc/' + pid + '/comm', 'utf8').trim())
      response.writeHead(200, html).end('<p id=seen>' + [...seen, ...names].join(' | ') + '</p>')`
    await using site = await open({
      ...website({ '/': look }),
      materials: { '5-secret.md': 'secret' },
      testcodes: {
        looks: `
def test(driver, url):
    driver.get(url)
    seen = driver.find_element(By.ID, 'seen').text
    assert 'pe-' not in seen and 'python' not in seen and 'chrom' not in seen and 'harness' not in seen, seen`,
      },
    })
    expect(await site.judge('looks', { url: HOME })).toMatchObject({ status: 'passed' })
  })

  it('cannot make the harness write other files than its download', async () => {
    await using site = await open({ ...website(routes), testcodes })
    await site.judge('downloads', { path: '~/Downloads/table.csv' })
    const copies = await readdir(path.join(site.scratch, 'view', 'downloads'))
    expect(copies).toEqual(['table.csv'])
  })
})

describe('a hostile project', forWebsites, () => {
  it('finds no server but itself on its loopback', async () => {
    const main = await readFile(path.join(root, 'test/hostile/port-scan/project/main.js'), 'utf8')
    await using site = await open({
      kind: 'website',
      files: { 'main.js': main },
      launch: { start: ['node', 'main.js'], port: 8000, homepage: '/' },
      testcodes: {
        scans: `
def test(driver, url):
    driver.get(url)
    driver.find_element(By.LINK_TEXT, 'Scan').click()
    end = time.time() + 50
    while time.time() < end and not driver.find_element(By.ID, 'result').text:
        time.sleep(0.2)
    assert driver.find_element(By.ID, 'result').text == 'found: 8000', driver.find_element(By.ID, 'result').text`,
      },
      setup: { testcodeTimeout: 55_000 },
    })
    expect(await site.judge('scans', { url: HOME })).toMatchObject({ status: 'passed' })
  })
})
