/** Chooses a working browser during set-up. */
import { UsageError, messageOf } from '../../errors.ts'
import { browserCandidates, tryBrowser } from './find.ts'
import { installBrowser } from './install.ts'
import type { Environment } from '../processes/environment.ts'
import type { FoundBrowser } from './places.ts'
import { rememberBrowser } from './remember.ts'

/**
 * Returns the first browser of this machine that opens a page, or installs one. Remembers it for the next time.
 * @param log Receives one line for each browser that is skipped, and one before a slow step
 * @throws UsageError | HarnessFault with a message that says what to do
 */
export async function chooseBrowser(env: Environment, log: (line: string) => void): Promise<FoundBrowser> {
  const browser = (await firstThatOpens(env, log)) ?? (await install(env, log))
  await rememberBrowser(browser, env)
  return browser
}

async function firstThatOpens(env: Environment, log: (line: string) => void): Promise<FoundBrowser | undefined> {
  for await (const browser of browserCandidates(env)) {
    const problem = await tryBrowser(browser.path).then(() => undefined, messageOf)
    if (problem === undefined) return browser
    if (browser.source === 'PE_CHROMIUM')
      throw new UsageError(`PE_CHROMIUM names a browser that does not work. ${problem}`)
    log(problem)
  }
  return undefined
}

async function install(env: Environment, log: (line: string) => void): Promise<FoundBrowser> {
  log('no browser found, installing one (this may take a minute)')
  return installBrowser(env)
}
