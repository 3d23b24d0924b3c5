import { execa } from 'execa'
import { HarnessFault } from '../../errors.ts'

const known = new Map<string, Promise<string>>()
const PATIENCE = 10_000

/** How a browser with windows of the same version names itself. One without them says "Headless". */
export function userAgentOf(file: string): Promise<string> {
  const asked = known.get(file) ?? ask(file)
  known.set(file, asked)
  // One that could not be asked is asked again.
  asked.catch(() => known.delete(file))
  return asked
}

async function ask(file: string): Promise<string> {
  const { stdout } = await execa(file, ['--version'], { reject: false, timeout: PATIENCE, stdin: 'ignore' })
  const version = /(\d+)\.\d+\.\d+/.exec(stdout)?.[1]
  if (version === undefined) throw new HarnessFault(`the browser ${file} does not tell its version; try pe doctor`)
  // Chromium writes the minor parts of its version as zeros, for every browser.
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`
}
