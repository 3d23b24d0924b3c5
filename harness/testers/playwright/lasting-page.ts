import type { Frame, Locator, Page } from 'playwright'
import { isAction, withSignal } from './expectations/ready.ts'

/** An action of a testcode on the element of a locator. */
export interface FrameAction {
  /** Of the library's method. */
  readonly name: string
  readonly locator: Locator
  /** Its arguments after the selector. */
  readonly args: readonly unknown[]
  /** Performs it as the library does; the signal stops it. */
  readonly perform: (signal?: AbortSignal) => Promise<unknown>
}
export type Act = (action: FrameAction) => Promise<unknown>

/**
 * One stable object for a testcode's page. When the browser has to forget everything, it needs a new context and therefore a
 * new page; the testcode keeps its `page` and its locators.
 *
 * The library creates each locator from the main frame of its page and uses it through that frame, so two proxies are enough:
 * one for the page and one for its main frame. Actions on elements pass through `act`.
 */
export class LastingPage {
  /** The page that testcodes get. */
  readonly page: Page
  #real: Page

  constructor(real: Page, act: Act) {
    this.#real = real
    const frame: Frame = standIn(
      () => this.#real.mainFrame(),
      (key) => (key === '_page' ? this.page : isAction(key) ? this.#guarded(key, act) : undefined),
    )
    this.page = standIn(
      () => this.#real,
      (key) => (key === '_mainFrame' ? frame : undefined),
    )
  }

  /** The library's method of a frame: `name(selector, …, options)`. */
  #guarded(name: string, act: Act): unknown {
    return (selector: string, ...args: unknown[]): Promise<unknown> => {
      const frame = this.#real.mainFrame()
      const method = Reflect.get(frame, name) as (...args: unknown[]) => Promise<unknown>
      const perform = (signal?: AbortSignal) =>
        Reflect.apply(method, frame, [selector, ...(signal === undefined ? args : withSignal(name, args, signal))])
      return act({ name, args, perform, locator: this.#real.locator(selector) })
    }
  }

  /** From now on `page` and its locators act on this page. */
  replace(real: Page): void {
    this.#real = real
  }
}

/**
 * A proxy that forwards to the current result of `real`. Methods run with the proxy as `this`, so objects that they create
 * refer to the proxy too.
 * @param own Overridden properties; undefined for all others
 */
function standIn<T extends object>(real: () => T, own: (key: PropertyKey) => unknown): T {
  return new Proxy({} as T, {
    get: (_, key) => own(key) ?? Reflect.get(real(), key),
    set: (_, key, value) => Reflect.set(real(), key, value),
    has: (_, key) => Reflect.has(real(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  })
}
