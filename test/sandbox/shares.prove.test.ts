/** A project with many busy processes does not take the processor time of other trials. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { PROJECT_LIMITS } from '../../harness/sandbox/limits.ts'
import { needs } from '../needs.ts'

const HOGS = 16
/** Milliseconds for which the processes of the project, and the one outside, are busy. */
const [LONG, SHORT] = [6000, 3000]

/** Is busy for some milliseconds, then prints the share of them for which it had a processor. */
const busy = (milliseconds: number) => `
  const end = Date.now() + ${String(milliseconds)}
  while (Date.now() < end);
  console.log('share ' + process.cpuUsage().user / 1000 / ${String(milliseconds)})
`
/** Each process is a session of its own: the kernel may share out processor time among sessions. */
const PROJECT = `
  const { spawn } = require('node:child_process')
  for (let count = 0; count < ${String(HOGS)}; count += 1)
    spawn(process.execPath, ['-e', ${JSON.stringify(busy(LONG))}], { detached: true, stdio: 'inherit' })
  setTimeout(() => console.log('started'), 500)
`

it(
  'many busy processes of a project leave most of a processor to a process outside',
  { ...(await needs('bubblewrap', 'control groups')), timeout: 90_000 },
  async () => {
    const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
    try {
      await using sandbox = await openSandbox('bubblewrap', scratch, { limits: PROJECT_LIMITS })
      const project = await sandbox.spawn({ argv: ['node', '-e', PROJECT], cwd: scratch, stdin: 'none' })
      await expect.poll(() => project.stdout.text(), { timeout: 20_000 }).toContain('started')
      const [other] = sharesIn((await execa(process.execPath, ['-e', busy(SHORT)])).stdout)
      await expect.poll(() => sharesIn(project.stdout.text()).length, { timeout: 30_000 }).toBe(HOGS)
      const ofProject = sharesIn(project.stdout.text())
      const mean = ofProject.reduce((sum, share) => sum + share, 0) / HOGS
      // If every process had the same share, both would be equal.
      expect(other).toBeGreaterThan(2 * mean)
    } finally {
      await rm(scratch, { recursive: true })
    }
  },
)

function sharesIn(text: string): number[] {
  return [...text.matchAll(/^share (.*)$/gm)].map(([, share]) => Number(share))
}
