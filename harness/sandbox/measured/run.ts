import { constants } from 'node:os'
import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Measured, MeasuredCommand, MeasuredLimit, MeasuredLimits } from '../../contracts/types.ts'
import { mebibytes, MiB } from '../../lib/wording/bytes.ts'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { throwIfAborted } from '../../lib/async/deadline.ts'
import { createControlGroup } from '../cgroup/cgroup.ts'
import type { ControlGroup } from '../cgroup/types.ts'
import { PROJECT_LIMITS, type SandboxLimits } from '../limits.ts'
import { asOneProcess } from './one-process.ts'
import { groupMeter, treeMeter, type Used } from './meter.ts'
import { startGated, type GatedProcess, type HowToStart } from './process.ts'

/** Milliseconds between two looks at the counters. */
const PERIOD = 20
/** Looks at the counters between two looks at the folder, which takes longer. */
const DISK_EVERY = 10
/** Milliseconds of waiting that one look adds at most: if the harness itself was stopped meanwhile, the program was, too. */
const LONGEST_TICK = 250
/**
 * The part of the time that counts as waiting. A busy disk is not the fault of a program, and so counts little; but a program can
 * make itself stuck for ever.
 */
const WAITS = { runs: 0, stuck: 0.25, waits: 1 } as const
/** Memory for the programs of the sandbox that run before the measured one. */
const SANDBOX_SHARE = 64 * MiB

/** Seconds of processor time after the limit at which the kernel ends a single process. */
const CPU_GRACE = 2

/** How a sandbox starts a command in a control group of its own. */
export type Place = (argv: readonly string[], group: ControlGroup | undefined, limits: SandboxLimits) => HowToStart

/**
 * Runs a program alone, measures it from the moment when the sandbox is in place, and ends it at the first limit that it
 * reaches. Which limit that is, the counters after its end decide too: a fast program can pass one between two looks.
 */
export async function runMeasured(command: MeasuredCommand, place: Place): Promise<Measured> {
  const { limits, signal } = command
  await using cleanup = new Cleanup()
  const frame = frameLimits(limits)
  const group = await createControlGroup(frame)
  if (group) cleanup.defer(() => group.remove())
  const output = { bytes: 0 }
  const argv = command.oneProcess === true ? await asOneProcess(command.argv) : command.argv
  const how = place(behindGate(argv, command.channel === true), group, frame)
  const onOutput = (chunk: Buffer) => {
    output.bytes += chunk.length
    if (output.bytes <= limits.outputBytes) command.onOutput?.(chunk)
    else child.kill()
  }
  const child = startGated(how, { input: command.input, onOutput, onChannel: command.onChannel })
  cleanup.defer(async () => {
    child.kill()
    await child.exit.catch(() => undefined)
  })
  const stop = () => {
    child.kill()
  }
  signal?.addEventListener('abort', stop, { once: true })
  cleanup.defer(() => signal?.removeEventListener('abort', stop))
  if (signal) throwIfAborted(signal)
  await child.ready
  const meter = group ? groupMeter(group) : treeMeter(child.pid)
  const before = await folderSize(command.cwd)
  await meter.start(limits.memoryBytes)
  const watch = new Watch(
    limits,
    child,
    () => meter.read(),
    () => addedTo(command.cwd, before, limits),
  )
  child.open()
  const ended = await watch.untilEnd()
  if (signal) throwIfAborted(signal)
  const used = await meter.read()
  const added = await addedTo(command.cwd, before, limits)
  const ownSignal = signalOf(ended.code, ended.signal)
  const limit =
    watch.reached ??
    (output.bytes > limits.outputBytes ? 'output' : undefined) ??
    limitOf(used, limits, watch.waitedSeconds) ??
    (added || ownSignal === 'SIGXFSZ' ? 'disk' : undefined)
  return {
    code: ended.code,
    ...(ownSignal === undefined ? {} : { signal: ownSignal }),
    ...(limit === undefined ? {} : { limit, reason: inWords(limit, limits, used) }),
    cpuSeconds: used.cpuSeconds,
    wallSeconds: watch.wallSeconds,
    memoryBytes: Math.min(used.memoryBytes, limits.memoryBytes),
    errors: child.errors(),
    channel: child.channel(),
  }
}

/** Limits that the kernel enforces for each process; the control group and the watch enforce those for all together. */
function frameLimits(limits: MeasuredLimits): SandboxLimits {
  return {
    ...PROJECT_LIMITS,
    memory: limits.memoryBytes + SANDBOX_SHARE,
    // The counters decide. The kernel ends a process that goes on while the harness is kept from looking.
    cpu: Math.ceil(limits.cpuSeconds) + CPU_GRACE,
    processes: limits.processes,
    fileSize: Math.max(MiB, limits.diskBytes),
  }
}

/** Looks at a running program until it ends, and ends it at a limit. */
class Watch {
  reached: MeasuredLimit | undefined
  wallSeconds = 0
  /** The part of it in which the program itself waited, such as by sleeping: not for a processor. */
  waitedSeconds = 0
  readonly #limits: MeasuredLimits
  readonly #child: GatedProcess
  readonly #read: () => Promise<Used>
  readonly #full: () => Promise<boolean>

