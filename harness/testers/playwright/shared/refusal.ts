import type { Locator } from '@playwright/test'
import type { WebsiteFixtures } from '../../../contracts/types.ts'

type Parts = Pick<WebsiteFixtures, 'page' | 'settle' | 'element' | 'expect' | 'read'>

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Does something that a project must refuse.
 * @param parameter Names the element with the message, which is looked up afterwards
 * @param says Pattern of the message
 * @returns The element with the message
 * @throws ExpectationNotMet if no such message appears, or if the page showed it before
 */
export async function refusal(
  { page, settle, element, expect, read }: Parts,
  parameter: string,
  says: RegExp,
  act: () => Promise<unknown>,
): Promise<Locator> {
  await settle()
  const before = tidy(await page.locator('body').innerText())
  await act()
  const message = await element(parameter)
  await expect(message).toHaveText(says, { useInnerText: true })
  expect(before, 'the page before the message').not.toContain(tidy(await read(message)))
  return message
}
