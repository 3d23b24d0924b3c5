import type { Expect, Locator, Page } from '@playwright/test'
import { ExpectationNotMet, HarnessFault } from '../../../errors.ts'
import type { TestcodeExpect } from '../../../contracts/types.ts'
import type { MatcherError } from '../../unmet.ts'
import type { StepOfCalls } from '../evidence/call-log.ts'
import type { Stillness } from '../stillness/stillness.ts'
import { thingOf } from './locator-words.ts'
import { argumentsOf, matcherOf, matchers, problemOf, type MatcherCall } from './matcher.ts'
import { numberGlance } from './number-glance.ts'
import { locatorSentence, pageSentence } from './reasons.ts'
import { quickGlance, seenGlance, shownNow } from './seen-glance.ts'
import { selectorOf } from './selector-parts.ts'
import type { EarlyWatch } from './early-watch.ts'
import { steadily, type Claim, type Glance } from './steady.ts'
import { elementWords, subjectWords } from './step-words.ts'

export interface ExpectParts {
  readonly base: Expect
  /** Default timeout of an expectation in ms. */
  readonly patience: number
  readonly full?: EarlyWatch | undefined
  /** Hears how many milliseconds an expectation held before it was believed. */
  readonly uncharged?: (milliseconds: number) => void
  /** The stillness of the current page. */
  readonly stillness: () => Stillness
  /** Records an expectation, with all its looks, as one step of the testcode. */
  readonly step?: (step: StepOfCalls, looks: () => Promise<void>) => Promise<void>
}

/** A claim, and its step without a name. */
interface Expectation extends Claim {
  readonly about: Omit<StepOfCalls, 'method'>
}

interface Parts extends ExpectParts {
  /** The library's `expect` that decides at its first look: the waiting is ours. */
  readonly once: Expect
}

/**
 * Playwright's `expect` with the same matchers, but stricter. A matcher has to hold on a page at rest or, if the page never
 * rests, for a second. An element is visible only if a person can see it. A text is found only in short elements.
 */
export function steadyExpect(given: ExpectParts): TestcodeExpect {
  const parts: Parts = { ...given, once: given.base.configure({ timeout: 1 }) }
  const of = (actual: unknown, message?: unknown): unknown => {
    const kind = kindOf(actual)
    if (kind === 'locator') return matchers((call) => onLocator(parts, actual as Locator, message, call))
    if (kind === 'page') return matchers((call) => onPage(parts, actual as Page, message, call))
    return parts.base(actual, message as string)
  }
  const poll = (read: () => unknown, options?: unknown): unknown =>
    matchers((call) => onValue(parts, read, options, call))
  return new Proxy(parts.base, {
    apply: (_, __, [actual, message]: unknown[]) => of(actual, message),
    get: (target, key, receiver) => (key === 'poll' ? poll : (Reflect.get(target, key, receiver) as unknown)),
  }) as unknown as TestcodeExpect
}

/** Uses the same property as the library's own matchers: class names change when the library is bundled. */
function kindOf(actual: unknown): 'locator' | 'page' | undefined {
  if (typeof actual !== 'object' || actual === null) return undefined
  const { _apiName: name } = actual as { readonly _apiName?: string }
  // Without this check the library's own matchers would be used, which a page that changes by itself can satisfy by chance.
  if (name === undefined && 'locator' in actual)
    throw new HarnessFault('this version of the browser library has no "_apiName" on its objects; run npm ci')
  return name === 'Locator' ? 'locator' : name === 'Page' ? 'page' : undefined
}

async function onLocator(parts: Parts, locator: Locator, message: unknown, call: MatcherCall): Promise<void> {
  const { name, not } = call
  const { rest, given, within, timeout = parts.patience } = argumentsOf(call)
  const [expected] = rest
  const stillness = parts.stillness()
  const found = { locator, stillness, name, expected, within }
  const options = given.slice(rest.length)
  const isPlain = !not && options.every((each) => Object.keys(each as object).join() === 'useInnerText')
  const inWords = (error: MatcherError) => locatorSentence(thingOf(String(locator)), { ...call, args: given, error })
  const glance =
    name === 'toShowNumber'
      ? () => numberGlance({ locator, stillness, wanted: expected as string, not, within })
      : async () => {
          const quick = isPlain ? await quickGlance(found) : undefined
          if (quick?.holds === true) return quick
          const match = () => matcherOf(parts.once(locator, message as string), call)(...given)
          const problem = await problemOf(match, inWords, timeout)
          if (problem !== undefined && quick !== undefined) return { ...quick, problem }
          if (problem !== undefined || not) return { problem, ...(await shownNow(found)) }
          return seenGlance(found)
        }
  const about = { words: elementWords(thingOf(String(locator)), call), selector: selectorOf(locator) }
  await holds({ glance, about }, parts, timeout, message)
}

async function onPage(parts: Parts, page: Page, message: unknown, call: MatcherCall): Promise<void> {
  const { given, timeout = parts.patience } = argumentsOf(call)
  const match = () => matcherOf(parts.once(page, message as string), call)(...given)
  const inWords = (error: MatcherError) => pageSentence({ ...call, args: given, error })
  const glance = async () => ({ problem: await problemOf(match, inWords, timeout), text: page.url() })
  await holds({ glance, about: { words: subjectWords('the page', call) } }, parts, timeout, message)
}

/** `expect.poll`: a value that is read repeatedly. */
async function onValue(parts: Parts, read: () => unknown, options: unknown, call: MatcherCall): Promise<void> {
  const { message, timeout = parts.patience } =
    typeof options === 'string' ? { message: options } : ((options ?? {}) as { message?: string; timeout?: number })
  const glance = async (): Promise<Glance> => {
    const value: unknown = await read()
    const problem = await problemOf(() => matcherOf(parts.base(value, message), call)(...call.args))
    return { problem, text: textOfValue(value) }
  }
  await holds({ glance, about: { words: subjectWords(message ?? 'a value', call) } }, parts, timeout, message)
}

/** @throws ExpectationNotMet with the message of the testcode before the reason */
async function holds(claim: Expectation, parts: ExpectParts, patience: number, message: unknown): Promise<void> {
  const { stillness, full, uncharged, step = (_, looks) => looks() } = parts
  const looks = () => steadily(claim, stillness(), { patience, full, uncharged })
  try {
    await step({ method: 'expect', ...claim.about }, looks)
  } catch (error) {
    const isLabelled = typeof message !== 'string' || (error instanceof Error && error.message.startsWith(message))
    throw error instanceof ExpectationNotMet && !isLabelled
      ? new ExpectationNotMet(`${message}: ${error.message}`, { cause: error })
      : error
  }
}

/** A text that identifies a value. */
function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? 'undefined' : JSON.stringify(value)
}
