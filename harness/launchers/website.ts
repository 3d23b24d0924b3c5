import { unlessAborted, withTimeout } from '../lib/async/deadline.ts'
import { DeadlineExceeded, MachineFault, ProjectFault, SuspectedFault } from '../errors.ts'
import type { LaunchLimits, Running, Sandbox, WebsiteTarget, Workspace } from '../contracts/types.ts'
import { freePort, isOccupied, takeTurn } from './ports.ts'
import { answers, untilTrue } from './ready.ts'
import { howItEnded } from '../lib/processes/exit.ts'
import { outputOf } from './run-step.ts'

/** Everything needed to start a website. Its packages are already installed. */
export interface WebsiteStart {
  readonly argv: (port: number) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The port that the project probably listens on. */
  readonly port: number
  /**
   * Knowledge of that port, if the sandbox has its own loopback. `declared`: the project or its command names it, and PORT has
   * it. `given`: it is a guess, but the project needs some PORT. `any`: it is a guess that must not override the project's own
   * choice, so PORT is not set. A guess may be wrong: the project may listen on another port.
   */
  readonly ports: 'declared' | 'given' | 'any'
  readonly homepage: string
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly limits: LaunchLimits
}

/** @throws ProjectFault | HarnessFault */
export function startWebsite(start: WebsiteStart): Promise<WebsiteTarget> {
  return start.sandbox.privateLoopback ? startOnOwnLoopback(start) : startOnSharedLoopback(start)
}

/** In a sandbox with its own loopback, the declared port is free. */
async function startOnOwnLoopback(start: WebsiteStart): Promise<WebsiteTarget> {
  if (start.ports === 'any') {
    const own = await startOnOwnPort(start)
    if (own) return own
  }
  const server = await spawnServer(start, start.port)
  const answered = await firstAnswer(server, [start.port], start)
  return targetOf(start, server, answered, () => undefined)
}

/** The system gives ports from this one on to programs that ask for any. */
const FIRST_RANDOM_PORT = 32_768

/** Starts the project without PORT. Undefined if it cannot work so: it ends, or listens on a random port. */
async function startOnOwnPort(start: WebsiteStart): Promise<WebsiteTarget | undefined> {
  const server = await spawnServer(start, undefined)
  const answered = await firstAnswer(server, [start.port], start).catch((error: unknown) => {
    if (error instanceof ProjectFault && !(error instanceof SuspectedFault)) return undefined
    throw error
  })
  if (answered === undefined) return undefined
  if (answered < FIRST_RANDOM_PORT) return targetOf(start, server, answered, () => undefined)
  await server.end('listened on a random port')
  return undefined
}

/**
 * On the machine's loopback, PORT offers the project a free port. A project that ignores PORT binds its declared port; such
 * projects take turns on that port. The turn ends early if the project answers on the offered port.
 */
async function startOnSharedLoopback(start: WebsiteStart): Promise<WebsiteTarget> {
  const { port } = start
  const endTurn = await turnOn(port, start.limits.signal)
  try {
    const occupied = await isOccupied(port)
    const offered = await freePort()
    const server = await spawnServer(start, offered)
    const answered = await firstAnswer(server, occupied ? [offered] : [offered, port], start).catch(
      (error: unknown) => {
        throw occupied ? occupiedPort(port, error) : error
      },
    )
    if (answered === offered) endTurn()
    return targetOf(start, server, answered, endTurn)
  } catch (error) {
    endTurn()
    throw error
  }
}

/** If the run is stopped while waiting, the turn is released as soon as it comes. */
async function turnOn(port: number, signal: AbortSignal): Promise<() => void> {
  const turn = takeTurn(port)
  return unlessAborted(turn, signal).catch((error: unknown) => {
    void turn.then((endTurn) => endTurn())
    throw error
  })
}

/** @param port For the variable PORT; undefined if the project gets none */
function spawnServer(start: WebsiteStart, port: number | undefined): Promise<Running> {
  const { argv, env, workspace, sandbox } = start
  return sandbox.spawn({
    argv: argv(port ?? start.port),
    cwd: workspace.folder,
    env: { ...env, ...(port === undefined ? {} : { PORT: String(port) }) },
    stdin: 'none',
  })
}

