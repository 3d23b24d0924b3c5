import { deflatedZip } from '../../../lib/parsing/make-zip.ts'
import type { CallLog, RecordedCall } from './call-log.ts'
import type { ConsoleLine, PageLog, RecordedRequest } from './page-log.ts'

/** Version of the format of Playwright's traces that is written here, and read by its viewer. */
const VERSION = 10

/**
 * A trace that Playwright's viewer opens: the calls of a testcode, the console and the network, without DOM snapshots and bodies.
 * The record is read before this returns; it may be cleared while the archive is packed.
 * @returns The content of a zip archive
 */
export async function traceOf(
  title: string,
  { calls, leftOut }: CallLog,
  { lines, requests }: PageLog,
): Promise<Buffer> {
  const now = performance.now()
  const wall = Date.now()
  const context = {
    version: VERSION,
    type: 'context-options',
    origin: 'library',
    browserName: 'chromium',
    options: {},
    platform: process.platform,
    wallTime: wall,
    monotonicTime: now,
    sdkLanguage: 'javascript',
    title,
  }
  const wallOf = (time: number) => new Date(wall - now + time).toISOString()
  const gap = leftOut === 0 ? [] : [{ type: 'warning', text: `${String(leftOut)} calls in the middle were left out` }]
  const shown = [...lines, ...gap.map((line) => ({ ...line, at: now }))]
  return deflatedZip([
    { name: 'trace.trace', content: jsonLines([context, ...calls.flatMap(eventsOf), ...shown.map(lineEvent)]) },
    { name: 'trace.network', content: jsonLines(requests.map((request) => requestEvent(request, wallOf))) },
  ])
}

function eventsOf({ id, kind, method, params, began, ended, error }: RecordedCall): object[] {
  const callId = `call@${String(id)}`
  const { words, ...others } = params
  // The viewer shows a parameter of this name as the title of an expectation.
  const named = words === undefined ? params : { ...others, expression: words }
  const before = { type: 'before', callId, startTime: began, class: kind, method, params: named }
  if (ended === undefined) return [before]
  const failed = error === undefined ? {} : { error: { name: 'Error', message: error } }
  return [before, { type: 'after', callId, endTime: ended, ...failed }]
}

function lineEvent({ type, text, at }: ConsoleLine): object {
  const location = { url: '', lineNumber: 0, columnNumber: 0 }
  return { type: 'console', messageType: type, text, args: [], location, time: at }
}

/** An entry in the format of HAR files; −1 is unknown there. */
function requestEvent(request: RecordedRequest, wallOf: (time: number) => string): object {
  const { method, url, resource, began, ended, headers, answered = {}, status = -1, statusText = '' } = request
  const time = ended === undefined ? -1 : ended - began
  const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 }
  const snapshot = {
    startedDateTime: wallOf(began),
    time,
    request: { ...unknown, method, url, headers: listed(headers), queryString: [] },
    response: {
      ...unknown,
      status,
      statusText,
      headers: listed(answered),
      content: { size: -1, mimeType: answered['content-type'] ?? 'x-unknown' },
      redirectURL: '',
      ...(request.failure === undefined ? {} : { _failureText: request.failure }),
    },
    cache: {},
    timings: { send: -1, wait: time, receive: -1 },
    _monotonicTime: began,
    _resourceType: resource,
  }
  return { type: 'resource-snapshot', snapshot }
}

function listed(headers: Readonly<Record<string, string>>): readonly { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

function jsonLines(events: readonly object[]): Buffer {
  return Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}
