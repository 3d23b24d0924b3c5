import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from '@playwright/test'

/** Serious and critical violations that axe finds in the page. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const inPage = (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe
    const { violations: found } = await inPage.run({ resultTypes: ['violations'] })
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary ?? ''}`)
            .slice(0, 3)
            .join(' | ')}`,
      )
  })
}

/** Opens all folded parts. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) details.open = true
  })
}
