import type { Page, Response } from '@playwright/test'
import { BadParameter, ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { WebsiteTarget } from '../../contracts/types.ts'
import { isBrowserTimeout } from '../../lib/browser/library.ts'
import { expectHomepage } from '../homepage.ts'
import { isOnTarget } from '../project-address.ts'

/** The browser's policy blocked a navigation away from the project. */
class LeadsAway extends ProjectFault {}

/** The browser showed its own error page. */
class NotOpened extends ProjectFault {}

/**
 * Opens the page that a parameter names.
 * @throws BadParameter if the project has no such page, or the page leads away from the project
 * @throws ExpectationNotMet if the project answers with another error
 */
export async function visit(page: Page, address: string, name: string, target: WebsiteTarget): Promise<void> {
  const response = await go(page, address, 'load').catch((error: unknown) => {
    throw error instanceof LeadsAway ? new BadParameter(`"${name}": ${error.message}`) : error
  })
  const status = response?.status() ?? 200
  if (!isOnTarget(page.url(), target)) {
    throw new BadParameter(`"${name}" leads to ${page.url().slice(0, 200)}, which is not served by the project`)
  }
  if (status === 404 || status === 410)
    throw new BadParameter(`"${name}" is not a page of the project: the project answers ${String(status)}`)
  if (status >= 400)
    throw new ExpectationNotMet(`the page that "${name}" names was answered with status ${String(status)}`)
}

/**
 * Opens a page whose address a testcode has seen. Any HTTP status is accepted.
 * @throws ProjectFault if it cannot be opened
 */
export async function load(page: Page, address: string): Promise<void> {
  await go(page, address, 'load')
}

/** Like `load`, but also accepts that the server refuses without an answer. */
export async function peek(page: Page, address: string): Promise<void> {
  await load(page, address).catch((error: unknown) => {
    if (!(error instanceof NotOpened)) throw error
  })
}

/**
 * Opens the homepage and checks that it makes the website runnable.
 * @throws ExpectationNotMet
 */
export async function openHomepage(page: Page, target: WebsiteTarget): Promise<void> {
  const response = await go(page, target.origin + target.homepage, 'domcontentloaded')
  if (response === null) throw new ExpectationNotMet('the homepage gave no answer')
  const type = (await response.headerValue('content-type')) ?? ''
  const isEmpty = async () => (await response.text()).trim() === ''
  await expectHomepage({ url: page.url(), status: response.status(), type, isEmpty }, target)
}

async function go(page: Page, address: string, waitUntil: 'load' | 'domcontentloaded'): Promise<Response | null> {
  try {
    // An address that differs only in its fragment loads no new page, so the page is reloaded.
    return (await page.goto(address, { waitUntil })) ?? (await page.reload({ waitUntil }))
  } catch (error) {
    if (isBrowserTimeout(error) || page.isClosed()) throw error
    if (String(error).includes('ERR_BLOCKED_BY_ADMINISTRATOR'))
      throw new LeadsAway(`${address} leads away from the project`)
    throw new NotOpened(`${address} could not be opened: ${String(error).split('\n')[0] ?? ''}`)
  }
}
