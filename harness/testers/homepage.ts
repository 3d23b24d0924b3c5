import { ExpectationNotMet } from '../errors.ts'
import type { WebsiteTarget } from '../contracts/types.ts'
import { isOnTarget } from './project-address.ts'

/** The result of opening the homepage in a browser. */
export interface Homepage {
  /** The address that the browser shows, after all redirects. */
  readonly url: string
  readonly status: number
  /** The content type. */
  readonly type: string
  /** Called only if the other conditions are met. */
  readonly isEmpty: () => Promise<boolean>
}

/**
 * The `runnable` point of a website: the project answers its homepage with a status below 400 and non-empty HTML.
 * @throws ExpectationNotMet
 */
export async function expectHomepage({ url, status, type, isEmpty }: Homepage, target: WebsiteTarget): Promise<void> {
  if (!isOnTarget(url, target))
    throw new ExpectationNotMet(`the homepage leads away from the project, to ${url.slice(0, 200)}`)
  if (status >= 400) throw new ExpectationNotMet(`the homepage was answered with status ${String(status)}`)
  if (!type.includes('html')) throw new ExpectationNotMet(`the homepage is not HTML: its content type is "${type}"`)
  if (await isEmpty()) throw new ExpectationNotMet('the homepage is empty')
}
