/** A page that listens for everything cannot observe the harness. */
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect as look } from '@playwright/test'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDrivers } from '../../../harness/lib/browser/drivers.ts'
import { launchBrowser } from '../../../harness/lib/browser/launch.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { root } from '../../helpers.ts'

afterAll(() => closeDrivers())

const BODY = `<!doctype html><title>Ears</title><h1>Home</h1>
<form onsubmit="return false"><label>Name <input id="name"></label><label>Day <input id="day" type="date"></label>
<label><input id="box" type="checkbox"> Agree</label>
<select id="choice"><option>One</option><option>Two</option></select><button id="go">Go</button></form>
<ul><li>First</li><li>Second</li></ul><input type="file" id="file"><a href="#next">Next</a><iframe srcdoc="<p>Inner</p>"></iframe>
<p id="heard" hidden></p>`

describe('a page that listens for everything', () => {
  it('observes no locators, expectations, actions, pictures or evidence', async () => {
    const listener = await readFile(path.join(root, 'test/hostile/listener/project/listener.js'), 'utf8')
    const html = `${BODY}<script>const found = (what) => document.getElementById('heard').append(what + '; ')</script><script>${listener}</script>`
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    })
    await once(server.listen(0), 'listening')
    await using place = await scratchFolder()
    const browser = await launchBrowser(place.path)
    try {
      const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC' })
      await context.tracing.start({ snapshots: true, screenshots: false, sources: false })
      const page = await context.newPage()
      await page.goto(`http://localhost:${String((server.address() as AddressInfo).port)}/`)
      await page.getByLabel('Name').fill('Ada')
      await page.getByLabel('Name').pressSequentially('B')
      await page.getByLabel('Agree').check()
      await page.locator('#day').fill('2025-06-20')
      await page.locator('#choice').selectOption('Two')
      await page.getByRole('button', { name: 'Go' }).click()
      await page.getByRole('link').hover()
      await page.locator('#file').setInputFiles(path.join(root, 'package.json'))
      await page.keyboard.press('Tab')
      await look(page).toHaveTitle('Ears')
      await look(page.getByRole('heading')).toHaveText('Home')
      await look(page.getByRole('heading')).toBeVisible()
      await look(page.getByRole('heading')).toBeInViewport()
      await look(page.locator('#name')).toHaveValue('AdaB')
      await look(page.locator('#box')).toBeChecked()
      await look(page.locator('li')).toHaveCount(2)
      await look(page.locator('li')).toHaveText(['First', 'Second'])
      await look(page.locator('//li[text()="First"]')).toHaveCSS('display', 'list-item')
      await look(page.getByText('Nothing')).toHaveCount(0)
      await look(page.locator('li').filter({ hasText: 'Second' }))
        .toHaveText('Third', { timeout: 300 })
        .catch(() => undefined)
      expect(await page.locator('li').allInnerTexts()).toEqual(['First', 'Second'])
      expect(await page.locator('li').first().innerText()).toBe('First')
      expect(
        await page
          .locator('li')
          .first()
          .evaluate((item) => item.tagName),
      ).toBe('LI')
      expect(await page.frameLocator('iframe').locator('p').textContent()).toBe('Inner')
      await page.locator('ul').boundingBox()
      await page.screenshot({ fullPage: true })
      await page.locator('ul').screenshot({ animations: 'disabled' })
      await page.content()
      await page.evaluate('document.documentElement.outerHTML.slice(0, 100)')
      await page.locator('ul').ariaSnapshot()
      await context.tracing.stopChunk({ path: path.join(place.path, 'trace.zip') })
      // The page checks every 50 ms.
      await page.waitForTimeout(300)
      expect(await page.locator('#heard').textContent()).toBe('')
    } finally {
      await browser.close()
      server.closeAllConnections()
      server.close()
    }
  })
})
