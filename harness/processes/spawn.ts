import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { execa } from 'execa'
import { within } from '../deadline.ts'
import { DeadlineExceeded, HarnessFault, ProjectFault, messageOf } from '../errors.ts'
import type { Exit, Running } from '../types.ts'
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
}

/**
 * Starts a process as the leader of a group of its own.
 * @throws ProjectFault where the program does not exist or cannot be executed
 */
export async function spawnGroup(options: SpawnOptions): Promise<Running> {
  const [file = '', ...args] = options.argv
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
  if (child.pid === undefined) throw await startFailure(child, options)
  const group = child.pid
  registerGroup(group)

  let cause: string | undefined
  const endFor = (why: string): void => {
    cause ??= why
    killGroup(group)
  }
  const limit = options.outputLimit
  const onOverflow = options.endAtLimit ? () => endFor(`output limit ${String(limit)} characters`) : undefined
  const stdout = new BoundedOutput(child.stdout, limit, onOverflow)
  const stderr = new BoundedOutput(child.stderr, limit, onOverflow)
  child.stdin?.on('error', ignoreClosedPipe)

  const exit = exited.then(async ([code, signal]): Promise<Exit> => {
    // The leader is gone; members of the group that it left behind must not outlive it.
    killGroup(group)
    await drained([child.stdout, child.stderr])
    forgetGroup(group)
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

async function startFailure(child: PromiseLike<{ readonly cause?: unknown }>, options: SpawnOptions): Promise<Error> {
  const { cause } = await child
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  const what = `"${options.argv.join(' ')}" does not start in ${options.cwd}`
  if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') {
    return new ProjectFault(`${what}: there is no such program, or it may not be executed (${code})`)
  }
  return new HarnessFault(`${what}: ${messageOf(cause)}`)
}

/** A program that ends while it is written to is no fault of ours. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED' && error.code !== 'ECONNRESET') throw error
}
