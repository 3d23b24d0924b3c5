/** Questions to the model that helps to build tasks. Its answers are read by schemas, and all of them are checked again. */
import * as z from 'zod'
import type { Message } from '../../../../contracts/schema.ts'
import type { Reviewer } from '../../../../contracts/types.ts'
import { Asking } from '../../tester/asking.ts'
import { markData, visible } from '../../tester/marked.ts'
import type { Group, Module } from './groups.ts'

const LONGEST_CODE = 40_000
const LONGEST_TEXT = 4000
const text = z.string().trim().min(1).max(LONGEST_TEXT)

const groupsSchema = z.object({
  groups: z.array(z.object({ name: z.string().trim().min(1).max(120), tests: z.array(z.string().max(300)) })).max(500),
})
const describedSchema = z.object({ algorithm: text, task: text })
const descriptionSchema = z.object({ description: z.string().trim().min(1).max(40_000) })

/** One question after the other to one model. */
export class Questions {
  readonly #asking: Asking
  readonly #signal: AbortSignal

  constructor(model: Reviewer, signal: AbortSignal) {
    this.#asking = new Asking(model)
    this.#signal = signal
  }

  /** The algorithms that the tests of a module test. */
  async groups({ file, tests }: Module): Promise<z.infer<typeof groupsSchema>['groups']> {
    const code = markData(cut(tests.map((test) => test.code).join('\n\n')))
    const messages = question(
      `You group the tests of a file by the algorithm or feature that they test. ${code.rule}`,
      'Every test is in one group; a group has a short name in plain words, such as "length conversion".',
      'Answer with one JSON object and nothing else: {"groups": [{"name": "…", "tests": ["test_…"]}]}.',
      `File: ${visible(file)}\n\n${code.text}\n\nGroup these tests as JSON: ${tests.map(({ name }) => name).join(', ')}`,
    )
    return (await this.#asking.ask(messages, 1, groupsSchema, this.#signal)).groups
  }

  /** The subject of a task, without the names of the reference. */
  async describe({ cap }: Group, code: string, name: string): Promise<z.infer<typeof describedSchema>> {
    const shown = markData(cut(code))
    const messages = question(
      `You describe what tests of a library demand, for somebody who knows neither the library nor its names. ${shown.rule}`,
      '"algorithm" says in one to three sentences what the tested code computes. "task" says in one sentence what the tests check.',
      `Name no function, class, module or project; the library is called ${name}.`,
      'Answer with one JSON object and nothing else: {"algorithm": "…", "task": "…"}.',
      `Subject: ${cap}\n\n${shown.text}\n\nDescribe it as JSON.`,
    )
    return this.#asking.ask(messages, 1, describedSchema, this.#signal)
  }

  /** The description of the library that an agent is given. */
  async description(readme: string, subjects: readonly string[], name: string): Promise<string> {
    const shown = markData(cut(`${readme}\n\n${subjects.join('\n')}`))
    const messages = question(
      `You describe a Python library so that somebody can write it again without knowing it. ${shown.rule}`,
      'Say what it is for and what it offers, area by area, in your own words. Give no code, no address and no name of a function.',
      `Never name the project or its modules: it is called ${name}.`,
      'Answer with one JSON object and nothing else: {"description": "Markdown"}.',
      `Its read-me file and the subjects of its tests:\n\n${shown.text}\n\nDescribe it as JSON.`,
    )
    return (await this.#asking.ask(messages, 1, descriptionSchema, this.#signal)).description
  }
}

function question(...parts: readonly string[]): Message[] {
  const user = parts.at(-1) ?? ''
  return [
    { role: 'system', content: parts.slice(0, -1).join(' ') },
    { role: 'user', content: user },
  ]
}

function cut(code: string): string {
  const plain = visible(code)
  return plain.length <= LONGEST_CODE ? plain : `${plain.slice(0, LONGEST_CODE)}\n(the rest is left out)`
}
