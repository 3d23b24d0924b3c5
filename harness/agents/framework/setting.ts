import path from 'node:path'
import { packageRoot } from '../../lib/files/package-root.ts'
import type { AgentRound, Brief, Message } from '../../contracts/schema.ts'
import type { MethodSettings } from '../../contracts/paper.ts'
import type { AgentContext, TextFile } from '../../contracts/types.ts'
import { AgentFault } from '../../errors.ts'
import { earlierText } from '../rounds.ts'
import { answerReader } from '../output/read.ts'
import { inputText, materialsText } from '../protocol/describe.ts'
import { NO_TEXT, REPAIRABLE, prompts, readPrompts, type Prompts } from '../protocol/prompts.ts'

const loaded = new Map<string, Prompts>()

/**
 * The prompts of an agent, read once.
 * @param folder Relative to the sources of the harness
 */
export function promptsOf(folder: string): Prompts {
  const known = loaded.get(folder)
  if (known) return known
  const own = readPrompts(path.join(packageRoot(import.meta.dirname), 'harness', folder))
  loaded.set(folder, own)
  return own
}

/** The brief, the model, the prompts and the rounds of one trial, which all steps share. */
export class Setting {
  readonly brief: Brief
  readonly context: AgentContext
  readonly rounds: AgentRound[] = []
  #hasAsked = false
  readonly #settings: MethodSettings
  readonly #own: Prompts

  /** @param own The prompts of the agent */
  constructor(brief: Brief, context: AgentContext, settings: MethodSettings, own: Prompts) {
    this.brief = brief
    this.context = context
    this.#settings = settings
    this.#own = own
  }

  /**
   * Asks with a prompt of this agent. An unreadable answer is sent back with the reason.
   * @throws AgentFault if the last answer is unreadable as well, or if the model refused
   */
  ask<T>(
    purpose: string,
    template: string,
    values: Readonly<Record<string, string>>,
    read: (text: string) => Promise<T>,
  ): Promise<T> {
    const filled = this.#own.fill(template, { ...this.#common(), ...values })
    return this.#ask(purpose, filled + this.#earlier(values['path']), read)
  }

  /**
   * Code of earlier rounds: all of it for the first question, which plans the round; then the file that is asked for, if there is one.
   * No other prompt repeats it.
   */
  #earlier(file: string | undefined): string {
    const { earlier } = this.context
    if (earlier === undefined) return ''
    const isFirst = !this.#hasAsked
    this.#hasAsked = true
    if (isFirst) return earlierText(this.context)
    const files = earlier.files.filter(({ path: name }) => name === file)
    return files.length === 0 ? '' : earlierText({ earlier: { files } })
  }

  /** The same with a prompt that all agents share. */
  askShared<T>(
    purpose: string,
    template: string,
    values: Readonly<Record<string, string>>,
    read: (text: string) => Promise<T>,
  ): Promise<T> {
    return this.#ask(purpose, prompts().fill(template, { ...this.#common(), ...values }), read)
  }

  async #ask<T>(purpose: string, filled: string, read: (text: string) => Promise<T>): Promise<T> {
    const messages: Message[] = [
      { role: 'system', content: prompts().fill('system') },
      { role: 'user', content: filled },
    ]
    for (let repairsLeft = this.#settings.repairs; ; repairsLeft -= 1) {
      let text = NO_TEXT
      try {
        text = await this.context.ask({ model: this.#settings.model, messages, purpose })
        return await read(text)
      } catch (error) {
        if (repairsLeft <= 0 || !(error instanceof AgentFault) || !REPAIRABLE.has(error.kind)) throw error
        this.context.note(`${purpose}: sent back: ${error.message}`)
        const repair = prompts().fill('repair', { reason: error.message })
        messages.push({ role: 'assistant', content: text || NO_TEXT }, { role: 'user', content: repair })
      }
    }
  }

  /** Asks for files, and notes what was repaired in the answer. */
  async askForFiles(
    purpose: string,
    template: string,
    values: Readonly<Record<string, string>>,
  ): Promise<readonly TextFile[]> {
    const { files, notes } = await this.ask(purpose, template, values, (text) =>
      answerReader.read('files', text, this.#settings.format),
    )
    for (const note of notes) this.context.note(`${purpose}: ${note}`)
    return files
  }

  #common(): Readonly<Record<string, string>> {
    const { brief } = this
    return {
      input: inputText(brief),
      kind: brief.kind,
      stack: brief.stack,
      advice: brief.advice,
      materials: materialsText(brief),
      rules: prompts().fill(`rules-${brief.kind}`),
      format: prompts().fill(`format-${this.#settings.format}`),
    }
  }
}

/** Answers that cannot be used: the stage may try again. All other faults end it. */
const USELESS: readonly string[] = ['unreadable', 'empty', 'cut-off']

/** @throws the error if it is not an answer that cannot be used */
export function uselessReason(error: unknown): string {
  if (error instanceof AgentFault && USELESS.includes(error.kind)) return error.message
  throw error
}
