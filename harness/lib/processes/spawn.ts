import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { execa } from 'execa'
import { withTimeout } from '../async/deadline.ts'
import { DeadlineExceeded, HarnessFault, ProjectFault, messageOf } from '../../errors.ts'
import type { EndCause, Exit, Running } from '../../contracts/types.ts'
import { forgetGroup, killGroup, registerGroup } from './groups.ts'
import { BoundedOutput } from './output.ts'

export interface SpawnOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment. No variable of the harness is passed on. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: 'keep' | 'none'
  /** Characters to keep of each of stdout and stderr. */
  readonly outputLimit: number
  /** Ends the process when it prints more than the limit. */
  readonly endAtLimit: boolean
  /** Called when the process has ended by itself; returns the cause if a limit ended it. */
  readonly causeAtExit?: (code: number | null, errors: string) => Promise<EndCause | undefined>
}

/**
 * Starts a process as the leader of its own process group.
 * @throws ProjectFault if the program does not exist or cannot be executed
 */
export async function spawnGroup(options: SpawnOptions): Promise<Running> {
  const [file = '', ...args] = options.argv
  if ([file, ...args].some((part) => part.includes('\0')))
    throw startFailure('an argument contains a NUL character', options)
  const child = execa(file, args, {
    cwd: options.cwd,
    env: { ...options.env },
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stdin: options.stdin === 'keep' ? 'pipe' : 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  // A failed start emits `error` instead; this promise is then never used.
  exited.catch(() => undefined)
  if (child.pid === undefined) throw startFailure((await child).cause, options)
  const group = child.pid
  registerGroup(group)

  let cause: EndCause | undefined
  let gone = false
  /** Ignored once the leader has ended: its id may be reused, and a later reason is not the cause of its end. */
  const endFor = (why: EndCause): void => {
    if (gone) return
    cause ??= why
    killGroup(group)
  }
  const limit = options.outputLimit
  const onOverflow = (): void => {
    if (!options.endAtLimit) return
    // Set here too, because endFor does nothing after the end: output that was still in the pipe counts.
    cause ??= { cause: `output limit ${String(limit)} characters`, limit: 'output' }
    endFor(cause)
  }
  const stdout = new BoundedOutput(child.stdout, limit, onOverflow)
  const stderr = new BoundedOutput(child.stderr, limit, onOverflow)
  child.stdin?.on('error', ignoreClosedPipe)

  const exit = exited.then(async ([code, signal]): Promise<Exit> => {
    // The leader has ended; remaining members of the group must not outlive it.
    killGroup(group)
    forgetGroup(group)
    gone = true
    await drained([child.stdout, child.stderr])
    cause ??= await options.causeAtExit?.(code, stderr.text())
    return { code, signal, ...cause }
  })

  const end = (why: string | EndCause): Promise<Exit> => {
    endFor(typeof why === 'string' ? { cause: why } : why)
    return exit
  }
  return {
    pid: group,
    exit,
    stdout,
    stderr,
    write: (text) => child.stdin?.write(text),
    closeInput: () => child.stdin?.end(),
    end,
    [Symbol.asyncDispose]: async () => {
      await end('ended with its trial')
    },
  }
}

/** Milliseconds to wait for more output: a process that left the group may keep a pipe open forever. */
const DRAIN_GRACE = 250

async function drained(streams: readonly Readable[]): Promise<void> {
  const open = streams.filter((stream) => !stream.closed)
  const closed = Promise.all(open.map((stream) => once(stream, 'close')))
  await withTimeout(closed, DRAIN_GRACE, 'the output is still open').catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error
    for (const stream of streams) stream.destroy()
  })
}

/** The machine cannot start another process, which is not the project's fault. */
const MACHINE_IS_FULL = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']
const LONGEST_COMMAND = 300

function startFailure(cause: unknown, options: SpawnOptions): Error {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? ''
  const what = `"${options.argv.join(' ').slice(0, LONGEST_COMMAND)}" does not start in ${options.cwd}`
  if (MACHINE_IS_FULL.includes(code))
    return new HarnessFault(`${what}: this machine cannot start another process (${code})`)
  const missing = ['ENOENT', 'EACCES', 'ENOTDIR'].includes(code)
  return new ProjectFault(
    missing ? `${what}: the program does not exist or is not executable (${code})` : `${what}: ${messageOf(cause)}`,
  )
}

/** A program may end while the harness writes to it. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED' && error.code !== 'ECONNRESET') throw error
}
