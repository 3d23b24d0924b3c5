/** Browser tests of the report: `npx playwright test`, and a part of `npm test`. */
import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './harness/lib/browser/find.ts'

/** Set by `npm run prove`. */
const EVERY_LOOK = process.env['PE_TEST_EVERY_LOOK'] === '1'

const browser = await findBrowser(process.env)
// A new context for each test took four tenths of all processor time. Playwright empties the one that it uses again.
process.env['PW_TEST_REUSE_CONTEXT'] = '1'
if ('missing' in browser) throw new Error(browser.missing)

export default defineConfig({
  testDir: 'test/report',
  testMatch: '*.spec.ts',
  outputDir: 'node_modules/.cache/pe/report-tests',
  workers: 2,
  // Ends tests that hang. On a machine that others keep busy, tests take ten times as long as on a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // `npm run prove` runs those, too.
  ...(EVERY_LOOK ? {} : { grepInvert: /@prove/ }),
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: { launchOptions: { executablePath: browser.path, args: [...BROWSER_FLAGS] } },
})
