import type { Locator, Page } from 'playwright'
import { beginningOf } from '../../../lib/wording/beginning.ts'
import { partsOfSelector, type SelectorPart } from '../expectations/selector-parts.ts'

/** Elements that are named. */
const MOST_NAMED = 3
/** Characters of the name of one element. */
const LONGEST = 200
const ROLE = 'internal:role'

/**
 * The elements of the same role in the same place: they tell a reader what the page has instead. The browser library reads them
 * outside the page's own world, as it does for every locator by role.
 * @param selector Of the element that a step was about
 * @returns Such as `heading "Home"; heading "News"`; undefined if the step was not about an element with a role
 */
export async function foundInstead(page: Page, selector: string): Promise<string | undefined> {
  const wanted = roleOf(partsOfSelector(selector))
  if (wanted === undefined) return undefined
  const { role, place } = wanted
  const all = page.locator([...place.map(written), `${ROLE}=${role}`].join(' >> '))
  const count = await all.count()
  if (count === 0) return `no ${role}`
  const named = Array.from({ length: Math.min(count, MOST_NAMED) }, (_, index) => nameOf(all.nth(index), role))
  const more = count > MOST_NAMED ? [`${String(count - MOST_NAMED)} more`] : []
  return [...(await Promise.all(named)), ...more].join('; ')
}

/** The role that a selector asks for at its end, without an ordinal number, and the parts before it. */
function roleOf(parts: readonly SelectorPart[]): { readonly role: string; readonly place: SelectorPart[] } | undefined {
  const end = parts.findLastIndex(({ engine }) => engine !== 'nth')
  const { engine, body = '' } = parts[end] ?? {}
  const role = engine === ROLE ? /^\w+/.exec(body)?.[0] : undefined
  return role === undefined ? undefined : { role, place: parts.slice(0, end) }
}

function written({ engine, body }: SelectorPart): string {
  return engine === '' ? body : `${engine}=${body}`
}

/** The role and the name, from the first line of a snapshot such as `- heading "Home" [level=1]`. */
async function nameOf(element: Locator, role: string): Promise<string> {
  const [line = ''] = (await element.ariaSnapshot({ depth: 1 })).split('\n')
  const name = /^- '?\w+ ("(?:[^"\\]|\\.)*")/.exec(line)?.[1]
  return name === undefined ? `${role} without a name` : `${role} ${beginningOf(name, LONGEST)}`
}
