import { BadParameter } from '../errors.ts'
import type { WebsiteTarget } from '../contracts/types.ts'
import { isLoopbackHost } from '../lib/network/loopback.ts'

/** Characters of a value that a message quotes. */
const QUOTED = 200

/**
 * Checks an address that an agent gave. This is the only rule for which addresses are the project's.
 * @param name The parameter, for messages; undefined if it is not known
 * @param ports The project's ports. Any port is its own on a private loopback, because no other server listens there.
 * @throws BadParameter if the address is not absolute, or has another scheme, host or port, or credentials
 */
export function projectAddress(
  value: string,
  name: string | undefined,
  target: WebsiteTarget,
  ports: readonly number[] = [target.declaredPort],
): URL {
  const text = value.trim()
  const subject = `"${value.slice(0, QUOTED)}"${name === undefined ? '' : ` given for "${name}"`}`
  if (!URL.canParse(text)) throw new BadParameter(`${subject} is not an absolute address`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new BadParameter(`${subject} is not an http address; its scheme is "${url.protocol}"`)
  if (!isLoopbackHost(url.hostname)) throw new BadParameter(`${subject} leads to ${url.host}, not to the project`)
  if (url.username !== '' || url.password !== '')
    throw new BadParameter(`${subject} contains credentials; leave them out`)
  const port = portOf(url)
  if (!ports.includes(port) && !target.sandbox.privateLoopback)
    throw new BadParameter(`${subject} has port ${String(port)}; the project declared ${String(target.declaredPort)}`)
  return url
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** Whether a page that the browser shows was served by the project. */
export function isOnTarget(address: string, target: WebsiteTarget): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'http:' || !isLoopbackHost(url.hostname)) return false
  return target.sandbox.privateLoopback || url.port === new URL(target.origin).port
}
