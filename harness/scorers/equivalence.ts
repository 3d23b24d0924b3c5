import { isLoopbackHost } from '../lib/network/loopback.ts'

/** Whether two values differ only in whitespace, or are two spellings of one URL. */
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
  const host = isLoopbackHost(hostname) ? 'localhost' : hostname
  const path = readable(pathname).replace(/\/+$/, '')
  return `${protocol}//${host}:${port}${path}${search}${hash}`
}

/** Decodes unnecessary escapes. */
function readable(path: string): string {
  try {
    return decodeURI(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}
