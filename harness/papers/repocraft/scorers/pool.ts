import type { EmbedderChoice } from '../../../contracts/paper.ts'
import { HarnessFault, UsageError } from '../../../errors.ts'
import type { TaskLimits } from '../../../lib/processes/pool/limits.ts'
import { ProcessPool } from '../../../lib/processes/pool/pool.ts'
import { LIMITS, earlyEnd } from '../../../scorers/early.ts'
import { environmentOf } from '../../../scorers/embedders/environment.ts'
import type { Survey, SurveyTask } from './survey.ts'
import type { tasks } from './worker.ts'

/** Surveys repositories in a process of low priority, so that judging has precedence. */
export class SurveyPool implements AsyncDisposable {
  readonly #pool: ProcessPool<typeof tasks>

  /** @param limits Replaced in tests */
  constructor(embedder: EmbedderChoice, limits: Partial<TaskLimits> = {}) {
    this.#pool = new ProcessPool({
      purpose: 'surveys repositories',
      module: { name: 'worker', near: import.meta.url },
      processes: 1,
      limits: { ...LIMITS, ...limits },
      args: [JSON.stringify(embedder)],
      env: environmentOf(process.env),
      lowPriority: true,
    })
  }

  /**
   * Surveys a repository: its size, its features and their categories.
   * @throws UsageError if the embedder is not available
   * @throws HarnessFault if the survey exceeds a limit or is broken
   * @throws Interrupted if the pool is disposed, or the reason with which the signal is aborted
   */
  async survey(task: SurveyTask, signal: AbortSignal): Promise<Survey> {
    const end = await this.#pool.run('survey', task, { signal }).catch(earlyEnd)
    if (end.how === 'done') return end.survey
    if (end.how === 'usage') throw new UsageError(end.reason)
    throw new HarnessFault(`the repository could not be surveyed: ${end.reason}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close()
  }
}
