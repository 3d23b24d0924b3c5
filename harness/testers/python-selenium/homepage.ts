import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { Protocol } from '../../contracts/schema.ts'
import type { Reply } from './protocol.ts'

/**
 * Why a homepage that the browser has opened does not make a website runnable: it has to answer below 400 with HTML that
 * is not empty. By the published rule, whatever it answers will do.
 */
export function homepageProblem({ outcome, page, empty }: Reply, protocol: Protocol): Error | undefined {
  if (outcome !== 'passed' || protocol === 'paper') return undefined
  const status = page?.status ?? undefined
  if (page === undefined || status === undefined) return new ProjectFault('the homepage gave no answer')
  if (status >= 400) return new ExpectationNotMet(`the homepage answers ${String(status)}`)
  if (!page.mime.includes('html')) return new ExpectationNotMet(`the homepage is no HTML but "${page.mime}"`)
  return empty === true ? new ExpectationNotMet('the homepage is empty') : undefined
}
