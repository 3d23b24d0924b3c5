import http from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { LOOPBACK_ADDRESSES } from '../lib/network/loopback.ts'

/** Timeout of one probe in milliseconds: a server that accepts and never answers must not stop the polling. */
const PROBE_DEADLINE = 2000
const FIRST_PAUSE = 8
const LONGEST_PAUSE = 100

/** Polls until the address gives any HTTP answer. Only the signal ends it earlier. */
export function untilAnswering(address: string, signal: AbortSignal): Promise<void> {
  return untilTrue(() => answers(address, signal), signal)
}

/** Polls with growing pauses until the condition holds. Only the signal ends it earlier. */
export async function untilTrue(
  holds: () => Promise<boolean | undefined> | undefined,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    if ((await holds()) === true) return
    await delay(pause, undefined, { signal })
  }
}

/** Whether one GET is answered with HTTP, whatever the status. The body is not read. */
export function answers(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_DEADLINE)]),
      agent: false,
      lookup: loopback,
    })
    request.on('response', (response) => {
      response.destroy()
      resolve(true)
    })
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(false)
    })
    // Refused, reset, timed out, not HTTP: all mean "not yet".
    request.on('error', () => {
      resolve(false)
    })
  })
}

/** Resolves "localhost" to both addresses, as browsers do, and ignores the machine's hosts file. */
const loopback: LookupFunction = (_host, _options, done) => {
  done(
    null,
    LOOPBACK_ADDRESSES.map((address) => ({ address, family: isIP(address) })),
  )
}
