import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import type { Protocol } from '../../contracts/schema.ts'
import type { Reply } from './protocol.ts'

/**
 * Why an opened homepage does not make a website runnable: it has to answer with a status below 400 and non-empty HTML. The
 * published protocol accepts every answer.
 */
export function homepageProblem({ outcome, page, empty }: Reply, protocol: Protocol): Error | undefined {
  if (outcome !== 'passed' || protocol === 'paper') return undefined
  const status = page?.status ?? undefined
  if (page === undefined || status === undefined) return new ProjectFault('the homepage gave no answer')
  if (status >= 400) return new ExpectationNotMet(`the homepage was answered with status ${String(status)}`)
  if (!page.mime.includes('html'))
    return new ExpectationNotMet(`the homepage is not HTML: its content type is "${page.mime}"`)
  return empty === true ? new ExpectationNotMet('the homepage is empty') : undefined
}
