import { UsageError, messageOf } from '../errors.ts'
import type { RunRecord } from '../contracts/schema.ts'
import type { Mission } from '../contracts/types.ts'
import type { Budget } from '../lib/models/budget.ts'
import type { AgentSetup } from '../agents/setup.ts'
import type { Reviewer } from '../contracts/types.ts'
import type { SandboxName } from '../contracts/schema.ts'
import { isToolReview, reviewUse, reviewerOf } from '../run/reviewer.ts'
import { openToolReviewer } from '../run/tool-reviewer.ts'
import type { RunStore } from '../store/store.ts'
import type { AgentServices } from '../trial/agent-context.ts'
import { useText } from '../reporters/terminal.ts'
import { say } from './print.ts'

export type Review = NonNullable<RunRecord['settings']['review']>

/** Testers of the suites that ask a model; the scorers of the benchmark with `tasks` ask it, too. */
const ASKING: readonly string[] = ['review', 'tasks']

/**
 * Checks the model of `--judge` before anything is written.
 * @param warn Receives a line if no mission asks a question
 * @throws UsageError if there is no such model, its key is missing, or its price is unknown and there is a cost limit
 */
export function checkReview(
  review: Review | undefined,
  missions: readonly Mission[],
  { services, budget }: { readonly services: Pick<AgentServices, 'resolve'>; readonly budget: Budget },
  warn: (warning: string) => void,
): void {
  if (!review) return
  if (!isToolReview(review)) budget.checkPrice(review.model, modelOf(review.model, services).price, 'model')
  if (missions.every(({ suites }) => suites.every(({ tester }) => !ASKING.includes(tester))))
    warn(`--judge ${review.model} has no effect: no mission of this benchmark asks questions about code`)
}

function modelOf(name: string, { resolve }: Pick<AgentServices, 'resolve'>) {
  try {
    return resolve(name)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const remedy =
      'name a model as SERVER:NAME, such as openai:gpt-4o-mini, a preset, or one of pe.config.ts, or a coding tool as command:NAME'
    throw new UsageError(`--judge ${name}: ${messageOf(error)}; ${remedy}`, { cause: error })
  }
}

interface ReviewPlace {
  readonly services: AgentServices
  /** Of the run. */
  readonly folder: string
  readonly sandbox: SandboxName
  /** Whether a model is asked again what it has answered in this run. */
  readonly again?: boolean
}

export function reviewPlace({ folder, record }: RunStore, services: AgentServices): ReviewPlace {
  return { services, folder, sandbox: record.settings.sandbox }
}

/**
 * The model of a review, or the coding tool.
 * @throws UsageError if there is no such model or tool, or its key is missing
 */
export async function openReviewer(
  review: Review,
  setup: Omit<AgentSetup, 'argument'>,
  { services, folder, sandbox, again = false }: ReviewPlace,
): Promise<Reviewer> {
  const { redactor } = services
  if (!isToolReview(review)) return reviewerOf(review, { ...services, folder, again })
  return openToolReviewer(review, setup, { services, sandbox, redactor, folder: () => folder, again })
}

/** The use of agents is in the summary, and that of models that judge is not. */
export async function sayReviewUse(folder: string): Promise<void> {
  const use = await reviewUse(folder)
  if (use) say(useText('Judge', use))
}
