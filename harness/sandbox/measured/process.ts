import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Duplex, Readable } from 'node:stream'
import { once } from 'node:events'
import { BoundedOutput } from '../../lib/processes/output.ts'
import { forgetGroup, killGroup, registerGroup } from '../../lib/processes/groups.ts'
import { HarnessFault, messageOf } from '../../errors.ts'
import type { MeasuredCommand } from '../../contracts/types.ts'

export interface HowToStart {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A process group whose program waits behind a gate until `open` is called. */
export interface GatedProcess {
  readonly pid: number
  /** Resolves when everything before the program is in place. Rejects if it ended before. */
  readonly ready: Promise<void>
  /** Lets the program start. */
  open(): void
  readonly exit: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  kill(): void
  errors(): string
  channel(): string
}

const ERRORS_KEPT = 64 * 1024
const CHANNEL_KEPT = 256 * 1024
/** Milliseconds to wait for output after the end: a process that left the group may keep the pipe open for ever. */
const DRAIN = 1000

/** The input of a process, and the receivers of its output. */
export interface Streams {
  /** A file of the host that becomes stdin. */
  readonly input: string | undefined
  readonly onOutput: (chunk: Buffer) => void
  readonly onChannel: MeasuredCommand['onChannel']
}

export function startGated({ argv, cwd, env }: HowToStart, { input, onOutput, onChannel }: Streams): GatedProcess {
  const [program = '', ...args] = argv
  const stdin = input === undefined ? ('ignore' as const) : openSync(input, 'r')
  let child: ChildProcess
  try {
    child = spawn(program, args, { cwd, env: { ...env }, detached: true, stdio: [stdin, 'pipe', 'pipe', 'pipe'] })
  } finally {
    if (typeof stdin === 'number') closeSync(stdin)
  }
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => {
      reject(new HarnessFault(`${program} does not start: ${messageOf(error)}`, { cause: error }))
    })
  })
  failed.catch(() => undefined)
  const { pid } = child
  if (pid === undefined) return neverStarted(failed)
  registerGroup(pid)
  const [stdout, stderr, gate] = [child.stdout, child.stderr, child.stdio[3]] as [Readable, Readable, Duplex]
  stdout.on('data', onOutput)
  stdout.on('error', () => undefined)
  const errors = new BoundedOutput(stderr, ERRORS_KEPT)
  // The other end closes with the program.
  gate.on('error', () => undefined)
  const channel = { text: '', began: false }
  const reply = (text: string) => {
    // Answers that a program asks for and does not read must not fill the memory of the harness.
    if (gate.writable && !gate.write(text)) gate.pause().once('drain', () => gate.resume())
  }
  const hear = (chunk: Buffer) => {
    if (onChannel) onChannel(chunk, reply)
    else channel.text = (channel.text + chunk.toString('latin1')).slice(-CHANNEL_KEPT)
  }
  const said = new Promise<void>((resolve) => {
    gate.on('data', (chunk: Buffer) => {
      if (channel.began) hear(chunk)
      channel.began = true
      resolve()
    })
  })
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const exit = exited.then(async ([code, signal]) => {
    // The other processes of the group must not outlive its leader.
    killGroup(pid)
    forgetGroup(pid)
    await closed([stdout, stderr])
    gate.destroy()
    return { code, signal }
  })
  const early = exit.then(({ code }) => {
    throw new HarnessFault(
      `the sandbox ended with exit code ${String(code)} before the program began: ${errors.text().slice(-500)}`,
    )
  })
  early.catch(() => undefined)
  const ready = Promise.race([said, early, failed])
  // A sandbox that is closed meanwhile ends the process, and then nobody waits for `ready` any more.
  ready.catch(() => undefined)
  return {
    pid,
    ready,
    open: () => void gate.write('\n'),
    exit,
    kill() {
      killGroup(pid)
    },
    errors: () => errors.text(),
    channel: () => channel.text,
  }
}

function neverStarted(failed: Promise<never>): GatedProcess {
  return {
    pid: 0,
    ready: failed,
    open: () => undefined,
    exit: failed,
    kill: () => undefined,
    errors: () => '',
    channel: () => '',
  }
}

/** Waits until the streams have ended, or closes them after a second. */
async function closed(streams: readonly Readable[]): Promise<void> {
  const open = streams.filter((stream) => !stream.closed)
  if (open.length === 0) return
  const timer = setTimeout(() => {
    for (const stream of open) stream.destroy()
  }, DRAIN)
  await Promise.all(open.map((stream) => once(stream, 'close')))
  clearTimeout(timer)
}