  constructor(limits: MeasuredLimits, child: GatedProcess, read: () => Promise<Used>, full: () => Promise<boolean>) {
    this.#limits = limits
    this.#child = child
    this.#read = read
    this.#full = full
  }

  async untilEnd() {
    let isOver = (): boolean => false
    const exit = this.#child.exit.finally(() => (isOver = () => true))
    let last = performance.now()
    const began = last
    for (let look = 1; !isOver(); look += 1) {
      await Promise.race([exit, pause(PERIOD)])
      const now = performance.now()
      if (!isOver() && this.reached === undefined) await this.#look(look, now - last)
      last = now
    }
    const ended = await exit
    this.wallSeconds = (performance.now() - began) / 1000
    return ended
  }

  async #look(number: number, milliseconds: number): Promise<void> {
    const used = await this.#read()
    this.waitedSeconds += (WAITS[used.activity] * Math.min(milliseconds, LONGEST_TICK)) / 1000
    const limit = limitOf(used, this.#limits, this.waitedSeconds)
    const full = limit === undefined && number % DISK_EVERY === 0 && (await this.#full())
    this.reached = limit ?? (full ? 'disk' : undefined)
    if (this.reached !== undefined) this.#child.kill()
  }
}

/** The first limit that is passed, in the order of precedence of verdicts. */
function limitOf(used: Used, limits: MeasuredLimits, waitedSeconds: number): MeasuredLimit | undefined {
  if (used.outOfMemory) return 'memory'
  if (used.outOfProcesses) return 'processes'
  return used.cpuSeconds > limits.cpuSeconds || waitedSeconds > limits.wallSeconds ? 'time' : undefined
}

function inWords(limit: MeasuredLimit, limits: MeasuredLimits, used: Used): string {
  const words: Record<MeasuredLimit, string> = {
    time:
      used.cpuSeconds > limits.cpuSeconds
        ? `time limit ${String(limits.cpuSeconds)} s of processor time`
        : `time limit: it waited for more than ${String(limits.wallSeconds)} s`,
    memory: `memory limit ${mebibytes(limits.memoryBytes)}`,
    output: `output limit ${mebibytes(limits.outputBytes)}`,
    disk: `disk limit ${mebibytes(limits.diskBytes)} and ${String(limits.files)} files`,
    processes: `process limit ${String(limits.processes)}`,
  }
  return words[limit]
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

// ---- gate ----------------------------------------------------------------------------------------------------------

/** File descriptor of the gate: a socket between the harness and the last program before the measured one. */
const GATE_FD = 3

/**
 * Wraps a command. The shell says that everything of the sandbox is in place, waits until the harness has read the counters, and
 * becomes the command: what the sandbox itself takes is measured before and is not charged to the program.
 * @param channel Whether the command inherits the socket
 */
function behindGate(argv: readonly string[], channel: boolean): string[] {
  const close = channel ? '' : ` && exec ${String(GATE_FD)}<&-`
  return [
    'sh',
    '-c',
    `echo >&${String(GATE_FD)} && read -r go <&${String(GATE_FD)}${close} && exec "$@"`,
    'gate',
    ...argv,
  ]
}

/** bwrap and shells exit with this number and that of the signal that ended their child. */
const SIGNAL_BASE = 128

/** The signal that ended a program, from the exit of the process that waited for it. */
function signalOf(code: number | null, own: NodeJS.Signals | null): string | undefined {
  if (own !== null) return own
  if (code === null || code <= SIGNAL_BASE) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === code - SIGNAL_BASE)?.[0]
}

// ---- folder size ---------------------------------------------------------------------------------------------------

interface FolderSize {
  readonly bytes: number
  readonly files: number
}

/** The unit of `st_blocks`, on every system. */
const BLOCK = 512

/** Bytes on disk and number of entries below a folder, at most up to these limits. Links are not followed. */
async function folderSize(folder: string, most: FolderSize = { bytes: Infinity, files: 100_000 }): Promise<FolderSize> {
  let [bytes, files] = [0, 0]
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const parent = next
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      files += 1
      if (bytes > most.bytes || files > most.files) return { bytes, files }
      const place = path.join(parent, entry.name)
      if (entry.isDirectory()) open.push(place)
      // Gone meanwhile, or with a path that is too long: the entry still counts.
      else bytes += (lstatSync(place, { throwIfNoEntry: false })?.blocks ?? 0) * BLOCK
    }
  }
  return { bytes, files }
}

/** Whether a program has added more to its folder than it may. */
async function addedTo(folder: string, before: FolderSize, limits: MeasuredLimits): Promise<boolean> {
  const most = { bytes: before.bytes + limits.diskBytes, files: before.files + limits.files }
  const now = await folderSize(folder, most)
  return now.bytes > most.bytes || now.files > most.files
}
