/** Shared by the tests of sandboxes. */
import { type SandboxName } from '../../harness/contracts/schema.ts'
import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { PROJECT_LIMITS, type SandboxLimits } from '../../harness/sandbox/limits.ts'
import type { EndCause, Exit, Sandbox } from '../../harness/contracts/types.ts'

const MiB = 1024 * 1024

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

export const KINDS = ['memory', 'processes', 'processor time', 'disk'] as const

const LIMITS: Readonly<Record<(typeof KINDS)[number], readonly [Partial<SandboxLimits>, string, EndCause]>> = {
  memory: [
    { memory: 128 * MiB },
    `const all = []; setInterval(() => all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 10)`,
    { cause: 'memory limit 128 MiB', limit: 'memory' },
  ],
  processes: [
    { processes: 24 },
    `let left = 40; const more = () => { if (left-- > 0) require('child_process').spawn('sleep', ['30']).on('error', () => {}); setTimeout(more, 10) }; more()`,
    { cause: 'process limit 24', limit: 'processes' },
  ],
  'processor time': [{ cpu: 1 }, `for (;;) {}`, { cause: 'CPU limit 1 s', limit: 'time' }],
  disk: [
    { disk: 8 * MiB },
    `let n = 0; setInterval(() => require('fs').writeFileSync('f' + n++, Buffer.alloc(1024 * 1024)), 10)`,
    { cause: 'disk limit 8 MiB', limit: 'disk' },
  ],
}

export function endsWhatTakesTooMuch(name: SandboxName, ...kinds: readonly (typeof KINDS)[number][]): void {
  it.each(kinds)('ends what takes too much %s, and says so', async (kind) => {
    const [limit, code, end] = LIMITS[kind]
    await using here = await room(name, limit)
    expect(await here.run(code)).toMatchObject(end)
  })
}
