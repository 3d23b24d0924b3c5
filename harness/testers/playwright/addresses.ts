import type { WebsiteTarget } from '../../contracts/types.ts'
import { portOf, projectAddress } from '../project-address.ts'

/**
 * Maps an address that an agent gave to the same path on the target.
 * @throws BadParameter if it is not an address of the project
 */
export function addressOnTarget(value: string, name: string, target: WebsiteTarget): string {
  const url = projectAddress(value, name, target)
  const port = portOf(url)
  const origin = port === target.declaredPort ? target.origin : `http://localhost:${String(port)}`
  return origin + url.pathname + url.search + url.hash
}
