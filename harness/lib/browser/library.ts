/**
 * Playwright's library, loaded when it is first used. It takes 0.4 s of processor time, and many commands need none of it: those that
 * reject their options, call only agents, or judge projects that do not start.
 */
import { createRequire } from 'node:module'
import type * as Library from '@playwright/test'
import type * as Browsers from 'playwright'
import { PROTOCOL_ERROR } from './driver/protocol.ts'

const require = createRequire(import.meta.url)

export function playwrightLibrary(): typeof Library {
  // Node keeps it, and it is the same as that of an `import`.
  return require('@playwright/test') as typeof Library
}

/** The part of it that starts browsers. `import()` would take 0.15 s more than `require`, to look for the names that it exports. */
export function browserLibrary(): typeof Browsers {
  return require('playwright') as typeof Browsers
}

/** Whether an action in a browser ran out of time. */
export function isBrowserTimeout(error: unknown): boolean {
  // The name spares other errors the library; the class decides.
  return (
    error instanceof Error && error.name === 'TimeoutError' && error instanceof playwrightLibrary().errors.TimeoutError
  )
}

/** Whether the browser refused a command of the driver, which says nothing about the page. Scripts of a page cannot choose the name. */
export function isProtocolError(error: unknown): boolean {
  return error instanceof Error && error.name === PROTOCOL_ERROR
}
