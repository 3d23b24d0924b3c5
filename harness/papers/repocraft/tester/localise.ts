/** Asks a model which definitions of a repository may hold an algorithm. */
import * as z from 'zod'
import { HarnessFault } from '../../../errors.ts'
import type { Message } from '../../../contracts/schema.ts'
import type { LibraryTask } from '../../../contracts/types.ts'
import type { Asking } from './asking.ts'
import { marked } from './marked.ts'
import type { Definition } from './outline/read.ts'
import { outlineText } from './outline/text.ts'
import type { Candidate } from './steps.ts'

const MOST = 8

const answerSchema = z.object({
  candidates: z.array(z.object({ file: z.string().max(1000), name: z.string().max(1000) })).max(100),
})

/**
 * @throws HarnessFault if the model names only what the repository does not have: then nothing is known
 */
export async function localised(
  task: LibraryTask,
  definitions: readonly Definition[],
  asking: Asking,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { candidates } = await asking.ask(localiseMessages(task, definitions), 1, answerSchema, signal)
  const known = new Set(definitions.map(keyOf))
  const found = candidates.filter((each) => known.has(keyOf(each)))
  const [first] = candidates
  if (first !== undefined && found.length === 0)
    throw new HarnessFault(`the model names ${first.file}:${first.name}, which the project does not have`)
  return [...new Map(found.map((each) => [keyOf(each), each])).values()].slice(0, MOST)
}

function keyOf({ file, name }: Candidate): string {
  return `${file}\n${name}`
}

export function localiseMessages({ algorithm, query }: LibraryTask, definitions: readonly Definition[]): Message[] {
  const outline = marked(outlineText(definitions, `${algorithm} ${query}`))
  return [
    {
      role: 'system',
      content: [
        'You look for an algorithm in a Python project. You are shown its functions, methods and classes, one a line: the file as a',
        `JSON string, the name, its first line, and the beginning of its docstring. ${outline.rule}`,
        `Name up to ${String(MOST)} definitions that may implement the algorithm, the likeliest first; none if none can.`,
        'Answer with one JSON object and nothing else: {"candidates": [{"file": "…", "name": "…"}]}.',
      ].join(' '),
    },
    {
      role: 'user',
      content: `Algorithm: ${algorithm}\n\nPurpose of its tests: ${query}\n\n${outline.text}\n\nName the definitions as JSON.`,
    },
  ]
}
