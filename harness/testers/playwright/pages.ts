import { errors, type Page, type Response } from '@playwright/test'
import { BadParameter, ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { WebsiteTarget } from '../../contracts/types.ts'
import { isOnTarget } from './addresses.ts'

/** The browser was not let to where a page led. */
class LeadsAway extends ProjectFault {}

/**
 * Opens the page that a parameter names.
 * @throws BadParameter where the project has no such page, or it leads away from the project
 * @throws ExpectationNotMet where the project answers with another failure
 */
export async function visit(page: Page, address: string, name: string, target: WebsiteTarget): Promise<void> {
  const response = await go(page, address, 'load').catch((error: unknown) => {
    throw error instanceof LeadsAway ? new BadParameter(`"${name}": ${error.message}`) : error
  })
  const status = response?.status() ?? 200
  if (!isOnTarget(page.url(), target)) {
    throw new BadParameter(`"${name}" leads to ${page.url().slice(0, 200)}, which the project did not serve`)
  }
  if (status === 404 || status === 410)
    throw new BadParameter(`"${name}" is no page of the project: it answers ${String(status)}`)
  if (status >= 400) throw new ExpectationNotMet(`the page that "${name}" names answers ${String(status)}`)
}

/**
 * Opens a page whose address a testcode has seen, whatever it answers.
 * @throws ProjectFault where it cannot be opened
 */
export async function load(page: Page, address: string): Promise<void> {
  await go(page, address, 'load')
}

/**
 * The runnable point of a website: its homepage answers below 400 with non-empty HTML.
 * @throws ExpectationNotMet
 */
export async function homepageProblem(page: Page, target: WebsiteTarget): Promise<void> {
  const response = await go(page, target.origin + target.homepage, 'domcontentloaded')
  if (response === null) throw new ExpectationNotMet('the homepage gave no answer')
  if (!isOnTarget(page.url(), target))
    throw new ExpectationNotMet(`the homepage leads away, to ${page.url().slice(0, 200)}`)
  if (response.status() >= 400) throw new ExpectationNotMet(`the homepage answers ${String(response.status())}`)
  const type = (await response.headerValue('content-type')) ?? ''
  if (!type.includes('html')) throw new ExpectationNotMet(`the homepage is no HTML but "${type}"`)
  if ((await response.text()).trim() === '') throw new ExpectationNotMet('the homepage is empty')
}

async function go(page: Page, address: string, waitUntil: 'load' | 'domcontentloaded'): Promise<Response | null> {
  try {
    // Only another fragment leads to no new page: whoever opens an address would see it as it is when it is loaded.
    return (await page.goto(address, { waitUntil })) ?? (await page.reload({ waitUntil }))
  } catch (error) {
    if (error instanceof errors.TimeoutError || page.isClosed()) throw error
    if (String(error).includes('ERR_BLOCKED_BY_ADMINISTRATOR'))
      throw new LeadsAway(`${address} leads away from the project`)
    throw new ProjectFault(`${address} could not be opened: ${String(error).split('\n')[0] ?? ''}`)
  }
}
