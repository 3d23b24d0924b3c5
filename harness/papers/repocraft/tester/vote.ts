/** Asks a model several times whether code holds an algorithm. */
import * as z from 'zod'
import { AgentFault, HarnessFault } from '../../../errors.ts'
import { isVoted } from '../../../lib/statistics/features.ts'
import type { Message } from '../../../contracts/schema.ts'
import type { LibraryTask } from '../../../contracts/types.ts'
import type { Asking } from './asking.ts'
import { markData, visible } from './marked.ts'
import type { Vote } from './steps.ts'

const LONGEST_REASON = 500

const answerSchema = z.object({ present: z.boolean(), reason: z.string().min(1).max(20_000) })

/**
 * All votes at a time. The number of a vote is its seed: it is a part of the request, so another vote may differ, and the same one is cached.
 * @returns the votes that could be read
 * @throws HarnessFault or AgentFault of a vote that could not be read, if the majority depends on it
 */
export async function collectVotes(
  task: LibraryTask,
  code: string,
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly Vote[]> {
  const messages = voteMessages(task, code)
  const numbers = Array.from({ length: asking.model.votes }, (_, index) => index + 1)
  const all = await Promise.all(
    numbers.map((number) =>
      asking.ask(messages, number, answerSchema, signal).catch((error: unknown) => {
        if (error instanceof AgentFault || error instanceof HarnessFault) return error
        throw error
      }),
    ),
  )
  const votes = all.flatMap((answer, index) => (answer instanceof Error ? [] : [voteOf(answer, index + 1)]))
  const unread = all.find((answer) => answer instanceof Error)
  if (unread && !isDecided(votes.filter(({ yes }) => yes).length, all.length - votes.length, all.length)) throw unread
  return votes
}

function voteOf({ present, reason }: z.infer<typeof answerSchema>, seed: number): Vote {
  return { seed, yes: present, reason: visible(reason).replaceAll('\n', ' ').slice(0, LONGEST_REASON) }
}

/** Whether the majority is the same, however the votes that could not be read would have been. */
function isDecided(yes: number, unread: number, of: number): boolean {
  return isVoted({ yes, of }) === isVoted({ yes: yes + unread, of })
}

export function voteMessages({ algorithm, query }: LibraryTask, code: string): Message[] {
  const shown = markData(code)
  return [
    {
      role: 'system',
      content: [
        'You decide whether code implements an algorithm. Each line of code begins with its number and "|".',
        shown.rule,
        'Only what the code computes counts. Names, comments, docstrings and placeholders prove nothing: code that returns a constant,',
        'raises an error or only calls something that is not shown does not implement the algorithm.',
        'Answer with one JSON object and nothing else: {"present": true or false, "reason": "one sentence"}.',
      ].join(' '),
    },
    {
      role: 'user',
      content: `Algorithm: ${algorithm}\n\nPurpose of its tests: ${query}\n\n${shown.text}\n\nDecide as JSON.`,
    },
  ]
}
