import type { ModelCall } from '../../contracts/schema.ts'

/** The calls of one conversation with a model, in order. */
export interface Conversation {
  readonly room: string
  readonly calls: readonly ModelCall[]
}

/** The calls of tools by their conversations: those whose first message of the user is the same. Paths that were not understood are left out. */
export function conversationsOf(calls: readonly ModelCall[]): readonly Conversation[] {
  const messages = new Map(calls.flatMap(({ added }) => Object.entries(added)))
  const found = new Map<string, ModelCall[]>()
  for (const call of calls.toSorted((one, other) => one.at.localeCompare(other.at) || one.number - other.number)) {
    if (call.api === 'unknown') continue
    const first = call.messages.find((digest) => messages.get(digest)?.role === 'user')
    const key = `${call.room} ${first ?? String(call.number)}`
    found.set(key, [...(found.get(key) ?? []), call])
  }
  return [...found.values()].map((own) => ({ room: own[0]?.room ?? '', calls: own }))
}

/** The conversations in which the work was done: of each room that with the most calls, or the first of these. */
export function mainConversations(all: readonly Conversation[]): readonly Conversation[] {
  const byRoom = new Map<string, Conversation>()
  for (const each of all) {
    const best = byRoom.get(each.room)
    if (!best || sizeOf(each) > sizeOf(best)) byRoom.set(each.room, each)
  }
  return [...byRoom.values()]
}

/** A conversation that offers no tools does no work. */
function sizeOf({ calls }: Conversation): number {
  return calls.length + (calls.some(({ tools }) => tools.length > 0) ? 1_000_000 : 0)
}

export function isAnswered({ answer, fault }: ModelCall): boolean {
  return answer !== null && fault === undefined
}
