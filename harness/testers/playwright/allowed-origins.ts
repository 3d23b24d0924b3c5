import type { BrowserContext, Route } from 'playwright'
import { messageOf } from '../../errors.ts'
import type { PageRecord } from './record.ts'

const MOST_BYTES = 16 * 1024 * 1024
const MOST_REDIRECTS = 5
const DEADLINE = 10_000
/** Headers that are not passed on: they describe the transferred body, or would store something for later visits. */
const DROPPED = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'set-cookie'])

/**
 * Lets pages load their resources (scripts, styles, pictures) from some origins. The browser itself cannot reach them: the
 * harness fetches each resource with a plain GET without cookies. Only the address is sent there, and no page of such an
 * origin is ever shown.
 */
export async function allowOrigins(
  context: BrowserContext,
  origins: readonly string[],
  record: PageRecord,
): Promise<void> {
  const allowed = new Set(origins)
  const isAllowed = (url: URL) => allowed.has(url.origin)
  if (allowed.size > 0) await context.route(isAllowed, (route) => answer(route, isAllowed, record))
}

async function answer(route: Route, isAllowed: (url: URL) => boolean, record: PageRecord): Promise<void> {
  const request = route.request()
  const refuse = async (why: string) => {
    record.refuse(`${request.url()}: ${why}`)
    await route.abort('blockedbyclient')
  }
  if (request.method() !== 'GET') return refuse('only GET is allowed')
  if (request.isNavigationRequest()) return refuse('allowed origins are for resources of pages, not for pages')
  try {
    const { response, body } = await fetched(new URL(request.url()), isAllowed)
    const headers: Record<string, string> = {}
    response.headers.forEach((value, name) => {
      if (!DROPPED.has(name)) headers[name] = value
    })
    await route.fulfill({ status: response.status, headers, body })
  } catch (error) {
    await refuse(messageOf(error))
  }
}

interface Fetched {
  readonly response: Response
  readonly body: Buffer
}

/** @throws Error if the resource cannot be fetched, is too large, or redirects to an origin that is not allowed */
async function fetched(first: URL, isAllowed: (url: URL) => boolean): Promise<Fetched> {
  let url = first
  const signal = AbortSignal.timeout(DEADLINE)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (!isAllowed(url)) throw new Error(`it redirects to ${url.origin}, which is not allowed`)
    const response = await fetch(url, { redirect: 'manual', signal })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return { response, body: await bounded(response) }
    await response.body?.cancel()
    url = new URL(location, url)
  }
  throw new Error(`more than ${String(MOST_REDIRECTS)} redirects`)
}

async function bounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const body = response.body as ReadableStream<Uint8Array> | null
  const reader = body?.getReader()
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    bytes += next.value.length
    if (bytes > MOST_BYTES) throw new Error(`more than ${String(MOST_BYTES)} bytes`)
    chunks.push(next.value)
  }
  return Buffer.concat(chunks)
}
