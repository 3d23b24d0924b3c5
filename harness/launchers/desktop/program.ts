import { setTimeout as delay } from 'node:timers/promises'
import { MachineFault, ProjectFault, SuspectedFault } from '../../errors.ts'
import type {
  DesktopPlace,
  DesktopProgram,
  DesktopScreen,
  DesktopWindow,
  Display,
  LaunchLimits,
  Running,
  Sandbox,
  Workspace,
} from '../../contracts/types.ts'
import { throwIfAborted } from '../../lib/async/deadline.ts'
import { differsFrom } from '../../lib/pictures/compare.ts'
import { untilRest } from '../../lib/pictures/rest.ts'
import { howItEnded } from '../../lib/processes/exit.ts'
import { printedError } from '../../lib/python/traceback.ts'
import { inWords, printed } from '../run-step.ts'

export interface DesktopParts {
  readonly argv: readonly string[]
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  readonly display: Display
  readonly screen: DesktopScreen
  readonly limits: Pick<LaunchLimits, 'start' | 'signal'>
}

/** Milliseconds between two looks at the screen. */
const PAUSE = 15
/** Milliseconds until the windows of a program that has ended must be gone. */
const CLOSING = 30_000
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
 * Starts a program and waits until it has drawn a window.
 * @throws ProjectFault if it ends first or its window does not fit on the screen, SuspectedFault if it draws nothing in time
 */
export async function startProgram(parts: DesktopParts, { folder, home }: DesktopPlace): Promise<DesktopProgram> {
  const { argv, sandbox, display, screen } = parts
  await screen.release()
  const startedAt = performance.now()
  const running = await sandbox.spawn({
    argv,
    cwd: folder,
    ...(home === undefined ? {} : { home }),
    stdin: 'none',
    env: { ...DRAWING, PYTHONUNBUFFERED: '1', ...display.environment },
  })
  let end: string | undefined
  void running.exit.then((exit) => (end = howItEnded(exit)))
  try {
    const window = await firstWindow(parts, running, () => end)
    screen.focus(window.id)
    await untilRest(() => screen.picture(window), STARTED)
    return {
      window,
      startedAt,
      output: () => printed(running),
      ended: () => end ?? display.ended(),
      exit: running.exit,
      async [Symbol.asyncDispose]() {
        await running.end('ended by the harness')
        await closeWindows(screen, () => display.ended())
      },
    }
  } catch (error) {
    await running.end('ended by the harness')
    throw error
  }
}

async function firstWindow(
  { argv, display, screen, limits }: DesktopParts,
  running: Running,
  ended: () => string | undefined,
): Promise<DesktopWindow> {
  const began = performance.now()
  let seen: DesktopWindow | undefined
  for (;;) {
    throwIfAborted(limits.signal)
    const end = ended()
    if (end !== undefined) {
      const error = printedError(printed(running))
      const why = error === undefined ? end : `${end}: ${error}`
      throw new ProjectFault(`"${inWords(argv)}" ended before it showed a window: ${why}`, printed(running))
    }
    if (display.ended() !== undefined)
      throw new ProjectFault(`"${inWords(argv)}" ended its display: ${String(display.ended())}`, printed(running))
    seen = await largestWindow(screen)
    if (seen !== undefined && (await isDrawn(screen, seen))) return seen
    if (performance.now() - began > limits.start) break
    await delay(PAUSE)
  }
  const what = seen === undefined ? 'showed no window' : 'drew nothing in its window'
  throw new SuspectedFault(`"${inWords(argv)}" ${what} within ${String(limits.start / 1000)} s`, printed(running))
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

/**
 * Closes the windows that the last program left, which would be taken for those of the next one. On a busy machine its
 * processes take seconds to end, and it may have asked the server to keep its windows.
 */
async function closeWindows(screen: DesktopScreen, displayEnded: () => string | undefined): Promise<void> {
  const began = performance.now()
  while (displayEnded() === undefined && !(await isClear(screen))) {
    if (performance.now() - began > CLOSING) throw new MachineFault('the windows of the last program do not close')
    await delay(PAUSE)
  }
}

/** A display that is lost shows nothing any more. Who starts the next program is told so. */
async function isClear(screen: DesktopScreen): Promise<boolean> {
  return screen.clear().catch((error: unknown) => {
    if (error instanceof ProjectFault) return true
    throw error
  })
}
