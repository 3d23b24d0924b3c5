import { ProjectFault } from '../../../errors.ts'
import type { Protocol } from '../../../contracts/schema.ts'
import type { WebsiteTarget } from '../../../contracts/types.ts'
import { expectHomepage } from '../../../testers/homepage.ts'
import type { Reply } from './protocol.ts'

/**
 * Checks the homepage that a worker has opened. The published protocol accepts every answer.
 * @throws ProjectFault if there was no answer
 * @throws ExpectationNotMet if the answer does not make the website runnable
 */
export async function checkHomepage(reply: Reply, target: WebsiteTarget, protocol: Protocol): Promise<void> {
  const { outcome, page, empty = false } = reply
  if (outcome !== 'passed' || protocol === 'paper') return
  if (page?.status == null) throw new ProjectFault('the homepage gave no answer')
  const { url, status, mime } = page
  await expectHomepage({ url, status, type: mime, isEmpty: () => Promise.resolve(empty) }, target)
}
