import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Message } from '../../../../harness/contracts/schema.ts'
import { Asking } from '../../../../harness/papers/repocraft/tester/asking.ts'

const schema = z.object({ present: z.boolean() })
const QUESTION: Message[] = [{ role: 'user', content: 'Is it there?' }]

function asked(answers: readonly string[]) {
  const questions: (readonly Message[])[] = []
  const ask = (messages: readonly Message[]) => {
    questions.push(messages)
    return Promise.resolve(answers[questions.length - 1] ?? '')
  }
  const asking = new Asking({ model: 'scripted', votes: 1, ask })
  return { questions, answer: asking.ask(QUESTION, 1, schema, new AbortController().signal) }
}

describe('an unusable answer', () => {
  it('goes back to the model with the reason, each time as another question', async () => {
    const { questions, answer } = asked(['yes', '{"present": 1}', '{"present": true}'])
    expect(await answer).toEqual({ present: true })
    expect(new Set(questions.map((each) => JSON.stringify(each))).size).toBe(3)
    expect(questions[2]?.at(-1)?.content).toContain('present: ')
  })

  it('is a fault after three askings', async () => {
    const { questions, answer } = asked([])
    await expect(answer).rejects.toThrow('no usable answer')
    expect(questions).toHaveLength(3)
  })
})
