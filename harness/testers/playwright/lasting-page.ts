import type { Frame, Page } from 'playwright'

/**
 * One stable object for a testcode's page. When the browser has to forget everything, it needs a new context and therefore a
 * new page; the testcode keeps its `page` and its locators.
 *
 * The library creates each locator from the main frame of its page and uses it through that frame, so two proxies are enough:
 * one for the page and one for its main frame.
 */
export class LastingPage {
  /** The page that testcodes get. */
  readonly page: Page
  #real: Page

  constructor(real: Page) {
    this.#real = real
    const frame: Frame = standIn(
      () => this.#real.mainFrame(),
      (key) => (key === '_page' ? this.page : undefined),
    )
    this.page = standIn(
      () => this.#real,
      (key) => (key === '_mainFrame' ? frame : undefined),
    )
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
