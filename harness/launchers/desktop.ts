import { setTimeout as delay } from 'node:timers/promises'
import { MachineFault, messageOf, ProjectFault, SuspectedFault } from '../errors.ts'
import { programPlanSchema } from '../contracts/schema.ts'
import type {
  Launcher,
  DesktopPlace,
  DesktopProgram,
  DesktopScreen,
  DesktopTarget,
  Sandbox,
  Workspace,
  DesktopWindow,
  Display,
  LaunchLimits,
  Running,
} from '../contracts/types.ts'
import { Cleanup } from '../lib/async/cleanup.ts'
import { installPlan } from './command.ts'
import { withInterpreter } from './interpreter.ts'
import { throwIfAborted } from '../lib/async/deadline.ts'
import { differsFrom } from '../lib/pictures/compare.ts'
import { untilRest } from '../lib/pictures/rest.ts'
import { howItEnded } from '../lib/processes/exit.ts'
import { printedError } from '../lib/python/traceback.ts'
import { SCREEN } from '../lib/x11/size.ts'
import { XScreen } from '../lib/x11/screen.ts'
import { inWords, outputOf } from './run-step.ts'

/** Starts a program with windows on a display of its own. */
export const desktop: Launcher = {
  name: 'desktop',
  accepts: (project, mission) => mission.kind === 'desktop' && programPlanSchema.safeParse(project.launch).success,
  async launch(workspace, sandbox, limits) {
    const plan = programPlanSchema.parse(workspace.launch)
    if (sandbox.openDisplay === undefined)
      throw new MachineFault(`the sandbox "${sandbox.name}" has no displays; use --sandbox bubblewrap`)
    const { workspace: installed } = await installPlan(plan, workspace, sandbox, limits)
    const argv = withInterpreter(plan.run, limits.python)
    await using stack = new Cleanup()
    const target = stack.use(new OpenDesktop({ argv, workspace: installed, sandbox, limits }))
    await target.restart()
    return target.with(stack.move())
  },
}

// ---- target --------------------------------------------------------------------------------------------------------

/** One program at a time, each on a display of its own. */
class OpenDesktop implements DesktopTarget {
  readonly kind = 'desktop'
  readonly #parts: DesktopParts
  #place: DesktopPlace
  #program: DesktopProgram | undefined
  #output = ''
  #all: AsyncDisposable | undefined

  constructor(parts: DesktopParts) {
    this.#parts = parts
    this.#place = { folder: parts.workspace.folder }
  }

  get sandbox(): Sandbox {
    return this.#parts.sandbox
  }

  get workspace(): Workspace {
    return this.#parts.workspace
  }

  get screen(): DesktopScreen {
    return this.program.screen
  }

  get program(): DesktopProgram {
    if (this.#program === undefined) throw new TypeError('no program was started')
    return this.#program
  }

  async restart(place = this.#place): Promise<DesktopProgram> {
    await this.#end()
    this.#place = place
    this.#program = await startProgram(this.#parts, place)
    return this.#program
  }

  log(): string {
    return this.#program?.output() ?? this.#output
  }

  /** Hands over what has to be closed with the target: its program first. */
  with(all: AsyncDisposable): this {
    this.#all = all
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const all = this.#all
    this.#all = undefined
    // It contains this target.
    if (all) await all[Symbol.asyncDispose]()
    else await this.#end()
  }

  async #end(): Promise<void> {
    const program = this.#program
    if (program === undefined) return
    this.#output = program.output()
    this.#program = undefined
    await program[Symbol.asyncDispose]()
  }
}

// ---- program -------------------------------------------------------------------------------------------------------

interface DesktopParts {
  readonly argv: readonly string[]
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly limits: Pick<LaunchLimits, 'start' | 'signal'>
}

/** Milliseconds between two looks at the screen. */
const PAUSE = 15
/** A smaller window is no program that a person could use. */
const LEAST = 32
/** A bare screen, and a window into which nothing was drawn. */
const BLACK = 0xff000000
/**
 * A window is drawn in parts: a button that is not on the screen yet gets no click. The second number is for programs that
 * move from the beginning.
 */
const STARTED = { rests: 250, within: 2000 }
/**
 * Programs draw with software, and make no sound. SDL would draw its windows by OpenGL if it finds any, which is slower without a
 * graphics card, and replaces a window that is already on the screen.
 */
