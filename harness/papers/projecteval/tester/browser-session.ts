import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf, HarnessFault, DeadlineExceeded } from '../../../errors.ts'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import type { Calls } from './channel.ts'
import { attachedSchema, replySchema, sessionSchema } from './protocol.ts'
import { Worker } from './worker.ts'
import { execa } from 'execa'
import { withTimeout } from '../../../lib/async/deadline.ts'
import { DRIVEN_FLAGS, expectLanguage } from '../../../lib/browser/chromedriver.ts'
import { NO_LOOKUPS } from '../../../lib/browser/no-lookups.ts'
import { spawnGroup } from '../../../lib/processes/spawn.ts'
import type { BrowserSandbox, ChromedriverBrowser, Python, Running } from '../../../contracts/types.ts'
import type { Room } from './room.ts'
import { quoteArgument } from '../../../lib/processes/shell.ts'

/** Seconds for opening a session, while the browser may still be starting. */
const OPEN_SECONDS = 30
const ATTACH_SECONDS = 5
const CONTROL_SECONDS = 10

/** One browser with a WebDriver session, and one worker that acts in it. Either is replaced if it is gone or hangs. */
export class BrowserSession implements AsyncDisposable {
  readonly #parts: BrowserParts
  readonly #calls: Calls
  #browser: OpenBrowser | undefined
  #worker: Worker | undefined
  #session: string | undefined
  #testcodes = 0

  constructor(parts: BrowserParts, calls: Calls) {
    this.#parts = parts
    this.#calls = calls
  }

  /** Whether a testcode has acted in the browser that is open. */
  get isUsed(): boolean {
    return this.#session !== undefined && this.#testcodes > 0
  }

  /** A worker in which a testcode acts. @throws HarnessFault */
  async workerForTestcode(): Promise<Worker> {
    const worker = await this.worker()
    this.#testcodes += 1
    return worker
  }

  /** A worker that can act in the browser. @throws HarnessFault */
  async worker(): Promise<Worker> {
    if (this.#session !== undefined && this.#worker?.gone === true) await this.#attach(this.#session)
    if (this.#session === undefined) await this.#renew()
    return this.#worker ?? this.#openWorker()
  }

  /** Gives up the session because its page hangs: the next call gets another browser. */
  giveUp(): void {
    this.#session = undefined
  }

  /** Why the browser was ended, if it reached a limit. */
  async reached(): Promise<string | undefined> {
    const limit = await this.#browser?.reached()
    return limit === undefined ? undefined : `the browser reached its ${limit}`
  }

  /** Opens a fresh browser. Returns what is wrong with it if it cannot show the control page. */
  async recover(): Promise<string | undefined> {
    try {
      this.giveUp()
      const worker = await this.worker()
      const reply = replySchema.parse(await worker.ask({ do: 'control' }, CONTROL_SECONDS))
      return reply.outcome === 'passed' ? undefined : (reply.reason ?? reply.outcome)
    } catch (error) {
      return messageOf(error)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new Cleanup()
    if (this.#browser) stack.use(this.#browser)
    if (this.#worker) stack.use(this.#worker)
  }

  /** Attaches a new worker to the old session. Gives the session up if it does not answer. */
  async #attach(session: string): Promise<void> {
    const worker = await this.#openWorker()
    const request = { do: 'attach', port: this.#browser?.port, session }
    const attached = attachedSchema.safeParse(await worker.ask(request, ATTACH_SECONDS))
    if (!attached.success) this.giveUp()
  }

  async #renew(): Promise<void> {
    await this[Symbol.asyncDispose]()
    const [browser, worker] = await Promise.all([openBrowser(this.#parts), this.#openWorker()])
    this.#browser = browser
    const { port, binary, downloads } = browser
    const reply = await worker.ask({ do: 'open', port, binary, downloads }, OPEN_SECONDS)
    const opened = sessionSchema.safeParse(reply)
    if (!opened.success)
      throw new HarnessFault(`the browser session could not be opened: ${JSON.stringify(reply).slice(0, 500)}`)
    this.#session = opened.data.session
    this.#testcodes = 0
  }

  async #openWorker(): Promise<Worker> {
    const { room, python } = this.#parts
    this.#worker = await Worker.open({ room, python, calls: this.#calls, packages: [] })
    return this.#worker
  }
}

// ---- chromedriver browser ------------------------------------------------------------------------------------------

interface BrowserParts {
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
interface OpenBrowser extends AsyncDisposable {
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
async function openBrowser(parts: BrowserParts): Promise<OpenBrowser> {
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
  await writeFile(file, `#!/bin/sh\nexec ${command.map(quoteArgument).join(' ')}\n`, { mode: 0o755 })
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
