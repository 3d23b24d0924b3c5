import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import { withTimeout } from '../../../lib/async/deadline.ts'
import { DRIVEN_FLAGS, expectLanguage } from '../../../lib/browser/chromedriver.ts'
import { NO_LOOKUPS } from '../../../lib/browser/no-lookups.ts'
import { DeadlineExceeded, HarnessFault } from '../../../errors.ts'
import { spawnGroup } from '../../../lib/processes/spawn.ts'
import type { BrowserSandbox, ChromedriverBrowser, Python, Running } from '../../../contracts/types.ts'
import type { Room } from './room.ts'
import { quoted } from '../../../lib/processes/shell.ts'

export interface BrowserParts {
  readonly room: Room
  readonly python: Python
  readonly programs: ChromedriverBrowser
  /** Where the browser runs; without one it runs next to the harness. */
  readonly sandbox: BrowserSandbox | undefined
  /** Folder of the browser's downloads. */
  readonly downloads: string
  readonly locale: string | undefined
}

/** A running browser, with everything that a worker needs to open a session. */
export interface OpenBrowser extends AsyncDisposable {
  /** Port of chromedriver on the loopback of the room. */
  readonly port: number
  /** The program that chromedriver starts as its browser: a relay to the real one. */
  readonly binary: string
  readonly downloads: string
  /** The limit for which the browser was ended, if it was. */
  reached(): Promise<string | undefined>
}

/** Milliseconds for chromedriver to report its port. */
const START = 20_000
const OUTPUT_LIMIT = 256 * 1024

/**
 * Starts a browser in its sandbox, in the network of the project, and chromedriver in the room, in another network. Two named
 * pipes connect them, so there is no port by which the project could reach either. The browser is started directly;
 * chromedriver starts a stand-in that relays to the pipes.
 */
export async function openBrowser(parts: BrowserParts): Promise<OpenBrowser> {
  await using stack = new Cleanup()
  const { room, sandbox, locale, programs } = parts
  if (locale !== undefined) await expectLanguage(programs.browser, locale)
  const place = room.nextChannel()
  const pipes = await makePipes(place)
  const binary = await standIn(place, pipes, parts)
  const browser = stack.use(await startBrowser(pipes, parts))
  const driver = stack.use(await room.spawn([programs.driver, '--port=0', '--log-level=SEVERE']))
  const port = await portOf(driver, browser)
  const open = stack.move()
  return {
    port,
    binary,
    downloads: parts.downloads,
    reached: () => sandbox?.reached() ?? Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

interface Pipes {
  readonly commands: string
  readonly events: string
}

async function makePipes(place: string): Promise<Pipes> {
  await mkdir(place)
  await chmod(place, 0o755)
  const pipes = { commands: path.join(place, 'commands'), events: path.join(place, 'events') }
  await execa('mkfifo', ['-m', '666', pipes.commands, pipes.events])
  // The umask may have removed bits of the mode that mkfifo was given.
  await Promise.all(Object.values(pipes).map((pipe) => chmod(pipe, 0o666)))
  return pipes
}

async function standIn(place: string, { commands, events }: Pipes, { room, python }: BrowserParts): Promise<string> {
  const file = path.join(place, 'browser')
  const command = [python.program, '-I', '-S', room.source('relay'), commands, events, room.libraries]
  await writeFile(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')}\n`, { mode: 0o755 })
  return file
}

/** A pipe that is opened for both directions does not block until the other end is opened. */
const WITH_PIPES = 'exec "$@" 3<>"$COMMANDS" 4<>"$EVENTS"'

async function startBrowser({ commands, events }: Pipes, parts: BrowserParts): Promise<Running> {
  const { room, sandbox, downloads, locale, programs } = parts
  const options = { pages: [downloads, room.uploads], ...(locale === undefined ? {} : { locale }) }
  const program = sandbox ? await sandbox.wrap(programs.browser, [room.uploads], options) : programs.browser
  // A sandbox has its own profile folder.
  const profile = sandbox ? [] : [`--user-data-dir=${path.join(path.dirname(commands), 'profile')}`]
  const language = locale === undefined ? [] : [`--lang=${locale}`]
  return spawnGroup({
    argv: [
      ...['sh', '-c', WITH_PIPES, 'browser', program, ...DRIVEN_FLAGS, NO_LOOKUPS, ...language],
      ...[...profile, 'about:blank'],
    ],
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/tmp', TZ: 'UTC', COMMANDS: commands, EVENTS: events },
    stdin: 'none',
    outputLimit: OUTPUT_LIMIT,
    endAtLimit: false,
  })
}

/** @throws HarnessFault if chromedriver or the browser ends first, or the port is not reported in time */
async function portOf(driver: Running, browser: Running): Promise<number> {
  const said = new Promise<number>((resolve) => {
    const look = () => {
      const port = /started successfully on port (\d+)/.exec(driver.stdout.text())?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    driver.stdout.onChange(look)
    look()
  })
  const ended = Promise.race(
    [driver, browser].map(async (each) => {
      await each.exit
      const output = `${each.stdout.text()}\n${each.stderr.text()}`.trim().slice(-1000)
      throw new HarnessFault(
        `${each === driver ? 'chromedriver' : 'the browser'} did not start: ${output}; run pe doctor`,
      )
    }),
  )
  ended.catch(() => undefined)
  try {
    return await withTimeout(
      Promise.race([said, ended]),
      START,
      `chromedriver did not report its port within ${String(START / 1000)} s`,
    )
  } catch (error) {
    throw error instanceof DeadlineExceeded ? new HarnessFault(error.message) : error
  }
}
