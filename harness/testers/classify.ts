import { stripVTControlCharacters } from 'node:util'
import {
  BadParameter,
  DeadlineExceeded,
  ExpectationNotMet,
  HarnessFault,
  LimitReached,
  MachineFault,
  ProjectFault,
  messageOf,
} from '../errors.ts'
import type { LimitKind, Status } from '../contracts/schema.ts'
import { isOwnBug, isTestcodeFault, placeOfFault } from './misuse.ts'
import { isBrowserTimeout, isProtocolError } from '../lib/browser/library.ts'
import { messageAsWritten } from '../lib/browser/standard-selectors.ts'
import { rowsQuestion } from './playwright/expectations/rows.ts'
import { ENGINE, isScriptFault, scriptFaultText } from './playwright/stillness/inside.ts'
import { isMatcherError } from './unmet.ts'

const LONGEST_REASON = 2000
/** Only this many characters of a message are processed: it may quote everything that a program has printed. */
const MOST_STRIPPED = 50_000

/** The status of a testcode that threw, by the class of the error and never by words in its message. */
export function statusOf(error: unknown): Exclude<Status, 'passed' | 'blocked' | 'not-run' | 'excluded'> {
  if (error instanceof BadParameter) return 'bad-parameter'
  if (error instanceof HarnessFault || isTestcodeFault(error) || isMissingModule(error) || isOwnFault(error))
    return 'unjudged'
  if (error instanceof DeadlineExceeded || isBrowserTimeout(error)) return 'timeout'
  if (error instanceof ProjectFault) return 'error'
  if (error instanceof ExpectationNotMet || isMatcherError(error)) return 'failed'
  return 'error'
}

/**
 * Whether the harness itself failed: its script in the page, the browser's driver, or its own code or that of a library. Such a
 * failure says nothing about the project, so it is never the project's.
 */
export function isOwnFault(error: unknown): boolean {
  return isScriptFault(error) || isProtocolError(error) || isOwnBug(error)
}

/** `machine` if the project cannot have caused the error. */
export function faultOf(error: unknown): { readonly fault?: 'machine' } {
  const isMachine = error instanceof MachineFault || isTestcodeFault(error) || isMissingModule(error)
  return isMachine ? { fault: 'machine' } : {}
}

/** A file of the harness, or one that a testcode imports: the process of the harness runs nothing of a project. */
function isMissingModule(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
}

/** The limit that the program reached, as a field of its verdict. */
export function limitOf(error: unknown): { readonly limit?: LimitKind } {
  return error instanceof LimitReached ? { limit: error.limit } : {}
}

export function reasonOf(error: unknown): string {
  const message = isOwnFault(error) ? ownFaultText(error) : isTestcodeFault(error) ? faultText(error) : textOf(error)
  const text = readable(stripVTControlCharacters(message.slice(0, MOST_STRIPPED))).trim()
  return text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text
}

function textOf(error: unknown): string {
  // The message of a bad parameter is complete; its cause, the failed search, adds nothing.
  return error instanceof BadParameter ? error.message : messageOf(error)
}

function ownFaultText(error: unknown): string {
  return `the harness failed, not the project: ${isScriptFault(error) ? scriptFaultText(error) : messageOf(error)}`
}

function faultText(error: unknown): string {
  return `${placeOfFault(error)}${error instanceof Error ? error.message : String(error)}`
}

/** The library is asked for one look at a time; that is no timeout of the testcode. */
const ONE_LOOK = / with timeout 1ms\b/g
/** A locator of `rows` as the library writes it. */
const ROWS = new RegExp(`(?:locator\\('body'\\)\\.)?locator\\('${ENGINE}=([^']+)'\\)`, 'g')

/** Objects of the library behind `page` and its locators (lasting-page.ts). Testcodes do not know them. */
const BEHIND = /^(proxy|frame)(?=\.\w+: )/

/** A message of the library, with locators of rows as the testcode writes them. */
function readable(message: string): string {
  return messageAsWritten(message)
    .replace(BEHIND, (name) => (name === 'proxy' ? 'page' : 'locator'))
    .replaceAll(ONE_LOOK, '')
    .replaceAll(ROWS, (selector, question: string) => rowsText(question) ?? selector)
}

function rowsText(question: string): string | undefined {
  const asked = rowsQuestion(question)
  if (asked === undefined) return undefined
  const { texts, name } = asked
  return `rows(${JSON.stringify(texts)}${name === undefined ? '' : `, /${name.source}/${name.flags}`})`
}
