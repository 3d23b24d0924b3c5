/** Actions whose element cannot be used: they fail early on a page at rest, and only there. */
import { describe, expect, it } from 'vitest'
import { judgeFixture, type Fixture } from './bed.ts'
import { press, adds } from './ready-cases.ts'

describe('an action whose element cannot be used', () => {
  it('leaves no action behind that could act later', async () => {
    const clicks = `<p id="out">none</p>${adds(`document.onkeydown = () => { now(); document.querySelector('button').onclick = () => { document.querySelector('#out').textContent = 'clicked' } }`)}`
    const testcode: Fixture['testcode'] = async (given) => {
      const { page, expect: claim } = given
      const failed = await press(given).then(
        () => false,
        () => true,
      )
      claim(failed).toBe(true)
      await page.keyboard.press('a')
      await given.settle()
      await claim(page.getByRole('button')).toBeVisible()
      await claim(page.locator('#out')).toHaveText('none')
    }
    expect(await judgeFixture({ body: clicks, testcode })).toMatchObject({ status: 'passed' })
  })
})
