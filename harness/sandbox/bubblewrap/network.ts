import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { withTimeout } from '../../lib/async/deadline.ts'
import { HarnessFault } from '../../errors.ts'
import { forgetGroup, killGroup, registerGroup } from '../../lib/processes/groups.ts'
import { systemMounts } from './mounts.ts'

/** A network namespace with only a loopback, for one trial. It exists until it is disposed. */
export interface PrivateNetwork extends AsyncDisposable {
  /** Command prefix that starts a program in this network. */
  readonly enter: readonly string[]
  /** The TCP ports that programs in it listen on. */
  listening(): Promise<readonly number[]>
  isListening(port: number): Promise<boolean>
}

const DEADLINE = 5000

/**
 * Starts a process that only holds the namespace. bwrap brings the loopback up. The process ends when a pipe from the harness
 * closes: if the harness is killed while bwrap starts, bwrap's own `--die-with-parent` may come too late. At that moment bwrap can
 * also be left waiting for its own parent for ever. It works in the scratch folder until then, so the next start finds and ends it.
 * @param scratch Of this harness
 * @throws HarnessFault if bwrap is missing or may not make namespaces
 */
export async function openNetwork(scratch: string): Promise<PrivateNetwork> {
  const root = process.getuid?.() === 0
  const holder = spawn(
    'bwrap',
    [
      ...(root ? [] : ['--unshare-user']),
      ...systemMounts(),
      ...['--proc', '/proc', '--unshare-net', '--unshare-pid', '--unshare-ipc', '--die-with-parent'],
      ...['--info-fd', '3', '--', 'sh', '-c', 'echo ready; exec cat'],
    ],
    { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], detached: true, cwd: scratch, env: { PATH: '/usr/bin:/bin' } },
  )
  const failed = once(holder, 'error').then(([error]: unknown[]) => {
    throw new HarnessFault(
      'bubblewrap does not start; install it (apt-get install bubblewrap) or use --sandbox process',
      {
        cause: error,
      },
    )
  })
  failed.catch(() => undefined)
  const exited = once(holder, 'exit')
  exited.catch(() => undefined)
  if (holder.pid === undefined) return failed
  const group = holder.pid
  registerGroup(group)
  const close = async (): Promise<void> => {
    killGroup(group)
    if (holder.exitCode === null && holder.signalCode === null) await exited
    forgetGroup(group)
  }
  try {
    // bwrap reports the process id before it maps the user and brings the loopback up; "ready" is printed after that.
    const ready = once(holder.stdout, 'data')
    const info = ready.then(() => firstObject(holder.stdio[3] as Readable))
    const early = exited.then(async () => {
      const errors = await text(holder.stderr)
      throw new HarnessFault(
        `bubblewrap could not create namespaces; try pe doctor or --sandbox process: ${errors.trim()}`,
      )
    })
    early.catch(() => undefined)
    const pid = await withTimeout(
      Promise.race([info, early, failed]),
      DEADLINE,
      'bubblewrap did not create namespaces in time',
    )
    const target = root ? [] : ['--user', '--preserve-credentials']
    return {
      enter: ['nsenter', '--target', String(pid), '--net', ...target, '--'],
      listening: () => listening(pid),
      isListening: async (port) => (await listening(pid)).includes(port),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The id of the process in the namespace, from the JSON that bwrap writes. */
async function firstObject(stream: Readable): Promise<number> {
  const { 'child-pid': pid } = JSON.parse(await text(stream)) as { 'child-pid'?: number }
  if (pid === undefined) throw new HarnessFault('bubblewrap did not report the process that it started')
  return pid
}

/** The state of a listening socket in the kernel's tables. */
const LISTEN = '0A'

/**
 * Reads the socket tables of a process's network; sends nothing. The kernel scans the tables of the whole machine for each
 * read, so they are read only if the network has any socket.
 */
async function listening(pid: number): Promise<readonly number[]> {
  if (!(await hasSockets(pid))) return []
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/${String(pid)}/net/${table}`, 'utf8').catch(() => '')),
  )
  const ports = tables
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === LISTEN ? parseInt(local.slice(local.lastIndexOf(':') + 1), 16) : []
    })
  return [...new Set(ports)]
}

async function hasSockets(pid: number): Promise<boolean> {
  const counts = await Promise.all(
    ['sockstat', 'sockstat6'].map((file) => readFile(`/proc/${String(pid)}/net/${file}`, 'utf8').catch(() => '')),
  )
  return /^TCP6?: inuse [1-9]/m.test(counts.join('\n'))
}
