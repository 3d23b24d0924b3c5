import { unlessAborted, within } from '../lib/async/deadline.ts'
import { DeadlineExceeded, MachineFault, ProjectFault, SuspectedFault } from '../errors.ts'
import type { LaunchLimits, Running, Sandbox, WebsiteTarget, Workspace } from '../contracts/types.ts'
import { freePort, isOccupied, takeTurn } from './ports.ts'
import { answers, untilTrue } from './ready.ts'
import { howItEnded, printed } from './run-step.ts'

/** All that it takes to start a website: its commands are known, its packages installed. */
export interface WebsiteStart {
  readonly argv: (port: number) => readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The port that the project is expected to name. */
  readonly port: number
  /** Where else it may be found, if on its loopback there is nobody else. */
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

/** In a sandbox with a loopback of its own, the declared port is free. */
async function startOnOwnLoopback(start: WebsiteStart): Promise<WebsiteTarget> {
  const server = await spawnServer(start, start.port)
  const answered = await firstAnswer(server, [...new Set([start.port, ...(start.otherPorts ?? [])])], start)
  return targetOf(start, server, answered, () => undefined)
}

/**
 * On the machine's own loopback a project is offered a free port. One that ignores the offer binds its declared port;
 * such projects take turns there, and the turn is kept until it is known that the offer was taken.
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

/** A turn that comes after the stop is given on at once. */
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
 * The first of the ports that answers.
 * @throws ProjectFault if the server ends before, SuspectedFault if none answers in time
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
  // When the race is over, the abort makes the polls that lost reject; nobody waits for them.
  for (const poll of polls) poll.catch(() => undefined)
  const ended = server.exit.then((exit) => {
    throw new ProjectFault(`the server ended before it answered: ${howItEnded(exit)}`, printed(server))
  })
  ended.catch(() => undefined)
  try {
    const race = within(Promise.race([ended, ...polls]), limits.start, 'start')
    // Where the stop came before, nobody waits for it.
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
  // It was held before the project was started.
  return new MachineFault(
    `port ${String(port)} is occupied by another program on this machine, and the project seems to insist on it; ` +
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
