import type { CallMessage, ModelCall } from '../../contracts/schema.ts'
import { sha256 } from '../files/digest.ts'
import type { Exchange } from '../models/schema.ts'

/** The exchanges of the harness's own client in the form of calls, so that they become steps of a trajectory, too. */
export function callsOfExchanges(exchanges: readonly Exchange[]): readonly ModelCall[] {
  const known = new Set<string>()
  return exchanges
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((exchange, index) => callOf(exchange, index + 1, known))
}

function callOf(exchange: Exchange, number: number, known: Set<string>): ModelCall {
  const { request, response, purpose, at, milliseconds, failures, price, cost } = exchange
  const added: Record<string, CallMessage> = {}
  const messages = request.messages.map(({ role, content }) => {
    const message: CallMessage = { role, parts: [{ type: 'text', text: content }] }
    const digest = sha256(JSON.stringify(message)).slice(0, 24)
    if (!known.has(digest)) added[digest] = message
    known.add(digest)
    return digest
  })
  const text = response.text === '' && response.message !== undefined ? response.message : response.text
  return {
    ...{ schemaVersion: 1, number, room: 'own', purpose, milliseconds, firstByte: null, api: 'chat', method: 'POST' },
    // The record has the time at which the answer had come.
    at: new Date(Date.parse(at) - milliseconds).toISOString(),
    ...{ path: '', model: request.model, messages, added, tools: [], status: 200, failures: [...failures], files: [] },
    answer: { parts: [{ type: 'text', text }], stop: response.finish, model: response.model, complete: true },
    tokens: response.tokens,
    price,
    cost,
  }
}
