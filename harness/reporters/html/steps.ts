import { PeError } from '../../errors.ts'
import { asWritten } from '../../lib/browser/standard-selectors.ts'
import { readZip } from '../../lib/parsing/zip.ts'
import type { Absent, Step } from './data.ts'

const MOST_STEPS = 200
/** The file of a trace in which Playwright writes a line for everything that happens. */
const EVENTS = 'trace.trace'

interface TraceEvent {
  readonly type?: unknown
  readonly callId?: unknown
  readonly startTime?: unknown
  readonly endTime?: unknown
  readonly title?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly error?: unknown
}

/** Reads the actions in the browser from Playwright's trace. */
export async function stepsOf(trace: Uint8Array): Promise<readonly Step[] | Absent> {
  let events: TraceEvent[]
  try {
    const file = (await readZip(Buffer.from(trace))).find(({ name }) => name === EVENTS)
    if (!file) return { absent: 'The trace holds no steps.' }
    events = file.content.toString('utf8').split('\n').filter(Boolean).map(parseEvent)
  } catch (error) {
    if (!(error instanceof PeError || error instanceof SyntaxError || error instanceof RangeError)) throw error
    return { absent: `The trace could not be read: ${error.message}` }
  }
  return stepsFrom(events)
}

function parseEvent(line: string): TraceEvent {
  const event: unknown = JSON.parse(line)
  return typeof event === 'object' && event !== null ? event : {}
}

function stepsFrom(events: readonly TraceEvent[]): readonly Step[] {
  const ends = new Map(events.filter(({ type }) => type === 'after').map((event) => [event.callId, event]))
  const begun = events.filter(({ type, method }) => type === 'before' && !SILENT.has(String(method)))
  return begun.slice(0, MOST_STEPS).map((event) => {
    const end = ends.get(event.callId)
    const error = end === undefined ? 'It had not ended when the testcode ended.' : messageOf(end.error)
    return {
      title: titleOf(event),
      detail: detailOf(event),
      milliseconds: Math.max(0, Math.round(Number(end?.endTime ?? event.startTime) - Number(event.startTime))) || 0,
      ...(error === undefined ? {} : { error }),
    }
  })
}

/** Calls that are not shown: those of the harness around a testcode, and queries that are part of other steps. */
const SILENT = new Set(['queryCount', 'newPage', 'screenshot', 'setDefaultTimeoutNoReply', 'waitForEventInfo'])

function titleOf({ title, method }: TraceEvent): string {
  if (typeof title === 'string' && title !== '') return title.replaceAll('"', '')
  return typeof method === 'string' ? method : 'step'
}

/** The parameters that matter to a reader: the place, and the value. */
function detailOf({ params }: TraceEvent): string {
  if (typeof params !== 'object' || params === null) return ''
  const { expression, url, selector, value, key, text } = params as Readonly<Record<string, unknown>>
  // A step of several calls has its description here.
  if (typeof expression === 'string') return expression
  const parts = [url, selector, value ?? key ?? text].filter((part) => typeof part === 'string')
  return parts.map((part) => asWritten(part.replaceAll(/\binternal:|^css=/g, ''))).join(' ← ')
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { message } = error as { readonly message?: unknown }
  return typeof message === 'string' ? message : 'failed'
}
