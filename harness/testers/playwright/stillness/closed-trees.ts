import type { CDPSession, Page } from 'playwright'
import { withoutRecord } from '../evidence/unrecorded.ts'

/** Matches the start tag of every element, in all shadow trees but those of the browser's own controls. */
const EVERY_ELEMENT = '<'

/**
 * Finds out whether a document has shadow trees that are written in its HTML. No script can find the closed ones, and they may
 * hide what they show. So the browser counts all elements, and elements that no script of the document has are in such a tree.
 */
export class ClosedTrees {
  readonly #page: Page
  #session: Promise<CDPSession> | undefined
  /** The last answer, and the state of the document that it is about. */
  #known: { readonly version: string; readonly found: boolean } | undefined

  constructor(page: Page) {
    this.#page = page
  }

  /**
   * @param version Changes with the document
   * @param elements Number of elements that a script finds in the document
   */
  async has(version: string, elements: number): Promise<boolean> {
    if (this.#known?.version !== version)
      this.#known = { version, found: (await withoutRecord(() => this.#count())) !== elements }
    return this.#known.found
  }

  /** Undefined while one document replaces another. */
  async #count(): Promise<number | undefined> {
    this.#session ??= this.#page.context().newCDPSession(this.#page)
    const session = await this.#session
    const [, found] = await Promise.all([
      session.send('DOM.enable'),
      session.send('DOM.performSearch', { query: EVERY_ELEMENT }).catch((error: unknown) => {
        if (String(error).includes('not enabled')) return undefined
        throw error
      }),
      session.send('DOM.disable'),
    ])
    return found?.resultCount
  }
}
