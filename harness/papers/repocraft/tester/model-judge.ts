/** The three steps by which a model judges the tasks of a library. */
import { HarnessFault } from '../../../errors.ts'
import type { LibraryTask, ProjectFile } from '../../../contracts/types.ts'
import type { Layout } from '../../../lib/python/layout.ts'
import { adaptedSchema, adaptMessages, type Turn } from './adapt.ts'
import type { Asking } from './asking.ts'
import { compareTests, refusedFor, type Compared } from './compare.ts'
import type { Definition } from './outline/read.ts'
import { outlineText } from './outline/text.ts'
import type { Reference } from './reference.ts'
import { runAdapted, type Places } from './run-test.ts'
import type { Candidate, Execution, TaskJudge, Vote } from './steps.ts'
import type { Copies } from './stubs.ts'
import { collectVotes } from './vote.ts'
import { visible, markData } from './marked.ts'
import * as z from 'zod'
import type { Message } from '../../../contracts/schema.ts'

/** Tests that a model may write for one task, as in the paper. */
const MOST_TURNS = 15

/** A project that is judged. */
export interface Judged {
  readonly layout: Layout
  readonly definitions: readonly Definition[]
  readonly reference: Reference | undefined
  /** Replacements and events that the reference, or pytest itself, causes too. */
  readonly allowed: readonly string[]
  readonly copies: Copies
  readonly places: Places
}

export class ModelJudge implements TaskJudge {
  readonly #asking: Asking
  readonly #judged: Judged

  constructor(asking: Asking, judged: Judged) {
    this.#asking = asking
    this.#judged = judged
  }

  get name(): string {
    return this.#asking.model.model
  }

  localise(task: LibraryTask, signal: AbortSignal): Promise<readonly Candidate[]> {
    return localised(task, this.#judged.definitions, this.#asking, signal)
  }

  vote(task: LibraryTask, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly Vote[]> {
    return collectVotes(task, this.#codeOf(candidates), this.#asking, signal)
  }

  /**
   * The result is that of the last test that keeps the assertions of the reference.
   * @throws HarnessFault if no test kept them: nothing is known then
   */
  async execute(task: LibraryTask, candidates: readonly Candidate[], signal: AbortSignal): Promise<Execution> {
    const turns: Turn[] = []
    let last: Execution | undefined
    for (let turn = 1; turn <= MOST_TURNS; turn += 1) {
      const answer = await this.#asking.ask(this.#messages(task, candidates, turns), 1, adaptedSchema, signal)
      if ('impossible' in answer) return last ?? { passed: false, reason: `it cannot be tested: ${answer.impossible}` }
      const test = usualLines(answer.test)
      if (turns.some((turn) => turn.test === test)) break
      const unusual = textProblem(test)
      const compared = unusual === undefined ? await this.#compared(task, test) : refusedFor(unusual)
      if (compared.problems.length > 0) {
        turns.push({ test, outcome: `It is refused: ${compared.problems.join('; ')}` })
        continue
      }
      const { layout, reference, allowed, copies, places } = this.#judged
      const run = { task, test, compared, layout, reference, allowed, copies }
      const ended = await runAdapted(run, places)
      if (ended.refused !== undefined) {
        turns.push({ test, outcome: `It is refused: ${ended.refused}` })
        continue
      }
      last = ended
      if (last.passed || last.reason.startsWith('tampering')) return last
      turns.push({ test, outcome: `It failed: ${steady(last.reason)}` })
    }
    if (last) return last
    throw new HarnessFault(`no adapted test keeps the assertions of the reference: ${turns.at(-1)?.outcome ?? ''}`)
  }

  #messages(task: LibraryTask, candidates: readonly Candidate[], turns: readonly Turn[]) {
    const { definitions, layout } = this.#judged
    const outline = outlineText(definitions, `${task.algorithm} ${task.query}`)
    return adaptMessages(task, this.#codeOf(candidates), outline, layout.names, turns)
  }

  #codeOf(candidates: readonly Candidate[]): string {
    return codeOf(candidates, this.#judged.definitions, this.#judged.layout.files)
  }

  #compared(task: LibraryTask, adapted: string): Promise<Compared> {
    const { layout, reference, places } = this.#judged
    return compareTests({ task, adapted, library: reference?.names, project: layout.names }, places.helpers)
  }
}

/** Without addresses and folders that differ from run to run, so that the next question is the same when a run is resumed. */
function steady(text: string): string {
  return text.replace(/0x[0-9a-f]+/gi, '0x…').replace(/\/[^\s'"]*\/pytest-\d+-\d+\//g, '')
}

// ---- test text -----------------------------------------------------------------------------------------------------

/** The text of an adapted test, as all that read it understand it: the comparison, the finder of assertions and Python itself. */

/** PEP 263: a comment in the first two lines that names an encoding. Python decodes the file by it; the comparison gets decoded text. */
const ENCODING = /^[ \t\f]*#.*?coding[:=]/

/** Characters that one reader takes for the end of a line, or leaves out, and another one does not. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const UNUSUAL = /[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f\u2028\u2029\ufeff]/

/** Ends of lines as on this system. */
export function usualLines(test: string): string {
  return test.replaceAll('\r\n', '\n')
}

/** Why a test is not one text for all readers; undefined if it is. */
export function textProblem(test: string): string | undefined {
  const [unusual] = UNUSUAL.exec(test) ?? []
  if (unusual !== undefined) return `it has the character ${JSON.stringify(escaped(unusual))}: write it as an escape`
  if (/\p{Surrogate}/u.test(test)) return 'it has half of a character'
  if (test.split('\n', 2).some((line) => ENCODING.test(line))) return 'it names an encoding: the test is UTF-8'
  return undefined
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

// ---- code ----------------------------------------------------------------------------------------------------------

// The source of candidates, as a model is shown it.

/** Characters of one candidate, and of all. */
const LONGEST = 30_000
const LONGEST_OF_ALL = 100_000

/** Each line begins with its number. What is too long is cut off, and says so. */
function codeOf(
  candidates: readonly Candidate[],
  definitions: readonly Definition[],
  files: readonly ProjectFile[],
): string {
  const parts = candidates.map(({ file, name }) => {
    const definition = definitions.find((each) => each.file === file && each.name === name)
    const content = files.find(({ path }) => path === file)?.content
    if (!definition || content === undefined) return ''
    const [from, to] = definition.lines
    const lines = visible(Buffer.from(content).toString('utf8'))
      .split('\n')
      .slice(from - 1, to)
    const text = lines.map((line, index) => `${String(from + index)}| ${line}`).join('\n')
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n(the rest is left out)` : text
    return `${JSON.stringify(visible(file))} ${visible(name)}:\n${cut}`
  })
  const all = parts.filter((part) => part !== '').join('\n\n')
  return all.length > LONGEST_OF_ALL ? `${all.slice(0, LONGEST_OF_ALL)}\n(the rest is left out)` : all
}

// ---- localise ------------------------------------------------------------------------------------------------------

// Asks a model which definitions of a repository may hold an algorithm.

const MOST = 8

const answerSchema = z.object({
  candidates: z.array(z.object({ file: z.string().max(1000), name: z.string().max(1000) })).max(100),
})

/**
 * @throws HarnessFault if the model names only what the repository does not have: then nothing is known
 */
async function localised(
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

function localiseMessages({ algorithm, query }: LibraryTask, definitions: readonly Definition[]): Message[] {
  const outline = markData(outlineText(definitions, `${algorithm} ${query}`))
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
