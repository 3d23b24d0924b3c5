/**
 * The program of a driver's process: Playwright's server side for one browser. It talks to the harness on one file
 * descriptor, and ends when the harness closes it.
 */
import childProcess from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Module from 'node:module'
import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { onStopSignals } from '../../processes/stop-signals.ts'
import { mib } from './bounds.ts'
import { applyPatches } from './patches.ts'
import { CHANNEL, FrameReader, frameOf, type DriverStatus } from './protocol.ts'
import { PipeWatch } from './watch.ts'

/** Bytes that may wait for the harness to read them. */
const MAX_QUEUED_BYTES = 128 * 1024 * 1024
/** Resident memory of the process, and milliseconds between two checks. */
const MAX_RESIDENT_BYTES = 1536 * 1024 * 1024
const CHECK_INTERVAL = 200

/** The parts of Playwright that are used here. */
interface Library {
  readonly server: {
    readonly DispatcherConnection: new () => {
      onmessage: (message: object) => void
      dispatch(message: object): Promise<void>
    }
    readonly RootDispatcher: new (connection: object, create: (scope: object) => Promise<object>) => object
    readonly PlaywrightDispatcher: new (scope: object, playwright: object) => object
    createPlaywright(options: object): object
  }
}

const channel = new Socket({ fd: CHANNEL })
const browsers = new Set<ChildProcess>()

/** Does nothing if the channel is closed: then the harness is gone. */
function report(status: DriverStatus): void {
  if (channel.writable) channel.write(frameOf({ driver: status }))
}

function send(message: object): void {
  try {
    channel.write(frameOf(message))
    if (channel.writableLength > MAX_QUEUED_BYTES)
      lose(`the page made the browser's driver queue more than ${mib(MAX_QUEUED_BYTES)}`)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    lose(`the page gave the browser's driver an answer that is too large (${error.message})`)
  }
}

/** Kills the browser for something that no honest page does. The harness gets the reason before the browser disconnects. */
function lose(reason: string): void {
  report({ lost: reason })
  for (const browser of browsers) killGroupOf(browser)
}

function killGroupOf({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The index in `stdio` of the pipe into which a browser writes its messages. */
const BROWSER_OUTPUT = 4

/** Puts the watch between a browser and Playwright, which still reads from `stdio`. */
function watchSpawned(child: ChildProcess, downloads: Downloads): void {
  const pipe = child.stdio[BROWSER_OUTPUT] as Duplex
  const watch = new PipeWatch({
    onOver(reason) {
      lose(reason)
      pipe.destroy()
    },
    read: downloads.events,
  })
  pipe.pipe(watch)
  pipe.on('error', () => watch.destroy())
  pipe.on('close', () => watch.destroy())
  watch.on('error', () => pipe.destroy())
  ;(child.stdio as unknown as unknown[])[BROWSER_OUTPUT] = watch
}

const spawn = childProcess.spawn.bind(childProcess) as (
  command: string,
  args: readonly string[],
  options: SpawnOptions,
) => ChildProcess

function spawnWatched(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  if (!Array.isArray(options.stdio) || options.stdio.length <= BROWSER_OUTPUT || child.pid === undefined) return child
  const { pid } = child
  browsers.add(child)
  child.once('exit', () => {
    browsers.delete(child)
    report({ ended: pid })
  })
  report({ started: pid })
  watchSpawned(child, new Downloads(lose))
  return child
}

/** Loads Playwright, patched (see patches.ts) and with a `spawn` that watches browsers. */
function loadLibrary(): Library {
  const require = createRequire(import.meta.url)
  const file = require.resolve('playwright-core/lib/coreBundle', {
    paths: [path.dirname(require.resolve('playwright'))],
  })
  const { version } = require(path.join(path.dirname(file), '../package.json')) as { readonly version: string }
  const module = new Module(file) as Module & { _compile(text: string, file: string): void }
  module.filename = file
  module.paths = (Module as unknown as { _nodeModulePaths(from: string): string[] })._nodeModulePaths(
    path.dirname(file),
  )
  require.cache[file] = module
  childProcess.spawn = spawnWatched as typeof childProcess.spawn
  module._compile(applyPatches(readFileSync(file, 'utf8'), version), file)
  module.loaded = true
  return module.exports as Library
}

function serve({ server }: Library): void {
  const connection = new server.DispatcherConnection()
  // The dispatcher registers itself with the connection, which keeps it alive.
  const createRoot = () =>
    new server.RootDispatcher(connection, (scope) => {
      const playwright = server.createPlaywright({ sdkLanguage: 'javascript', isClientCollocatedWithServer: true })
      return Promise.resolve(new server.PlaywrightDispatcher(scope, playwright))
    })
  connection.onmessage = send
  createRoot()
  const reader = new FrameReader()
  channel.on('data', (chunk: Buffer) => {
    for (const frame of reader.push(chunk))
      setImmediate(() => void connection.dispatch(JSON.parse(frame.toString()) as object))
  })
}

channel.on('error', () => undefined)
channel.on('close', () => {
  for (const browser of browsers) killGroupOf(browser)
  // SIGKILL: there is nothing left to clean up or report.
  process.kill(process.pid, 'SIGKILL')
})
// The harness ends this process at shutdown, in its own order.
onStopSignals(() => undefined)

setInterval(() => {
  if (process.memoryUsage.rss() <= MAX_RESIDENT_BYTES) return
  lose(`the page made the browser's driver use more than ${mib(MAX_RESIDENT_BYTES)} of memory`)
}, CHECK_INTERVAL).unref()

try {
  serve(loadLibrary())
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) })
}

// ---- downloads -----------------------------------------------------------------------------------------------------

/** Bytes of one download, and of all downloads in the life of a browser. */
const MAX_BYTES = 64 * 1024 * 1024
const MAX_TOTAL = 256 * 1024 * 1024

interface Progress {
  readonly guid: string
  readonly receivedBytes: number
  readonly totalBytes: number
}

/** Follows the progress of downloads, so that one that is too large is stopped before it is complete. */
class Downloads {
  readonly #onOver: (reason: string) => void
  readonly #sizes = new Map<string, number>()
  readonly events = {
    'Browser.downloadProgress': (params: unknown): void => {
      this.#progress(params as Progress)
    },
  }

  constructor(onOver: (reason: string) => void) {
    this.#onOver = onOver
  }

  #progress({ guid, receivedBytes, totalBytes }: Progress): void {
    // The announced size counts from the first byte.
    this.#sizes.set(guid, Math.max(receivedBytes, totalBytes))
    const sum = [...this.#sizes.values()].reduce((total, size) => total + size, 0)
    if (Math.max(receivedBytes, totalBytes) > MAX_BYTES)
      this.#onOver(`the page made the browser download a file larger than ${mib(MAX_BYTES)}`)
    else if (sum > MAX_TOTAL) this.#onOver(`the page made the browser download more than ${mib(MAX_TOTAL)} in total`)
  }
}
