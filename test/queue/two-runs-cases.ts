/** Shared by the tests of two-runs. */
import { writeFile } from 'node:fs/promises'
import { type TemporaryFolder } from '../helpers.ts'

export const LASTING = { timeout: 240_000 }

/** An agent that answers once it was asked twice, so that two trials are under way at the same time. */
export async function pairedAgent(folder: TemporaryFolder): Promise<string> {
  const code = `import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const ASKED = ${JSON.stringify(folder.file('asked'))}

export default () => ({
  name: 'paired',
  generate: async (_brief, { signal }) => {
    appendFileSync(ASKED, 'x')
    while (readFileSync(ASKED, 'utf8').length < 2) await delay(20, undefined, { signal })
    return { files: [{ path: 'main.js', content: '// ' + process.pid }] }
  },
  answer: () => Promise.resolve({}),
})
`
  await writeFile(folder.file('paired.mjs'), code)
  return folder.file('paired.mjs')
}
