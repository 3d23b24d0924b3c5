import { beginningOf } from '../../../lib/wording/beginning.ts'
import type { Call, CallEnd, CallId, CallListener } from '../../../lib/browser/calls.ts'
import { reasonOf } from '../../classify.ts'
import { asOneAction, isPartOfAction, isUnrecorded, withoutRecord } from './unrecorded.ts'

/** A call of a testcode to the browser, or a step that takes several calls. Times are on the clock of the harness (ms). */
export interface RecordedCall {
  readonly id: CallId
  /** The kind of object that was called, such as `Frame`. */
  readonly kind: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly began: number
  ended?: number
  error?: string
}

/** Something that a testcode does in several calls, such as an expectation that looks until it holds. */
export interface StepOfCalls {
  readonly method: string
  /** Of its element, if it is about one. */
  readonly selector?: string
  /** A description, such as `no heading named "Home"`. */
  readonly words?: string
  /** The text that is typed. */
  readonly value?: string
  /** It acts on the page, and its calls are not recorded one by one. */
  readonly acts?: boolean
}

/** Calls of one testcode that are kept: the first and the last ones, because the last ones lead to the failure. */
const MOST_FIRST = 200
const MOST_LAST = 800
/** Characters of one parameter, and of an error. */
export const LONGEST_VALUE = 1000
const LONGEST_ERROR = 4000

/** Questions of the harness itself to a page, which tell a reader nothing. Testcodes run no scripts in pages. */
const OWN_QUESTION = /(^|>> )pe(?:-person)?=/
const OWN_SCRIPT = 'evaluateExpression'

/** Bounded record of the calls of one testcode, kept in memory: recording a call takes microseconds. */
export class CallLog implements CallListener {
  #first: RecordedCall[] = []
  #last: RecordedCall[] = []
  readonly #open = new Map<CallId, RecordedCall>()
  #leftOut = 0
  #steps = 0
  readonly #beforeAction: () => void

  /** @param beforeAction Called before an action of a user is sent, such as a click, but not before a navigation */
  constructor(beforeAction: () => void = () => undefined) {
    this.#beforeAction = beforeAction
  }

  clear(): void {
    this.#first = []
    this.#last = []
    this.#open.clear()
    this.#leftOut = 0
  }

  /** The calls that were kept, in order. */
  get calls(): readonly RecordedCall[] {
    return [...this.#first, ...this.#last]
  }

  /** How many calls between the first and the last ones were not kept. */
  get leftOut(): number {
    return this.#leftOut
  }

  /** The last call, if it failed. */
  get lastFailed(): RecordedCall | undefined {
    const last = this.#lastCall()
    return last?.error === undefined ? undefined : last
  }

  /** Records several calls as one step. Actions of a user are recorded as calls as well. */
  async step<T>({ method, acts = false, ...about }: StepOfCalls, calls: () => Promise<T>): Promise<T> {
    if (isUnrecorded()) return calls()
    if (acts) this.#beforeAction()
    this.#steps += 1
    const id = `step-${String(this.#steps)}`
    const params = boundedParams(about)
    const recorded = this.#keep({ id, kind: 'Frame', method, params, began: performance.now() })
    try {
      return await (acts ? asOneAction(calls) : withoutRecord(calls))
    } catch (error) {
      recorded.error = beginningOf(reasonOf(error), LONGEST_ERROR)
      throw error
    } finally {
      recorded.ended = performance.now()
    }
  }

  begun(call: Call): void {
    if (isPartOfAction() || call.internal || isOwn(call) || (isUnrecorded() && !call.input)) return
    if (call.input && !isNavigation(call)) this.#beforeAction()
    const again = call.input ? undefined : this.#sameAgain(call)
    if (again) this.#open.set(call.id, again)
    else this.#begin(call)
  }

  /** The last call, if this one looks at the same thing again: an expectation looks until it holds. */
  #sameAgain({ method, params }: Call): RecordedCall | undefined {
    const last = this.#lastCall()
    return last?.method === method && selectorOf(last.params) === selectorOf(params) ? last : undefined
  }

  #lastCall(): RecordedCall | undefined {
    return this.#last.at(-1) ?? this.#first.at(-1)
  }

  #begin({ id, guid, method, params }: Call): void {
    const began = performance.now()
    this.#open.set(id, this.#keep({ id, kind: kindOf(guid), method, params: boundedParams(params), began }))
  }

  #keep(recorded: RecordedCall): RecordedCall {
    const kept = this.#first.length < MOST_FIRST ? this.#first : this.#last
    kept.push(recorded)
    if (this.#last.length > MOST_LAST) {
      this.#last.shift()
      this.#leftOut += 1
    }
    return recorded
  }

  ended({ id, error }: CallEnd): void {
    const call = this.#open.get(id)
    if (call === undefined) return
    this.#open.delete(id)
    call.ended = performance.now()
    // Of several looks at the same thing, the last one counts.
    if (error === undefined) delete call.error
    else call.error = beginningOf(error, LONGEST_ERROR)
  }
}

/** A note of the library about its own waiting, which asks the page nothing. */
const WAIT_NOTE = '__waitInfo__'

function isOwn({ method, params }: Call): boolean {
  return method === OWN_SCRIPT || method === WAIT_NOTE || OWN_QUESTION.test(selectorOf(params))
}

function selectorOf({ selector }: { readonly selector?: unknown }): string {
  return typeof selector === 'string' ? selector.slice(0, LONGEST_VALUE) : ''
}

const NAVIGATIONS = new Set(['goto', 'reload', 'goBack', 'goForward', 'navigate', 'setContent'])

function isNavigation({ method }: Call): boolean {
  return NAVIGATIONS.has(method)
}

/** `browser-context@…` is an object of the kind `BrowserContext`. */
function kindOf(guid: string): string {
  const [name = ''] = guid.split('@')
  return name.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
}

/** Scripts of the harness would tell the name by which they reach their pages. */
const SOURCES: ReadonlySet<string> = new Set(['source', 'content', 'expression'])

/** Files and scripts are left out: only texts and numbers are kept. */
function boundedParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(params)) {
    if (SOURCES.has(name)) continue
    if (typeof value === 'string') kept[name] = beginningOf(value, LONGEST_VALUE)
    else if (typeof value === 'number' || typeof value === 'boolean') kept[name] = value
  }
  return kept
}
