/** Asks a model several times whether code holds an algorithm. */
import { z } from 'zod'
import type { Message } from '../../contracts/schema.ts'
import type { LibraryTask } from '../../contracts/types.ts'
import type { Asking } from './asking.ts'
import { marked, visible } from './marked.ts'
import type { Vote } from './steps.ts'

const LONGEST_REASON = 500

const answerSchema = z.object({ present: z.boolean(), reason: z.string().min(1).max(20_000) })

/** All votes at a time. The number of a vote is its seed: it is a part of the request, so another vote may differ, and the same one is cached. */
export function voted(task: LibraryTask, code: string, asking: Asking, signal: AbortSignal): Promise<readonly Vote[]> {
  const messages = voteMessages(task, code)
  const numbers = Array.from({ length: asking.model.votes }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const { present, reason } = await asking.ask(messages, number, answerSchema, signal)
      return { yes: present, reason: visible(reason).replaceAll('\n', ' ').slice(0, LONGEST_REASON) }
    }),
  )
}

export function voteMessages({ algorithm, query }: LibraryTask, code: string): Message[] {
  const shown = marked(code)
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
