import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { within } from '../../lib/async/deadline.ts'
import { DRIVEN_FLAGS, expectLanguage, type DrivenBrowser } from '../../lib/browser/driven.ts'
import { DeadlineExceeded, HarnessFault } from '../../errors.ts'
import { spawnGroup } from '../../lib/processes/spawn.ts'
import type { BrowserCage, Python, Running } from '../../contracts/types.ts'
import type { Room } from './room.ts'

export interface BrowserParts {
  readonly room: Room
  readonly python: Python
  readonly programs: DrivenBrowser
  /** Where the browser runs; beside the harness where the sandbox has no such place. */
  readonly cage: BrowserCage | undefined
  /** Folder in which downloads appear. */
  readonly downloads: string
  readonly locale: string | undefined
}

/** What a worker needs to begin a session. */
export interface OpenBrowser extends AsyncDisposable {
  /** Of chromedriver, on the loopback of the room. */
  readonly port: number
  /** What chromedriver is told to start: it leads to the browser. */
  readonly binary: string
  readonly downloads: string
  /** The limit that the browser has reached, where it was ended for one. */
  reached(): Promise<string | undefined>
}

/** Milliseconds in which chromedriver must say its port. */
const START = 20_000
const OUTPUT_LIMIT = 256 * 1024

let browsers = 0

/**
 * A browser in its cage, in the network of the project, and chromedriver in the room, in another one. Between them are two
 * named pipes: there is no port by which the project could reach either. The browser is started at once; chromedriver
 * starts a stand-in that leads to the pipes.
 */
export async function openBrowser(parts: BrowserParts): Promise<OpenBrowser> {
  await using stack = new Cleanup()
  const { room, cage, locale, programs } = parts
  if (locale !== undefined) await expectLanguage(programs.browser, locale)
  browsers += 1
  const place = path.join(room.channels, `b${String(browsers)}`)
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
    reached: () => cage?.reached() ?? Promise.resolve(undefined),
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
  // The mode that mkfifo was given is cut by nobody's umask.
  await Promise.all(Object.values(pipes).map((pipe) => chmod(pipe, 0o666)))
  return pipes
}

async function standIn(place: string, { commands, events }: Pipes, { room, python }: BrowserParts): Promise<string> {
  const file = path.join(place, 'browser')
  const command = [python.program, '-I', '-S', room.source('relay'), commands, events, room.libraries]
  await writeFile(file, `#!/bin/sh\nexec ${command.map(quoted).join(' ')}\n`, { mode: 0o755 })
  return file
}

/** Opened for both directions, a named pipe does not keep the browser waiting for who will speak to it. */
const WITH_PIPES = 'exec "$@" 3<>"$COMMANDS" 4<>"$EVENTS"'

async function startBrowser({ commands, events }: Pipes, parts: BrowserParts): Promise<Running> {
  const { room, cage, downloads, locale, programs } = parts
  const options = { pages: [downloads, room.uploads], ...(locale === undefined ? {} : { locale }) }
  const program = cage ? await cage.wrap(programs.browser, [room.uploads], options) : programs.browser
  // In a cage it has a place of its own.
  const profile = cage ? [] : [`--user-data-dir=${path.join(path.dirname(commands), 'profile')}`]
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

/** Names other than the loopback's are not looked up: a page under judgement has no business elsewhere. */
const NO_LOOKUPS = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]'

/** @throws HarnessFault where chromedriver or the browser ends before */
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
        `${each === driver ? 'chromedriver' : 'the browser'} does not start: ${output}; try pe doctor`,
      )
    }),
  )
  ended.catch(() => undefined)
  try {
    return await within(Promise.race([said, ended]), START, 'chromedriver does not say its port')
  } catch (error) {
    throw error instanceof DeadlineExceeded ? new HarnessFault(error.message) : error
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
