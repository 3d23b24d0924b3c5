import { setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet, ProjectFault, TestcodeFault } from '../../errors.ts'
import type { DesktopTarget, DesktopWindow, Picture, PixelArea, Point } from '../../contracts/types.ts'
import { areEqual } from '../../lib/pictures/compare.ts'
import { untilRest } from '../../lib/pictures/rest.ts'
import { printedError } from '../../lib/python/traceback.ts'
import { Film } from './film.ts'
import { Marks, placeOf } from './marks.ts'

/** Milliseconds for which a key is down: programs that ask for the state of a key do so once a frame. */
const PRESS = 60
/**
 * Milliseconds between the release of a key and its next press. Without auto-repeat of its own, a toolkit takes a press soon after
 * a release for a key that is held: SDL within 2 ms, GLFW within 20 ms. It then drops the press if it has found both together.
 */
const RELEASED = 30
/** Milliseconds between two looks at the screen: a frame of most programs. */
const PAUSE = 16
/** Milliseconds for which nothing may change after an action that must have no effect. */
const STAYS = 500
/** A program sends a large window in parts, which come one after another on a busy machine. */
const DRAWN = { rests: 50, within: 500 }
/** Milliseconds in which a program ends whose windows are gone. */
const ENDING = 1000
const TRACEBACK = /^Traceback \(most recent call last\):/m
const BUTTONS = { left: 1, middle: 2, right: 3 } as const

/** Plays the program of a testcode. All places are relative to its window. */
export class Player {
  readonly film = new Film()
  readonly marks = new Marks()
  readonly #target: DesktopTarget
  readonly #patience: number
  #window: DesktopWindow
  /** When each key was released. */
  readonly #released = new Map<string, number>()

  /** @param patience Milliseconds for which it waits for a condition, unless told otherwise */
  constructor(target: DesktopTarget, patience: number) {
    this.#target = target
    this.#patience = patience
    this.#window = target.program.window
  }

  get window(): DesktopWindow {
    return this.#window
  }

