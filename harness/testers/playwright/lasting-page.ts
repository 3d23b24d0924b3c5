import type { Frame, Page } from 'playwright'

/**
 * One object for a testcode's page while the page behind it is replaced: a testcode keeps its `page` and its locators
 * when the browser has to forget everything, which takes a new context and so a new page.
 *
 * The library makes each locator from the main frame of its page and does everything with it through that frame, so two
 * stand-ins are enough: one for the page and one for its main frame.
 */
export class LastingPage {
  /** For testcodes. */
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

  /** From now on everything that is done with `page` and its locators is done with this page. */
  replace(real: Page): void {
    this.#real = real
  }
}

/**
 * Forwards to whatever `real` returns at that moment. Methods run with the stand-in as `this`, so that what they make
 * refers to the stand-in too.
 * @param own What differs from the real one
 */
function standIn<T extends object>(real: () => T, own: (key: PropertyKey) => unknown): T {
  return new Proxy({} as T, {
    get: (_, key) => own(key) ?? Reflect.get(real(), key),
    set: (_, key, value) => Reflect.set(real(), key, value),
    has: (_, key) => Reflect.has(real(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(real()),
  })
}
