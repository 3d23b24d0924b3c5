import { useEffect, useState } from 'preact/hooks'

/** What the part of the address after `#` names: `#/trial/RUN/TRIAL/files`, `#/?status=failed`. */
export interface Route {
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export function readRoute(hash: string = location.hash): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** An address that somebody typed may hold anything. */
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

/** Changes the address without a step in the history, as for every letter that is typed. */
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
