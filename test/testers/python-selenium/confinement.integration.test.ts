/** Which files and addresses values of the agent may name, and what the project can reach. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOME, forWebsites, open, website, type OpenFixture } from './fixtures.ts'
import { root } from '../../helpers.ts'
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
