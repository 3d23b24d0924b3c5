import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright'
import type { Downloaded, Picture, WebsiteFixtures } from '../../../harness/contracts/types.ts'
import { parsePng } from '../../../harness/lib/parsing/png.ts'
import { findQrCode } from '../../../harness/lib/parsing/qr-code.ts'
import { rowsOf } from '../../../harness/testers/playwright/expectations/rows.ts'
import { readingOrder } from '../../../harness/testers/playwright/shared/reading-order.ts'
import { refusal } from '../../../harness/testers/playwright/shared/refusal.ts'
import { ROOT as root } from '../program.ts'
import { end, remove, start } from './owned.ts'
import { BareTab, settled } from './tab.ts'
import { copy, expect, inputsOf, type Work } from './work.ts'

/** Starts a website and performs the actions of its testcodes, one after another. */
export async function website(
  { mission, testcodes, answers, plan, project }: Work,
  browser: Browser,
  installs: string,
): Promise<void> {
  const folder = await copy(project, installs)
  const port = await freePort()
  const [file = '', ...args] = plan.start
  const server = start(file, args, { cwd: folder, env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
  try {
    while (!(await answers200(port))) {
      if (server.exitCode !== null) throw new Error(`the server of ${mission.id} ended with ${String(server.exitCode)}`)
      await delay(5)
    }
    const tab = await BareTab.open(browser)
    await tab.page.goto(`http://localhost:${String(port)}/`)
    for (const { id } of mission.testcodes) {
      const value = (name: string) => answers[id]?.[name] ?? ''
      const url = (name: string) => value(name).replace(/^http:\/\/localhost:\d+/, `http://localhost:${String(port)}`)
      const { page, dialogs } = tab
      dialogs.length = 0
      const fixtures: WebsiteFixtures = {
        ...inputsOf(mission),
        page,
        expect: expect,
        url,
        dialogs: dialogs as WebsiteFixtures['dialogs'],
        open: (name) => visit(page, url(name)),
        load: (address) => visit(page, address),
        peek: (address) => visit(page, address),
        forget: () => tab.forget(),
        settle: () => settled(page),
        as: (person, how) => tab.as(person, how),
        rows: (texts, control, within = page.locator('body')) => rowsOf(within, texts, control),
        read: async (element) => {
          await expect(element).toHaveText(/\S/)
          return (await element.innerText()).trim()
        },
        choose,
        chosen: async (list) => (await list.locator('option:checked').allTextContents()).join(' ').trim(),
        offered: (list) => list.locator('option').allTextContents(),
        // Our own solutions ask by dialogues of the browser, which the tab answers.
        confirming: async (act) => {
          await act()
        },
        refusal: (parameter, says, act) => refusal(fixtures, parameter, says, act),
        readingOrder,
        once: (name, make) => tab.things.once(name, make),
        element: (name) => Promise.resolve(page.locator(selector(value(name)))),
        text: value,
        material: (name) => path.join(root, 'missions', mission.id, 'materials', name),
        picture: (element) => pictureOf(page, element),
        qrCode: async (picture) => findQrCode(await parsePng(Buffer.from(picture))),
        download: (action) => downloadOf(page, action),
      }
      await testcodes[id]?.(fixtures)
    }
    await tab.close()
  } finally {
    end(server)
    await remove(folder)
  }
}

/** An address that differs only in its fragment loads no new page, so the page is reloaded. */
async function visit(page: Page, address: string): Promise<void> {
  if ((await page.goto(address)) === null) await page.reload()
}

/** Takes screenshots until two are equal, so that animations have ended, as the harness does. */
async function pictureOf(page: Page, element: Locator): Promise<Picture> {
  await page.mouse.move(0, 0)
  const screenshot = () => element.screenshot({ animations: 'disabled' })
  let last = await screenshot()
  for (;;) {
    await delay(250)
    const next = await screenshot()
    if (next.equals(last)) return parsePng(next)
    last = next
  }
}

async function downloadOf(page: Page, action: () => Promise<unknown>): Promise<Downloaded> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()])
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}

function selector(value: string): string {
  if (value.startsWith('/') || value.startsWith('(')) return `xpath=${value}`
  return /^[\w-]+$/.test(value) ? `#${value}` : value
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function answers200(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    http
      .get({ port, host: 'localhost' }, (response) => {
        response.destroy()
        resolve(true)
      })
      .on('error', () => {
        resolve(false)
      })
  })
}

/** Chooses the only option of a list that contains a text. */
async function choose(list: Locator, text: string | RegExp = /(?:)/): Promise<void> {
  const option = list.locator('option').filter({ hasText: text })
  const label = ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim()
  await list.selectOption({ label })
}
