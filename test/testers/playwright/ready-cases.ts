/** Shared by the tests of ready. */
import { type Fixture } from './bed.ts'

export const press: Fixture['testcode'] = async ({ page }) => {
  await page.getByRole('button', { name: 'Save' }).click()
}
export const SAVE = '<button>Save</button>'
/** The way in which a page adds the button; `now()` does it. */
export const adds = (when: string): string =>
  `<p id="place"></p><script>const now = () => { document.querySelector('#place').innerHTML = '${SAVE}' }; ${when}</script>`
