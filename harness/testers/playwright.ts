import { MachineFault } from '../errors.ts'
import { endOf } from '../lib/browser/drivers.ts'
import { playwrightLibrary } from '../lib/browser/library.ts'
import type { SessionSetup, TesterEntry, WebsiteFixtures, WebsiteTarget } from '../contracts/types.ts'
import { OwnBrowser } from './playwright/browser-source.ts'
import { PlaywrightSession } from './playwright/session.ts'
import { checkTestcodeModule, testcodeFunctions } from './testcode-functions.ts'

/** Acts on a website as a user would, in a real browser. Each suite of a trial has its own browser and runs its testcodes in order. */
export const playwright: TesterEntry = {
  name: 'playwright',
  accepts: ['website'],
  check: checkTestcodeModule,
  async open(target, setup) {
    if (target.kind !== 'website') throw new MachineFault(`the playwright tester cannot judge a ${target.kind}`)
    const { allowedOrigins } = setup.services
    const { expect } = playwrightLibrary()
    const functions = testcodeFunctions<WebsiteFixtures>(setup)
    const source = browserFor(target, setup)
    try {
      return await PlaywrightSession.open({ source, target, setup, functions, expect, allowedOrigins })
    } catch (error) {
      await source[Symbol.asyncDispose]()
      throw error
    }
  },
}

function browserFor(target: WebsiteTarget, { mission, scratch, services }: SessionSetup): OwnBrowser {
  const { browser: sandbox } = target.sandbox
  const launch = () => services.launchBrowser(sandbox ?? scratch, [mission.materialsFolder])
  return new OwnBrowser({ launch, sandbox, endOf })
}
