/** Names of one host, seen from itself. */
const OWN_HOST = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/** Whether two values differ in writing only: in whitespace, or as two ways to write one address. */
export function meansTheSame(a: string, b: string): boolean {
  return normalised(a) === normalised(b)
}

function normalised(value: string): string {
  const text = value.trim().replaceAll(/\s+/g, ' ')
  const address = /^https?:\/\//i.test(text) ? parsed(text) : undefined
  return address ? normalisedAddress(address) : text
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function normalisedAddress({ protocol, hostname, port, pathname, search, hash }: URL): string {
  const host = OWN_HOST.has(hostname) ? 'localhost' : hostname
  const path = readable(pathname).replace(/\/+$/, '')
  return `${protocol}//${host}:${port}${path}${search}${hash}`
}

/** With escapes that need not be there taken back. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
