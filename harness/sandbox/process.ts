import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { spawnGroup } from '../processes/spawn.ts'
import type { Running, Sandbox, SandboxCommand } from '../types.ts'

/** Names the sandbox that a process belongs to, in its environment: how those that left their group are found. */
const MARK = 'PE_SANDBOX_ID'
const OUTPUT_LIMIT = 512 * 1024

/**
 * The weak sandbox: plain processes of the same user in process groups of their own, with a clean environment. It keeps
 * nothing from reading or writing where the user may; it is for systems without namespaces.
 * @param home Folder that stands for HOME and TMPDIR
 */
export function openProcessSandbox(home: string): Sandbox {
  const id = randomBytes(12).toString('hex')
  const running: Running[] = []
  return {
    name: 'process',
    privateLoopback: false,
    async spawn(command: SandboxCommand) {
      const child = await spawnGroup({
        argv: command.argv,
        cwd: command.cwd,
        env: { ...baseEnvironment(home), ...command.env, [MARK]: id },
        stdin: command.stdin,
        outputLimit: command.outputLimit ?? OUTPUT_LIMIT,
        endAtLimit: command.endAtLimit ?? false,
      })
      running.push(child)
      return child
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(running.map((child) => child.end('ended with its trial')))
      await killMarked(`${MARK}=${id}`)
    },
  }
}

function baseEnvironment(home: string): Record<string, string> {
  return {
    PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
}

/** Kills, until there are none, the processes whose environment holds the mark. Linux only: elsewhere there is no /proc. */
async function killMarked(mark: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (;;) {
    const pids = await processesWith(mark)
    if (pids.length === 0) return
    for (const pid of pids) killProcess(pid)
  }
}

async function processesWith(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const marked = await Promise.all(pids.map((pid) => environmentHolds(pid, mark)))
  return pids.filter((_, index) => marked[index])
}

/** False where the process is gone, is a zombie, or belongs to somebody else. */
async function environmentHolds(pid: number, mark: string): Promise<boolean> {
  const environment = await readFile(`/proc/${String(pid)}/environ`, 'utf8').catch(() => '')
  return environment.includes(mark)
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