/**
 * Returns the first port that answers.
 * @throws ProjectFault if the server ends first, SuspectedFault if no port answers in time
 */
async function firstAnswer(
  server: Running,
  ports: readonly number[],
  { homepage, limits, sandbox, ports: kind }: WebsiteStart,
): Promise<number> {
  const found = new AbortController()
  const polls = sandbox.listening
    ? [untilListening(sandbox, ports, kind !== 'declared', found.signal)]
    : ports.map(async (port) => {
        await untilTrue(() => answers(`http://localhost:${String(port)}${homepage}`, found.signal), found.signal)
        return port
      })
  // When the race is over, the abort makes the losing polls reject, and nothing awaits them.
  for (const poll of polls) poll.catch(() => undefined)
  const ended = server.exit.then((exit) => {
    throw new ProjectFault(`the server ended before it answered: ${howItEnded(exit)}`, outputOf(server))
  })
  ended.catch(() => undefined)
  try {
    const race = withTimeout(Promise.race([ended, ...polls]), limits.start, 'start')
    // If the run has been stopped already, nothing awaits the race.
    race.catch(() => undefined)
    return await unlessAborted(race, limits.signal)
  } catch (error) {
    const others = (await sandbox.listening?.())?.filter((port) => !ports.includes(port)) ?? []
    const exit = await server.end('did not answer in time')
    if (!(error instanceof DeadlineExceeded)) throw error
    const where = ports.map(String).join(' or ')
    const elsewhere = others.length === 0 ? '' : `; it listens on port ${others.map(String).join(' and ')} instead`
    throw new SuspectedFault(
      `the server did not answer on port ${where} within ${String(limits.start / 1000)} s (${howItEnded(exit)})${elsewhere}`,
      outputOf(server),
    )
  } finally {
    found.abort()
  }
}

/** Milliseconds for the expected port after another one is open: a project may open several. */
const OTHERS_FIRST = 1000
/** Default ports of servers, the most usual first. */
const USUAL_PORTS = [3000, 5000, 8000, 8080, 4000, 5173]
/** Node's debugger, and the port by which Vite reloads pages. */
const NOT_WEBSITES = [9229, 24_678]

async function untilListening(
  sandbox: Sandbox,
  expected: readonly number[],
  mayBeAnother: boolean,
  signal: AbortSignal,
): Promise<number> {
  let answered: number | undefined
  let since: number | undefined
  await untilTrue(async () => {
    const open = (await sandbox.listening?.()) ?? []
    answered = expected.find((port) => open.includes(port))
    const others = open.filter((port) => !NOT_WEBSITES.includes(port)).toSorted((a, b) => a - b)
    if (answered !== undefined || !mayBeAnother || others.length === 0) return answered !== undefined
    since ??= performance.now()
    if (performance.now() - since < OTHERS_FIRST) return false
    answered = USUAL_PORTS.find((port) => others.includes(port)) ?? others[0]
    return true
  }, signal)
  if (answered === undefined) throw new Error('polling ended without a port')
  return answered
}

function occupiedPort(port: number, cause: unknown): Error {
  if (!(cause instanceof ProjectFault)) return cause as Error
  // The port was occupied before the project started.
  return new MachineFault(
    `port ${String(port)} is occupied by another program on this machine, and the project seems to use only this port; ` +
      `stop that program and run again with --resume`,
    { cause },
  )
}

function targetOf(start: WebsiteStart, server: Running, port: number, endTurn: () => void): WebsiteTarget {
  let ended: string | undefined
  void server.exit.then((exit) => {
    ended = howItEnded(exit)
  })
  return {
    kind: 'website',
    origin: `http://localhost:${String(port)}`,
    declaredPort: start.port,
    homepage: start.homepage,
    sandbox: start.sandbox,
    log: () => outputOf(server),
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      await server.end('ended with its trial')
      endTurn()
    },
  }
}
