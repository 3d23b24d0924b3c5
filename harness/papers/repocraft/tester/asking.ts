import type * as z from 'zod'
import { HarnessFault } from '../../../errors.ts'
import { withoutFence } from '../../../lib/parsing/fenced.ts'
import type { Message } from '../../../contracts/schema.ts'
import type { Reviewer } from '../../../contracts/types.ts'

const MOST_ASKINGS = 3
/** Characters of an unusable answer that are shown to the model. */
const LONGEST_ANSWER = 2000

/** Asks a model and reads its answers by a schema. Counts the time of waiting, which is not the project's. */
export class Asking {
  readonly model: Reviewer
  /** Milliseconds. Questions at the same time count once. */
  waited = 0
  #open = 0
  #began = 0

  constructor(model: Reviewer) {
    this.model = model
  }

  /**
   * An answer that is not usable goes back with the reason: the next question is another one then, and is not answered from the record.
   * @param number From 1: the same question may get another answer
   * @throws HarnessFault if no answer is as asked for; AgentFault if the model refuses
   */
  async ask<T>(messages: readonly Message[], number: number, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    let asked = messages
    let problem = ''
    for (let asking = 1; asking <= MOST_ASKINGS; asking += 1) {
      this.#begin()
      const text = await this.model.ask(asked, number, signal).finally(() => {
        this.#end()
      })
      const parsed = schema.safeParse(jsonIn(text))
      if (parsed.success) return parsed.data
      problem = problemOf(parsed.error)
      asked = [...messages, ...again(text, asking, problem)]
    }
    throw new HarnessFault(`the model gave no usable answer: ${problem}`)
  }

  #begin(): void {
    if (this.#open === 0) this.#began = performance.now()
    this.#open += 1
  }

  #end(): void {
    this.#open -= 1
    if (this.#open === 0) this.waited += Math.round(performance.now() - this.#began)
  }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const where = issue?.path.map(String).join('.') ?? ''
  return `${where === '' ? '' : `${where}: `}${issue?.message ?? 'it is not as asked for'}`
}

function again(text: string, asking: number, problem: string): Message[] {
  return [
    { role: 'assistant', content: text.slice(0, LONGEST_ANSWER) },
    {
      role: 'user',
      content: `Answer ${String(asking)} cannot be used: ${problem}. Answer with the JSON object alone.`,
    },
  ]
}

/** Undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(withoutFence(text))
  } catch {
    return undefined
  }
}
