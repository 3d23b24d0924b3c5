/** The first of the pages that go through values. */
import { casesNamed } from '../../helpers.ts'
import { expect, it } from 'vitest'
import { judgeFixture } from './bed.ts'
import { CYCLES, cycling, goesThroughValues } from './stillness-dishonest-cases.ts'

goesThroughValues(casesNamed(Object.entries(CYCLES), 'a chain of setTimeout'))

it('the right value for 300 ms, then another', async () => {
  const fixture = {
    ...cycling(''),
    body: `<button id="go">Compute</button><p id="out"></p><script>document.querySelector('#go').onclick = () => { document.querySelector('#out').textContent = 'Normal'; setTimeout(() => document.querySelector('#out').textContent = 'Obese', 300) }</script>`,
  }
  const judged = await judgeFixture({
    ...fixture,
    testcode: async ({ page, expect }) => {
      await page.locator('#go').click()
      await expect(page.locator('#out')).toHaveText('Normal')
    },
  })
  expect(judged.status).toBe('failed')
})
