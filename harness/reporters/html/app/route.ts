import { useEffect, useState } from 'preact/hooks'

/** The parsed fragment of the address, such as `#/trial/RUN/TRIAL/files` or `#/?status=failed`. */
export interface Route {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export function readRoute(hash: string = location.hash): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** Accepts malformed escapes: a user can type any address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return part
    throw error
  }
}

type Query = Readonly<Record<string, string | undefined>>

export function href(path: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '')
  const text = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`
}

/** Changes the address without an entry in the history, for example for every typed letter. */
export function replaceRoute(address: string): void {
  history.replaceState(null, '', address)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute())
  useEffect(() => {
    const update = () => setRoute(readRoute())
    window.addEventListener('hashchange', update)
    return () => window.removeEventListener('hashchange', update)
  }, [])
  return route
}
