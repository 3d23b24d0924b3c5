import { BadParameter } from '../../errors.ts'
import type { WebsiteTarget } from '../../contracts/types.ts'

/** Host names of the loopback interface, which the project listens on. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/**
 * Maps an address that an agent gave to the same path on the target.
 * @throws BadParameter if it is not absolute, has another host, or a port that is not the project's
 */
export function addressOnTarget(value: string, name: string, target: WebsiteTarget): string {
  const url = parse(value.trim(), name)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new BadParameter(`"${value}" given for "${name}" is not an http address; its scheme is "${url.protocol}"`)
  }
  if (!LOOPBACK.has(url.hostname)) {
    throw new BadParameter(`"${value}" given for "${name}" leads to ${url.host}, not to the project`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new BadParameter(`"${value}" given for "${name}" contains credentials; leave them out`)
  }
  return mapPort(url, value, name, target)
}

function parse(value: string, name: string): URL {
  if (!URL.canParse(value)) throw new BadParameter(`"${value}" given for "${name}" is not an absolute address`)
  return new URL(value)
}

function mapPort(url: URL, value: string, name: string, target: WebsiteTarget): string {
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
  const path = url.pathname + url.search + url.hash
  if (port === target.declaredPort) return target.origin + path
  // A private loopback has no servers but the project's.
  if (target.sandbox.privateLoopback) return `http://localhost:${String(port)}${path}`
  throw new BadParameter(
    `"${value}" given for "${name}" has port ${String(port)}; the project declared ${String(target.declaredPort)}`,
  )
}

/** Whether a page that the browser shows was served by the project. */
export function isOnTarget(address: string, target: WebsiteTarget): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return false
  return target.sandbox.privateLoopback || url.port === new URL(target.origin).port
}
