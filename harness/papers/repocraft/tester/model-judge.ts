/** The three steps by which a model judges the tasks of a library. */
import { HarnessFault } from '../../../errors.ts'
import type { LibraryTask } from '../../../contracts/types.ts'
import type { Layout } from '../../../lib/python/layout.ts'
import { adaptedSchema, adaptMessages, type Turn } from './adapt.ts'
import type { Asking } from './asking.ts'
import { codeOf } from './code.ts'
import { compareTests, refusedFor, type Compared } from './compare.ts'
import { localised } from './localise.ts'
import type { Definition } from './outline/read.ts'
import { outlineText } from './outline/text.ts'
import type { Reference } from './reference.ts'
import { runAdapted, type Places } from './run-test.ts'
import type { Candidate, Execution, TaskJudge, Vote } from './steps.ts'
import type { Copies } from './stubs.ts'
import { textProblem, usualLines } from './test-text.ts'
import { voted } from './vote.ts'

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
    return voted(task, this.#codeOf(candidates), this.#asking, signal)
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
