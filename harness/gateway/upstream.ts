import http from 'node:http'
import https from 'node:https'

/** A request to the vendor, once. */
export interface UpstreamRequest {
  readonly url: URL
  readonly method: string
  readonly headers: http.OutgoingHttpHeaders
  readonly body: Buffer
  /** Milliseconds without data. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Connections to the vendor that are kept open from call to call. */
export class Upstream implements Disposable {
  readonly #http = new http.Agent({ keepAlive: true })
  readonly #https = new https.Agent({ keepAlive: true })

  /**
   * Resolves with the head of the response, whose body is read by the caller. Redirects are not followed.
   * @throws if there is no response, with the error of the connection
   */
  send({ url, method, headers, body, timeout, signal }: UpstreamRequest): Promise<http.IncomingMessage> {
    const isSecure = url.protocol === 'https:'
    const length = body.length > 0 || method === 'POST' ? { 'content-length': body.length } : {}
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(url, {
        method,
        headers: { ...headers, ...length },
        agent: isSecure ? this.#https : this.#http,
        timeout,
        signal,
      })
      let answering: http.IncomingMessage | undefined
      request.on('response', (response) => {
        answering = response
        resolve(response)
      })
      request.on('timeout', () => (answering ?? request).destroy(new SilentServer()))
      request.on('error', reject)
      request.end(body)
    })
  }

  [Symbol.dispose](): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

export class SilentServer extends Error {
  constructor() {
    super('the server sent no data within the timeout')
  }
}

/** Reads at most so many bytes of a response. */
export async function beginningOf(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    chunks.push(chunk)
    if (bytes >= most) break
  }
  response.destroy()
  return Buffer.concat(chunks).subarray(0, most)
}
