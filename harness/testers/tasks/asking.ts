import { z } from 'zod'
import { HarnessFault } from '../../errors.ts'
import type { Message } from '../../contracts/schema.ts'
import type { Reviewer } from '../../contracts/types.ts'

/** Some models put JSON into a fenced block. */
const FENCED = /^```(?:json)?\s*([^]*?)\s*```$/

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
   * @param number From 1: the same question may get another answer
   * @throws HarnessFault if the answer is not as asked for; AgentFault if the model refuses
   */
  async ask<T>(messages: readonly Message[], number: number, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> {
    this.#begin()
    const text = await this.model.ask(messages, number, signal).finally(() => {
      this.#end()
    })
    const parsed = schema.safeParse(jsonIn(text))
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]
    const where = issue?.path.map(String).join('.') ?? ''
    const what = `${where === '' ? '' : `${where}: `}${issue?.message ?? 'it is not as asked for'}`
    throw new HarnessFault(`the model gave no usable answer: ${what}`)
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

/** Undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(FENCED, '$1'))
  } catch {
    return undefined
  }
}
