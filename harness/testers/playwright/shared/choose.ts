import type { Locator } from '@playwright/test'

/** Chooses the one option of a selection list that contains a text. */
export async function choose(list: Locator, text: string | RegExp): Promise<void> {
  const option = list.locator('option').filter({ hasText: text })
  const label = ((await option.textContent()) ?? '').replace(/\s+/g, ' ').trim()
  await list.selectOption({ label })
}
