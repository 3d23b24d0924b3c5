import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** One probe may take this long: a server that accepts and never answers must not hold up the polling. */
const PROBE_DEADLINE = 2000
const FIRST_PAUSE = 8
const LONGEST_PAUSE = 100

/** Polls until the address gives any HTTP answer. Ends only by that or by the signal. */
export async function untilAnswering(address: string, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    if (await answers(address, signal)) return
    await delay(pause, undefined, { signal })
  }
}

/** Whether one GET is answered with HTTP, whatever the status. The body is not read. */
export function answers(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(address, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_DEADLINE)]),
      agent: false,
    })
    request.on('response', (response) => {
      response.destroy()
      resolve(true)
    })
    // Refused, reset, timed out, not HTTP: all mean "not yet".
    request.on('error', () => {
      resolve(false)
    })
  })
}
