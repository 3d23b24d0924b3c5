import { unlessAborted, within } from '../deadline.ts'
import { DeadlineExceeded, HarnessFault, ProjectFault } from '../errors.ts'
import { websitePlanSchema, type WebsitePlan } from '../schema.ts'
import type { LaunchLimits, Launcher, Running, Sandbox, WebsiteTarget, Workspace } from '../types.ts'
import { install } from './install.ts'
import { freePort, isOccupied, takeTurn } from './ports.ts'
import { untilAnswering } from './ready.ts'
import { howItEnded, printed, runStep } from './run-step.ts'

/** A website that its launch plan says how to start. */
export const websiteLauncher: Launcher = {
  name: 'website',
  accepts: (project, mission) => mission.kind === 'website' && websitePlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = websitePlanSchema.parse(workspace.launch)
    if (plan.install) await install(workspace, plan.install, sandbox, limits)
    if (plan.prepare) {
      const command = { argv: plan.prepare, cwd: workspace.folder, stdin: 'none' as const }
      await runStep('prepare', command, sandbox, limits.start)
    }
    return sandbox.privateLoopback
      ? startOn(plan.port, { plan, workspace, sandbox, limits })
      : startOnSharedLoopback({ plan, workspace, sandbox, limits })
  },
}

interface Start {
  readonly plan: WebsitePlan
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly limits: LaunchLimits
}

/** In a sandbox with a loopback of its own, the declared port is free. */
async function startOn(port: number, start: Start): Promise<WebsiteTarget> {
  const server = await spawnServer(start, port)
  const answered = await firstAnswer(server, [port], start)
  return targetOf(start, server, answered, () => undefined)
}

/**
 * On the machine's own loopback a project is offered a free port. One that ignores the offer binds its declared port;
 * such projects take turns there, and the turn is kept until it is known that the offer was taken.
 */
async function startOnSharedLoopback(start: Start): Promise<WebsiteTarget> {
  const { port } = start.plan
  const endTurn = await unlessAborted(takeTurn(port), start.limits.signal)
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

function spawnServer({ plan, workspace, sandbox }: Start, port: number): Promise<Running> {
  return sandbox.spawn({ argv: plan.start, cwd: workspace.folder, env: { PORT: String(port) }, stdin: 'none' })
}

/**
 * The first of the ports that answers.
 * @throws ProjectFault where the server ends before, or none answers in time
 */
async function firstAnswer(server: Running, ports: readonly number[], { plan, limits }: Start): Promise<number> {
  const found = new AbortController()
  const polls = ports.map(async (port) => {
    await untilAnswering(`http://localhost:${String(port)}${plan.homepage}`, found.signal)
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
    return await unlessAborted(race, limits.signal)
  } catch (error) {
    const exit = await server.end('did not answer in time')
    if (!(error instanceof DeadlineExceeded)) throw error
    const where = ports.map(String).join(' or ')
    throw new ProjectFault(
      `the server did not answer on port ${where} within ${String(limits.start / 1000)} s (${howItEnded(exit)})`,
      printed(server),
    )
  } finally {
    found.abort()
  }
}

function occupiedPort(port: number, cause: unknown): Error {
  if (!(cause instanceof ProjectFault)) return cause as Error
  return new HarnessFault(
    `port ${String(port)} is occupied by another program on this machine, and the project seems to insist on it; ` +
      `stop that program and run again with --resume`,
    { cause },
  )
}

function targetOf(start: Start, server: Running, port: number, endTurn: () => void): WebsiteTarget {
  return {
    kind: 'website',
    origin: `http://localhost:${String(port)}`,
    declaredPort: start.plan.port,
    homepage: start.plan.homepage,
    sandbox: start.sandbox,
    log: () => printed(server),
    async [Symbol.asyncDispose]() {
      await server.end('ended with its trial')
      endTurn()
    },
  }
}
