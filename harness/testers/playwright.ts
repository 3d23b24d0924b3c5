import { expect } from '@playwright/test'
import type { Browser } from 'playwright'
import { MachineFault } from '../errors.ts'
import { closeDrivers, endOf } from '../lib/browser/drivers.ts'
import { closeParsers } from '../lib/parsing/produced.ts'
import type { PatienceMode } from '../contracts/schema.ts'
import type { BrowserCage, SessionSetup, Target, Tester, WebsiteFixtures } from '../contracts/types.ts'
import { OwnBrowser } from './playwright/browser-source.ts'
import { PlaywrightSession } from './playwright/session.ts'
import { testcodeFunctions } from './testcode-functions.ts'

export interface PlaywrightOptions {
  /** Launches a browser, in a cage if the sandbox has one. The browser may read the upload folders. */
  readonly launch: (place?: BrowserCage | string, uploads?: readonly string[]) => Promise<Browser>
  /** Origins other than the project's that its pages may load from; none by default. */
  readonly allowedOrigins?: readonly string[]
  /** `full`: an expectation that does not hold waits its whole timeout, even on a page at rest. */
  readonly patience?: PatienceMode | undefined
}

/** Acts on a website as a user would, in a real browser. Each trial has its own browser and runs its testcodes in order. */
export function playwrightTester(options: PlaywrightOptions): Tester {
  const { allowedOrigins = [] } = options
  const full = options.patience === 'full'
  const sourceFor = ({ sandbox }: Target, { mission, scratch }: SessionSetup): OwnBrowser => {
    const cage = sandbox.browser
    return new OwnBrowser({ launch: () => options.launch(cage ?? scratch, [mission.materialsFolder]), cage, endOf })
  }
  return {
    name: 'playwright',
    async open(target, setup) {
      if (target.kind !== 'website') throw new MachineFault(`the playwright tester cannot judge a ${target.kind}`)
      const functions = testcodeFunctions<WebsiteFixtures>(setup)
      const source = sourceFor(target, setup)
      try {
        return await PlaywrightSession.open({ source, target, setup, functions, expect, allowedOrigins, full })
      } catch (error) {
        await source[Symbol.asyncDispose]()
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      await closeDrivers()
      // The parser of screenshots is started for the first one and shared by the run.
      await closeParsers()
    },
  }
}
