/** Shared by the tests of steering. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { until, type TemporaryFolder } from '../helpers.ts'

export const LASTING = { timeout: 240_000 }

/** An agent that hangs the first time that it is asked for the project of one mission. */
export async function stuckAgent(folder: TemporaryFolder): Promise<string> {
  const code = `import { existsSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const ASKED = ${JSON.stringify(folder.file('asked'))}

export default () => ({
  name: 'stuck',
  generate: async (_brief, { mission, signal }) => {
    if (mission === 'sum' && !existsSync(ASKED)) {
      writeFileSync(ASKED, '')
      await delay(3_600_000, undefined, { signal })
    }
    return { files: [] }
  },
  answer: () => Promise.resolve({}),
})
`
  await writeFile(folder.file('stuck.mjs'), code)
  return folder.file('stuck.mjs')
}

/** Waits until that agent hangs: only the first attempt does. */
export async function untilHangs(folder: TemporaryFolder): Promise<void> {
  await until(() => existsSync(folder.file('asked')), 'the agent is asked', 60_000)
}
