/** Shared by the tests of metrics. */
import { expect } from 'vitest'
import { until } from '../helpers.ts'

export const LASTING = { timeout: 240_000 }

interface Page {
  readonly status: number
  readonly type: string
  readonly text: string
}

export async function pageAt(port: number, place = '/metrics'): Promise<Page> {
  const response = await fetch(`http://127.0.0.1:${String(port)}${place}`)
  return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() }
}

/** The samples of a page in the text format of Prometheus. @throws Error for a line that is neither a sample nor a comment */
export function samplesIn({ text }: Page): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (?:HELP|TYPE) pe_\w+ \S/.test(line))
  return new Map(
    lines.map((line) => {
      const [, name, value] = /^(pe_\w+(?:\{[^}]*\})?) ([\d.e+]+)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`this is no sample: ${line}`)
      return [name, Number(value)]
    }),
  )
}

/** Waits until the page has these numbers: workers tell theirs once a second. */
export async function untilServes(port: number, wanted: Readonly<Record<string, number>>): Promise<void> {
  let seen = new Map<string, number>()
  const hasAll = async () => {
    seen = samplesIn(await pageAt(port))
    return Object.entries(wanted).every(([name, value]) => seen.get(name) === value)
  }
  await until(hasAll, 'the metrics are right', 30_000).catch((error: unknown) => {
    expect([error, Object.fromEntries(seen)]).toEqual([undefined, wanted])
  })
}
