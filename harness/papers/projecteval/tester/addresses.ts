import type { WebsiteTarget } from '../../../contracts/types.ts'
import { portOf, projectAddress } from '../../../testers/project-address.ts'

/**
 * Maps an address of a testcode to the target. The host stays as it is, because testcodes compare addresses as texts.
 * @throws BadParameter if the address is not the project's
 */
export function addressOn(target: WebsiteTarget, value: string): string {
  const real = Number(new URL(target.origin).port)
  const url = projectAddress(value, undefined, target, [target.declaredPort, real])
  const port = portOf(url)
  if (port === real || port !== target.declaredPort) return value.trim()
  url.port = String(real)
  return url.href
}

/** The address that the browser shows, with the port that the project declared. */
export function shownAddress(target: WebsiteTarget, address: string): string {
  const real = new URL(target.origin).port
  if (!URL.canParse(address) || new URL(address).port !== real || Number(real) === target.declaredPort) return address
  const url = new URL(address)
  url.port = String(target.declaredPort)
  return url.href
}
