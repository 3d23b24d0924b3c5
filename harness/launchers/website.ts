import { unlessAborted, withTimeout } from '../lib/async/deadline.ts'
import { DeadlineExceeded, MachineFault, ProjectFault, SuspectedFault } from '../errors.ts'
import type { LaunchLimits, Running, Sandbox, WebsiteTarget, Workspace } from '../contracts/types.ts'
import { freePort, isOccupied, takeTurn } from './ports.ts'
import { answers, untilTrue } from './ready.ts'
import { howItEnded } from '../lib/processes/exit.ts'
import { printed } from './run-step.ts'

/** Everything needed to start a website. Its packages are already installed. */
export interface WebsiteStart {
  readonly argv: (port: number) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The port that the project probably listens on. */
  readonly port: number
  /** Other ports to try, if the sandbox has its own loopback. */
  readonly otherPorts?: readonly number[]
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
  const server = await spawnServer(start, start.port)
  const answered = await firstAnswer(server, [...new Set([start.port, ...(start.otherPorts ?? [])])], start)
  return targetOf(start, server, answered, () => undefined)
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

function spawnServer({ argv, env, workspace, sandbox }: WebsiteStart, port: number): Promise<Running> {
  return sandbox.spawn({
    argv: argv(port),
    cwd: workspace.folder,
    env: { ...env, PORT: String(port) },
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
  { homepage, limits, sandbox }: WebsiteStart,
): Promise<number> {
  const found = new AbortController()
  const polls = ports.map(async (port) => {
    const answering = sandbox.isListening
      ? () => sandbox.isListening?.(port)
      : () => answers(`http://localhost:${String(port)}${homepage}`, found.signal)
    await untilTrue(answering, found.signal)
    return port
  })
  // When the race is over, the abort makes the losing polls reject, and nothing awaits them.
  for (const poll of polls) poll.catch(() => undefined)
  const ended = server.exit.then((exit) => {
    throw new ProjectFault(`the server ended before it answered: ${howItEnded(exit)}`, printed(server))
  })
  ended.catch(() => undefined)
  try {
    const race = withTimeout(Promise.race([ended, ...polls]), limits.start, 'start')
    // If the run has been stopped already, nothing awaits the race.
    race.catch(() => undefined)
    return await unlessAborted(race, limits.signal)
  } catch (error) {
    const exit = await server.end('did not answer in time')
    if (!(error instanceof DeadlineExceeded)) throw error
    const where = ports.map(String).join(' or ')
    throw new SuspectedFault(
      `the server did not answer on port ${where} within ${String(limits.start / 1000)} s (${howItEnded(exit)})`,
      printed(server),
    )
  } finally {
    found.abort()
  }
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
    log: () => printed(server),
    ended: () => ended,
    async [Symbol.asyncDispose]() {
      await server.end('ended with its trial')
      endTurn()
    },
  }
}
