import type { CallMessage, MessagePart, ModelApi, Tokens } from '../../contracts/schema.ts'

/** An API of models: how its requests and answers are read. They pass unchanged; everything in them is hostile. */
export interface Protocol {
  readonly api: Exclude<ModelApi, 'unknown'>
  /** @param path Of a POST request, without the query */
  readonly matches: (path: string) => boolean
  readonly readRequest: (body: unknown, path: string) => ReadRequest
  /** Collects one answer. */
  readonly openAnswer: (request: ReadRequest) => AnswerReader
  /** An error of the harness, in the form that clients of this API read. */
  readonly errorBody: (message: string) => object
}

export interface ReadRequest {
  readonly model: string | null
  readonly messages: readonly CallMessage[]
  /** Names of the tools that are offered. */
  readonly tools: readonly string[]
  /** Most output tokens. */
  readonly limit?: number
}

export interface AnswerReader {
  /** @param value The JSON of an event of a stream, or of the whole answer */
  add(value: unknown): void
  result(): ReadAnswer
}

export interface ReadAnswer {
  readonly parts: readonly MessagePart[]
  readonly stop: string | null
  readonly model: string | null
  readonly tokens: Tokens | null
  readonly complete: boolean
  /** The error that the server sent in place of (the rest of) an answer. */
  readonly error?: unknown
}

// ---- reading values of any shape ------------------------------------------------------------------------------------

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function nameOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Undefined unless it is a whole number from 0. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

export function limitOf(...values: readonly unknown[]): { limit?: number } {
  const limit = values.map(countOf).find((value) => value !== undefined)
  return limit === undefined ? {} : { limit }
}

/** Arguments of a tool call, which are JSON in most APIs. */
export function argumentsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'string') return { ...fieldsOf(value) }
  if (value === '') return {}
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // The model wrote no JSON, or its answer broke off.
  }
  return { text: value }
}

/** A part whose content is not kept, such as a picture. */
export function otherPart(value: unknown): MessagePart {
  const name = stringOf(fieldsOf(value)['type']) || 'part'
  return { type: 'other', name: name.slice(0, 100), bytes: JSON.stringify(value ?? null).length }
}

/** The text of a content that is a text, or a list of parts with texts. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : stringOf(fieldsOf(part)['text'])))
    .filter((text) => text !== '')
    .join('\n')
}

export function tokensOf(
  input: number | undefined,
  output: number | undefined,
  parts: Readonly<Partial<Record<'cached' | 'reasoning' | 'cacheWritten', number | undefined>>>,
): Tokens | null {
  if (input === undefined || output === undefined) return null
  const known = Object.entries(parts).filter(([, count]) => count !== undefined)
  return { input, output, ...(Object.fromEntries(known) as Partial<Tokens>) }
}
