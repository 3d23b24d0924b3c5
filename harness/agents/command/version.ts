import { withTimeout } from '../../lib/async/deadline.ts'
import { DeadlineExceeded } from '../../errors.ts'
import type { AgentSetup } from '../setup.ts'
import type { Settings } from './settings.ts'

const DEADLINE = 20_000
const OUTPUT_LIMIT = 10_000
/** Characters of a version: it is stored with each run. */
const LONGEST = 100

/**
 * The first line that a tool prints for `--version`, or `unknown`. It runs in an empty room without network and keys: a
 * tool that does not know the option may start to work, and then leaves nothing behind.
 */
export async function versionOf(
  { program, shows }: Settings,
  { openRoom }: Pick<AgentSetup, 'openRoom'>,
): Promise<string> {
  await using room = await openRoom({ hosts: [], shows })
  const argv = [program.file, '--version']
  const running = await room.spawn({ argv, stdin: 'none', outputLimit: OUTPUT_LIMIT, endAtLimit: true })
  const exit = await withTimeout(running.exit, DEADLINE, 'time limit').catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return running.end(error.message)
    throw error
  })
  const line =
    running.stdout
      .text()
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.slice(0, LONGEST)
      .trim() ?? ''
  return exit.code === 0 && line !== '' ? line : 'unknown'
}