const DRAWING = {
  SDL_VIDEODRIVER: 'x11',
  SDL_FRAMEBUFFER_ACCELERATION: '0',
  SDL_AUDIODRIVER: 'dummy',
  LIBGL_ALWAYS_SOFTWARE: '1',
}

/**
 * Starts a program on a new display, which has nothing of the program before, and waits until it has drawn a window.
 * @throws ProjectFault if it ends first or its window does not fit on the screen, SuspectedFault if it draws nothing in time,
 *   MachineFault if there is no display
 */
async function startProgram(parts: DesktopParts, { folder, home }: DesktopPlace): Promise<DesktopProgram> {
  await using stack = new Cleanup()
  const { display, screen } = await openScreen(parts.sandbox, stack)
  const startedAt = performance.now()
  const running = await parts.sandbox.spawn({
    argv: parts.argv,
    cwd: folder,
    ...(home === undefined ? {} : { home }),
    stdin: 'none',
    env: { ...DRAWING, PYTHONUNBUFFERED: '1', ...display.environment },
  })
  stack.defer(async () => {
    await running.end('ended by the harness')
  })
  let end: string | undefined
  void running.exit.then((exit) => (end = howItEnded(exit)))
  const window = await firstWindow(parts, { display, screen }, running, () => end)
  screen.focus(window.id)
  await untilRest(() => screen.picture(window), STARTED)
  const open = stack.move()
  return {
    ...{ screen, window, startedAt },
    output: () => outputOf(running),
    ended: () => end ?? display.ended(),
    exit: running.exit,
    [Symbol.asyncDispose]: () => open[Symbol.asyncDispose](),
  }
}

interface Shown {
  readonly display: Display
  readonly screen: DesktopScreen
}

async function openScreen(sandbox: Sandbox, stack: Cleanup): Promise<Shown> {
  if (sandbox.openDisplay === undefined)
    throw new MachineFault(`the sandbox "${sandbox.name}" has no displays; use --sandbox bubblewrap`)
  const display = stack.use(await sandbox.openDisplay(SCREEN))
  try {
    return { display, screen: stack.use(await XScreen.open(display.socket, display.cookie)) }
  } catch (error) {
    throw new MachineFault(`the display cannot be used: ${messageOf(error)}`, { cause: error })
  }
}

async function firstWindow(
  { argv, limits }: DesktopParts,
  { display, screen }: Shown,
  running: Running,
  ended: () => string | undefined,
): Promise<DesktopWindow> {
  const began = performance.now()
  let seen: DesktopWindow | undefined
  for (;;) {
    throwIfAborted(limits.signal)
    const end = ended()
    if (end !== undefined) {
      const error = printedError(outputOf(running))
      const why = error === undefined ? end : `${end}: ${error}`
      throw new ProjectFault(`"${inWords(argv)}" ended before it showed a window: ${why}`, outputOf(running))
    }
    if (display.ended() !== undefined)
      throw new ProjectFault(`"${inWords(argv)}" ended its display: ${String(display.ended())}`, outputOf(running))
    seen = await largestWindow(screen)
    if (seen !== undefined && (await isDrawn(screen, seen))) return seen
    if (performance.now() - began > limits.start) break
    await delay(PAUSE)
  }
  const what = seen === undefined ? 'showed no window' : 'drew nothing in its window'
  throw new SuspectedFault(`"${inWords(argv)}" ${what} within ${String(limits.start / 1000)} s`, outputOf(running))
}

/** @throws ProjectFault if it is larger than the screen */
async function largestWindow(screen: DesktopScreen): Promise<DesktopWindow | undefined> {
  const [largest] = (await screen.windows())
    .filter(({ width, height }) => width >= LEAST && height >= LEAST)
    .toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (largest === undefined) return undefined
  const { id, x, y, width, height } = largest
  if (width > screen.width || height > screen.height) {
    const size = `${String(width)} × ${String(height)}`
    const most = `${String(screen.width)} × ${String(screen.height)}`
    throw new ProjectFault(`its window of ${size} pixels is larger than the screen of ${most}`)
  }
  if (x >= 0 && y >= 0 && x + width <= screen.width && y + height <= screen.height) return largest
  screen.place(id, 0, 0)
  return undefined
}

async function isDrawn(screen: DesktopScreen, window: DesktopWindow): Promise<boolean> {
  return differsFrom(await screen.picture(window), BLACK)
}
