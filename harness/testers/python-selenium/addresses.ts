import { BadParameter } from '../../errors.ts'
import type { WebsiteTarget } from '../../contracts/types.ts'

/** Host names of the loopback interface, which the project listens on. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/**
 * Maps an address of a testcode to the target. The host stays as it is, because testcodes compare addresses as texts.
 * @throws BadParameter if the address is not the project's
 */
export function addressOn(target: WebsiteTarget, value: string): string {
  const text = value.trim()
  if (!URL.canParse(text)) throw new BadParameter(`"${shown(value)}" is not an absolute address`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new BadParameter(`"${shown(value)}" is not an http address; its scheme is "${url.protocol}"`)
  if (!LOOPBACK.has(url.hostname)) throw new BadParameter(`"${shown(value)}" leads to ${url.host}, not to the project`)
  if (url.username !== '' || url.password !== '')
    throw new BadParameter(`"${shown(value)}" contains credentials; leave them out`)
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
  const real = Number(new URL(target.origin).port)
  if (port === real) return text
  if (port !== target.declaredPort && !target.sandbox.privateLoopback)
    throw new BadParameter(
      `"${shown(value)}" has port ${String(port)}; the project declared ${String(target.declaredPort)}`,
    )
  if (port !== target.declaredPort) return text
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

function shown(value: string): string {
  return value.slice(0, 200)
}
