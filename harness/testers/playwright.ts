import { expect } from '@playwright/test'
import type { Browser } from 'playwright'
import { HarnessFault } from '../errors.ts'
import type { SessionSetup, Target, Tester } from '../types.ts'
import { PlaywrightSession } from './playwright/session.ts'
import { testcodeFunctions } from './testcode-functions.ts'
import type { WebsiteFixtures } from '../types.ts'

export interface PlaywrightOptions {
  /** Launches a browser; called again where the one before has gone. */
  readonly launch: () => Promise<Browser>
}

/** Acts on a website as a user would, in a real browser: one context for each trial, its testcodes in order. */
export function playwrightTester(options: PlaywrightOptions): Tester {
  let launched: Promise<Browser> | undefined
  const browser = async (): Promise<Browser> => {
    const current = await launched
    if (current?.isConnected() === true) return current
    launched = options.launch()
    return launched
  }
  return {
    name: 'playwright',
    async open(target: Target, setup: SessionSetup) {
      if (target.kind !== 'website') throw new HarnessFault(`the playwright tester cannot judge a ${target.kind}`)
      const functions = testcodeFunctions<WebsiteFixtures>(setup)
      return PlaywrightSession.open({ browser: await browser(), target, setup, functions, expect })
    },
    async [Symbol.asyncDispose]() {
      const current = await launched?.catch(() => undefined)
      await current?.close()
    },
  }
}
