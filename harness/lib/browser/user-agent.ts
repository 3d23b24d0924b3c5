import { execa } from 'execa'
import { HarnessFault } from '../../errors.ts'

const userAgents = new Map<string, Promise<string>>()
const VERSION_TIMEOUT = 10_000

/** The user agent of a browser of this version with windows. A headless one would say "Headless". */
export function userAgentOf(file: string): Promise<string> {
  const userAgent = userAgents.get(file) ?? readUserAgent(file)
  userAgents.set(file, userAgent)
  // A failure is not cached.
  userAgent.catch(() => userAgents.delete(file))
  return userAgent
}

async function readUserAgent(file: string): Promise<string> {
  const { stdout } = await execa(file, ['--version'], { reject: false, timeout: VERSION_TIMEOUT, stdin: 'ignore' })
  const version = /(\d+)\.\d+\.\d+/.exec(stdout)?.[1]
  if (version === undefined) throw new HarnessFault(`"${file} --version" printed no version; try pe doctor`)
  // Every Chromium writes the minor parts of its version as zeros.
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
}
