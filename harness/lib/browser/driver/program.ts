/**
 * The program of a driver's process: the library's server side for one browser. It talks to the harness on one descriptor,
 * and ends with it.
 */
import childProcess, { type ChildProcess, type SpawnOptions } from 'node:child_process'
import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { Socket } from 'node:net'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { mib } from './bounds.ts'
import { Downloads } from './downloads.ts'
import { patched } from './patches.ts'
import { CHANNEL, FrameReader, frameOf, type News } from './protocol.ts'
import { PipeWatch } from './watch.ts'

/** What may wait for the harness to read it. */
const MOST_QUEUED_BYTES = 128 * 1024 * 1024
/** What the process may hold, and milliseconds between two looks at it. */
const MOST_RESIDENT_BYTES = 1536 * 1024 * 1024
const LOOK_INTERVAL = 200

/** Of the library, what is used here. */
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

/** Whoever cannot be told any more does not need to be. */
function tell(news: News): void {
  if (channel.writable) channel.write(frameOf({ driver: news }))
}

function send(message: object): void {
  try {
    channel.write(frameOf(message))
    if (channel.writableLength > MOST_QUEUED_BYTES)
      lose(`the page made the browser's driver queue more than ${mib(MOST_QUEUED_BYTES)}`)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    lose(`the page gave the browser's driver an answer that is too large (${error.message})`)
  }
}

/** The page did something that no honest one does: the browser is ended, and the harness told before it finds it gone. */
function lose(reason: string): void {
  tell({ lost: reason })
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

/** The index of the pipe that a browser writes its messages into, among those that it is started with. */
const FROM_BROWSER = 4

/** Puts the watch between a browser and the library, which takes its messages from the same place as before. */
function watchSpawned(child: ChildProcess, downloads: Downloads): void {
  const pipe = child.stdio[FROM_BROWSER] as Duplex
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
  ;(child.stdio as unknown as unknown[])[FROM_BROWSER] = watch
}

const spawn = childProcess.spawn.bind(childProcess) as (
  command: string,
  args: readonly string[],
  options: SpawnOptions,
) => ChildProcess

function spawnWatched(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, options)
  if (!Array.isArray(options.stdio) || options.stdio.length <= FROM_BROWSER || child.pid === undefined) return child
  const { pid } = child
  browsers.add(child)
  child.once('exit', () => {
    browsers.delete(child)
    tell({ ended: pid })
  })
  tell({ started: pid })
  watchSpawned(child, new Downloads(lose))
  return child
}

/** The library, changed (see patches.ts) and with our way to start browsers. */
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
  module._compile(patched(readFileSync(file, 'utf8'), version), file)
  module.loaded = true
  return module.exports as Library
}

function serve({ server }: Library): void {
  const connection = new server.DispatcherConnection()
  // It registers itself at the connection, which keeps it.
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
  // Nothing is left to be done or told.
  process.kill(process.pid, 'SIGKILL')
})
// The harness decides when it ends, in its own order.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

setInterval(() => {
  if (process.memoryUsage.rss() <= MOST_RESIDENT_BYTES) return
  lose(`the page made the browser's driver hold more than ${mib(MOST_RESIDENT_BYTES)}`)
}, LOOK_INTERVAL).unref()

try {
  serve(loadLibrary())
} catch (error) {
  tell({ fault: error instanceof Error ? error.message : String(error) })
}
