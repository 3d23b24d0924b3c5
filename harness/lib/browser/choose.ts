/** One browser that works, for the set-up. */
import { UsageError, messageOf } from '../../errors.ts'
import { browserCandidates, tryBrowser } from './find.ts'
import { installBrowser } from './install.ts'
import type { Environment, FoundBrowser } from './places.ts'
import { rememberBrowser } from './remember.ts'

/**
 * The first browser of this machine that opens a page, or else a freshly installed one; remembered for the next time.
 * @param say Told what is passed over and what takes long, a line each
 * @throws UsageError | HarnessFault that say what to do
 */
export async function chooseBrowser(env: Environment, say: (line: string) => void): Promise<FoundBrowser> {
  const browser = (await firstThatOpens(env, say)) ?? (await install(env, say))
  await rememberBrowser(browser, env)
  return browser
}

async function firstThatOpens(env: Environment, say: (line: string) => void): Promise<FoundBrowser | undefined> {
  for await (const browser of browserCandidates(env)) {
    const problem = await tryBrowser(browser.path).then(() => undefined, messageOf)
    if (problem === undefined) return browser
    if (browser.source === 'PE_CHROMIUM') throw new UsageError(`PE_CHROMIUM is of no use. ${problem}`)
    say(problem)
  }
  return undefined
}

async function install(env: Environment, say: (line: string) => void): Promise<FoundBrowser> {
  say('no browser found, installing one (this may take a minute)')
  return installBrowser(env)
}