  /**
   * The pixels of the window that a user sees.
   * @throws ProjectFault if the program has ended, or its window is gone
   */
  async look(region?: PixelArea): Promise<Picture> {
    this.#expectAlive()
    const { screen } = this.#target
    const before = this.#onScreen(region)
    const quick = before && (await screen.pictureIn(this.#window, before))
    if (quick) return quick
    await this.#follow(await screen.windows())
    const area = this.#onScreen(region)
    if (area) return screen.picture(area)
    const { width, height } = this.#window
    throw new ProjectFault(`its window has become smaller: ${String(width)} × ${String(height)} pixels`)
  }

  /** Where a region of the window is on the screen; undefined if it is not inside the window. */
  #onScreen(region: PixelArea | undefined): PixelArea | undefined {
    const { x, y, width, height } = this.#window
    const { x: left, y: top, ...size } = region ?? { x: 0, y: 0, width, height }
    const isInside = left + size.width <= width && top + size.height <= height
    return isInside ? { x: x + left, y: y + top, ...size } : undefined
  }

  async press(key: string, milliseconds = PRESS): Promise<void> {
    await this.hold(key, () => delay(milliseconds))
  }

  /** Presses one key after the other, as one action. */
  async type(keys: readonly string[]): Promise<void> {
    for (const [index, key] of keys.entries()) await this.#hold(key, () => delay(PRESS), index > 0)
  }

  hold<T>(key: string, action: () => Promise<T>): Promise<T> {
    return this.#hold(key, action, false)
  }

  async #hold<T>(key: string, action: () => Promise<T>, isPart: boolean): Promise<T> {
    const since = performance.now() - (this.#released.get(key) ?? -Infinity)
    if (since < RELEASED) await delay(RELEASED - since)
    try {
      await this.#act(() => {
        this.#press(key, true)
      }, isPart)
      return await action()
    } finally {
      this.#press(key, false)
      await this.#target.screen.settled()
      this.#released.set(key, performance.now())
    }
  }

  move(point: Point): Promise<void> {
    return this.#move(point, true)
  }

  async #move(point: Point, isPart: boolean): Promise<void> {
    await this.#act(() => {
      this.#target.screen.move(this.#window.x + point.x, this.#window.y + point.y)
    }, isPart)
  }

  async click(point: Point, button: keyof typeof BUTTONS = 'left'): Promise<void> {
    await this.#move(point, false)
    this.marks.click(point)
    const { screen } = this.#target
    screen.button(BUTTONS[button], true)
    await screen.settled()
    await delay(PRESS)
    screen.button(BUTTONS[button], false)
    await screen.settled()
  }

  /** @throws ExpectationNotMet if the condition does not become true in time */
  async until<T>(expected: string, condition: () => Promise<T | undefined | false>, within?: number): Promise<T> {
    const began = performance.now()
    const limit = within ?? this.#patience
    for (;;) {
      const found = await condition()
      if (found !== undefined && found !== false) return found
      this.#expectAlive()
      if (performance.now() - began > limit)
        throw new ExpectationNotMet(`${expected}: not seen within ${(limit / 1000).toFixed(1)} s`)
      await delay(PAUSE)
    }
  }

  async changes(region: PixelArea, action: () => Promise<unknown>, within?: number): Promise<void> {
    const before = await this.look(region)
    await action()
    const where = placeOf(region)
    await this.until(`a change in the region ${where}`, async () => !areEqual(before, await this.look(region)), within)
    await untilRest(() => this.look(), DRAWN)
  }

  async stays(region: PixelArea, action: () => Promise<unknown>, milliseconds = STAYS): Promise<void> {
    const before = await this.look(region)
    await action()
    const began = performance.now()
    do {
      if (!areEqual(before, await this.look(region)))
        throw new ExpectationNotMet(`the region ${placeOf(region)} has changed, which it must not`)
      await delay(PAUSE)
    } while (performance.now() - began < milliseconds)
  }

  async restart(): Promise<void> {
    this.film.cut(await this.look())
    await this.#target.restart()
    this.#window = this.#target.program.window
  }

  /** Waits until the program has run for some seconds since its start. */
  async runsFor(seconds: number): Promise<void> {
    const { program } = this.#target
    const left = program.startedAt + seconds * 1000 - performance.now()
    const timer = new AbortController()
    await Promise.race([program.exit, delay(Math.max(0, left), undefined, { signal: timer.signal })]).finally(() => {
      timer.abort()
    })
    this.#expectAlive()
    if (TRACEBACK.test(program.output()))
      throw new ExpectationNotMet(`the program printed a traceback${errorIn(program.output())}`)
  }

  /**
   * Sends input to the window that has the keyboard. The display handles requests in their order: the frame of the film shows
   * the window before the input, which need not wait until the frame is here.
   * @param isPart Not an action of its own: a movement of the pointer, or a key after the first one of a text
   */
  async #act(send: () => void, isPart: boolean): Promise<void> {
    this.#expectAlive()
    const windows = await this.#target.screen.windows()
    await this.#follow(windows)
    // A dialogue of the program is above its main window.
    this.#target.screen.focus((windows.at(-1) ?? this.#window).id)
    const before = this.look()
    before.catch(() => undefined)
    send()
    this.film.cut(await before, isPart)
    await this.#target.screen.settled()
  }

  /** The window may have moved, or been replaced by another one. */
  async #follow(windows: readonly DesktopWindow[]): Promise<void> {
    const { screen } = this.#target
    const same = windows.find(({ id }) => id === this.#window.id)
    const largest = windows.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
    const found = same ?? largest
    if (found === undefined) {
      // The display sees the end of a program a moment before the system does.
      await Promise.race([this.#target.program.exit, delay(ENDING)])
      this.#expectAlive()
      throw new ProjectFault('its window is gone')
    }
    const { x, y, width, height } = found
    if (x < 0 || y < 0 || x + width > screen.width || y + height > screen.height)
      throw new ProjectFault(`its window is not on the screen: ${placeOf(found)}`)
    this.#window = found
  }

  #press(key: string, down: boolean): void {
    try {
      this.#target.screen.key(key, down)
    } catch (error) {
      throw error instanceof RangeError ? new TestcodeFault(error.message, { cause: error }) : error
    }
  }

  #expectAlive(): void {
    const end = this.#target.program.ended()
    if (end === undefined) return
    const output = this.#target.program.output()
    const traceback = TRACEBACK.test(output) ? `, with a traceback${errorIn(output)}` : ''
    throw new ProjectFault(`the program has ended: ${end}${traceback}`)
  }
}

function errorIn(output: string): string {
  const error = printedError(output)
  return error === undefined ? '' : `: ${error}`
}
