import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'

const PROTOCOLS: readonly Protocol[] = [anthropic, chat, responses, gemini]

/** Undefined for a request that is passed on without being understood. */
export function protocolOf(method: string, path: string): Protocol | undefined {
  return method === 'POST' ? PROTOCOLS.find((each) => each.matches(path)) : undefined
}
