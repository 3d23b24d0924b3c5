/** Shared by the tests of sandboxes. */
import { type SandboxName } from '../../harness/contracts/schema.ts'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { PROJECT_LIMITS, type SandboxLimits } from '../../harness/sandbox/limits.ts'
import type { Exit, Sandbox } from '../../harness/contracts/types.ts'

export const MiB = 1024 * 1024

interface Room extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly scratch: string
  readonly project: string
  /** Runs a Node program to its end. */
  run(
    code: string,
    options?: { readonly args?: readonly string[]; readonly stdin?: string },
  ): Promise<Exit & { out: string; err: string }>
}

export async function room(name: SandboxName, limits: Partial<SandboxLimits> = {}): Promise<Room> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'pe-test-'))
  const project = path.join(scratch, 'project')
  await mkdir(project)
  const sandbox = await openSandbox(name, scratch, { limits: { ...PROJECT_LIMITS, ...limits } })
  return {
    sandbox,
    scratch,
    project,
    async run(code, { args = [], stdin } = {}) {
      const running = await sandbox.spawn({
        argv: ['node', '-e', code, ...args],
        cwd: project,
        stdin: stdin === undefined ? 'none' : 'keep',
      })
      if (stdin !== undefined) running.write(stdin)
      running.closeInput()
      const exit = await running.exit
      return { ...exit, out: running.stdout.text(), err: running.stderr.text() }
    },
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]()
      await rm(scratch, { recursive: true, force: true })
    },
  }
}

/** Processes whose command line holds a text. */
export async function processesWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}
