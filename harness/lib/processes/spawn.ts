import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { execa } from 'execa'
import { within } from '../async/deadline.ts'
import { DeadlineExceeded, HarnessFault, ProjectFault, messageOf } from '../../errors.ts'
import type { Exit, Running } from '../../contracts/types.ts'
import { forgetGroup, killGroup, registerGroup } from './groups.ts'
import { BoundedOutput } from './output.ts'

export interface SpawnOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment: nothing of the harness's own is passed on. */
  readonly env: Readonly<Record<string, string>>
  readonly stdin: 'keep' | 'none'
  /** Characters kept of stdout and of stderr, each. */
  readonly outputLimit: number
  /** Ends the process when it prints more than the limit. */
  readonly endAtLimit: boolean
  /** Asked when it has ended by itself: whether a limit was the reason. */
  readonly causeAtExit?: (code: number | null, errors: string) => Promise<string | undefined>
}

/**
 * Starts a process as the leader of a group of its own.
 * @throws ProjectFault where the program does not exist or cannot be executed
 */
export async function spawnGroup(options: SpawnOptions): Promise<Running> {
  const [file = '', ...args] = options.argv
  if ([file, ...args].some((part) => part.includes('\0'))) throw startFailure('an argument holds a NUL', options)
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
  // A failed start is told through the `error` event; this promise is then never used.
  exited.catch(() => undefined)
  if (child.pid === undefined) throw startFailure((await child).cause, options)
  const group = child.pid
  registerGroup(group)

  let cause: string | undefined
  let gone = false
  /** Once the leader is gone its id may be another's, and what happens then was not the cause of its end. */
  const endFor = (why: string): void => {
    if (gone) return
    cause ??= why
    killGroup(group)
  }
  const limit = options.outputLimit
  const onOverflow = (): void => {
    if (!options.endAtLimit) return
    // What was still in the pipe when it ended counts too.
    cause ??= `output limit ${String(limit)} characters`
    endFor(cause)
  }
  const stdout = new BoundedOutput(child.stdout, limit, onOverflow)
  const stderr = new BoundedOutput(child.stderr, limit, onOverflow)
  child.stdin?.on('error', ignoreClosedPipe)

  const exit = exited.then(async ([code, signal]): Promise<Exit> => {
    // The leader is gone; members of the group that it left behind must not outlive it.
    killGroup(group)
    forgetGroup(group)
    gone = true
    await drained([child.stdout, child.stderr])
    cause ??= await options.causeAtExit?.(code, stderr.text())
    return { code, signal, ...(cause === undefined ? {} : { cause }) }
  })

  const end = (why: string): Promise<Exit> => {
    endFor(why)
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

/** A process that left the group may hold a pipe open for ever: what it prints after this grace is not waited for. */
const DRAIN_GRACE = 250

async function drained(streams: readonly Readable[]): Promise<void> {
  const open = streams.filter((stream) => !stream.closed)
  const closed = Promise.all(open.map((stream) => once(stream, 'close')))
  await within(closed, DRAIN_GRACE, 'output still open').catch((error: unknown) => {
    if (!(error instanceof DeadlineExceeded)) throw error
    for (const stream of streams) stream.destroy()
  })
}

/** The machine has no room for another process, which says nothing about the project. */
const MACHINE_IS_FULL = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']
const LONGEST_COMMAND = 300

function startFailure(cause: unknown, options: SpawnOptions): Error {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code ?? ''
  const what = `"${options.argv.join(' ').slice(0, LONGEST_COMMAND)}" does not start in ${options.cwd}`
  if (MACHINE_IS_FULL.includes(code)) return new HarnessFault(`${what}: this machine has no room for it (${code})`)
  const missing = ['ENOENT', 'EACCES', 'ENOTDIR'].includes(code)
  return new ProjectFault(
    missing ? `${what}: there is no such program, or it may not be executed (${code})` : `${what}: ${messageOf(cause)}`,
  )
}

/** A program that ends while it is written to is no fault of ours. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED' && error.code !== 'ECONNRESET') throw error
}
