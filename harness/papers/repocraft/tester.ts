import path from 'node:path'
import { mkdir } from 'node:fs/promises'
import { MachineFault, UsageError, AgentFault, BudgetSpent, HarnessFault, messageOf } from '../../errors.ts'
import type {
  Mission,
  Suite,
  TesterEntry,
  Judgement,
  SessionSetup,
  SourceTarget,
  Testcode,
  TestSession,
  LibraryTask,
} from '../../contracts/types.ts'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { layoutOf } from '../../lib/python/layout.ts'
import { standardModules } from '../../lib/python/standard-modules.ts'
import { Asking } from './tester/asking.ts'
import { ModelJudge, type Judged } from './tester/model-judge.ts'
import { definitionsIn, openReaders } from './tester/outline/definitions.ts'
import { readReference, usualEvents } from './tester/reference.ts'
import { Copies } from './tester/stubs.ts'
import { isVoted } from '../../lib/statistics/features.ts'
import type { Execution, TaskJudge, Vote } from './tester/steps.ts'
import * as z from 'zod'

/** Judges whether a library holds the algorithms of the reference. Without a model that judges them, tasks are unjudged. */
export const tasks: TesterEntry = {
  name: 'tasks',
  accepts: ['source'],
  check(mission, suite, testcodes) {
    const known = new Set(planOf(mission, suite, testcodes).tasks.map(({ id }) => id))
    const without = suite.testcodes.find(({ id }) => !known.has(id))
    if (without) throw new UsageError(`mission "${mission.id}": the plan has no task "${without.id}"`)
  },
  control: { testcodes: { tasks: [] } },
  open(target, setup) {
    if (target.kind !== 'source') throw new MachineFault(`the tester "tasks" cannot judge a ${target.kind}`)
    return Promise.resolve(new TasksSession(target, setup, planOf(setup.mission, setup.suite, setup.testcodes)))
  },
}

function planOf(mission: Mission, suite: Suite, testcodes: unknown): TasksPlan {
  const parsed = tasksPlanSchema.safeParse(testcodes)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const where = issue?.path.map(String).join('.') ?? ''
  throw new UsageError(`mission "${mission.id}", suite "${suite.id}": ${where}: ${issue?.message ?? 'is no plan'}`)
}

// ---- session -------------------------------------------------------------------------------------------------------

const NO_MODEL = 'no model judges the tasks: name one with --judge'
const NOTHING = 'the project has no function and no class of Python that can be imported'

/** Judges the tasks of a library, one after the other. The repository is read once. */
class TasksSession implements TestSession {
  readonly #target: SourceTarget
  readonly #setup: SessionSetup
  readonly #plan: TasksPlan
  readonly #stack = new Cleanup()
  #judged: Promise<Judged> | undefined

  constructor(target: SourceTarget, setup: SessionSetup, plan: TasksPlan) {
    this.#target = target
    this.#setup = setup
    this.#plan = plan
  }

  runnable(): Promise<Judgement> {
    return Promise.resolve({ status: 'passed', evidence: {} })
  }

  async judge({ id }: Testcode): Promise<Judgement> {
    const task = this.#plan.tasks.find((each) => each.id === id)
    if (!task) throw new MachineFault(`the plan has no task "${id}"`)
    const { services, signal } = this.#setup
    const began = performance.now()
    const judged = await (this.#judged ??= this.#read())
    const reading = Math.round(performance.now() - began)
    // It needs no model: what a repository without definitions holds is known.
    if (judged.definitions.length === 0) return { status: 'failed', reason: NOTHING, evidence: {} }
    if (!services.reviewer) return unjudged(NO_MODEL)
    const asking = new Asking(services.reviewer)
    const judgement = await judgeTask(task, new ModelJudge(asking, judged), signal)
    return { ...judgement, waited: asking.waited + reading }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  async #read(): Promise<Judged> {
    const { sandbox, workspace } = this.#target
    const { scratch, python, signal, services } = this.#setup
    const layout = layoutOf(workspace.files, await standardModules(python.program))
    // One process for all: each start of it takes longer than a usual file.
    const readers = this.#stack.use(openReaders())
    const definitions = await definitionsIn(layout.files, readers)
    const own = path.join(scratch, 'tasks')
    await mkdir(own, { recursive: true })
    const helpers = this.#stack.use(await this.#setup.openHelpers(own))
    const around = { sandbox, scratch, python: python.program, signal }
    const isAsked = services.reviewer !== undefined && definitions.length > 0
    return {
      ...{ layout, definitions },
      ...(isAsked ? await this.#known() : { reference: undefined, allowed: [] }),
      copies: new Copies(readers),
      places: { around, helpers: { sandbox: helpers, scratch: own, python: python.program, signal } },
    }
  }

  /** Behaviour of the tests on the reference; without one, only that of pytest itself. */
  async #known(): Promise<Pick<Judged, 'reference' | 'allowed'>> {
    const { tasks, reference: folder } = this.#plan
    const { services, python } = this.#setup
    const { calibrate } = services
    if (!calibrate) return { reference: undefined, allowed: [] }
    if (folder === undefined) return { reference: undefined, allowed: await usualEvents(calibrate, python.program) }
    const reference = await readReference(folder, tasks, calibrate, python.program)
    return { reference, allowed: reference.allowed }
  }
}

// ---- judge task ----------------------------------------------------------------------------------------------------

/** Characters of a reason. */
const LONGEST = 1000
/** Of an adapted test that is kept as evidence. */
const LONGEST_TEST = 50_000

/**
 * Localises, votes, executes. Only an executed test can pass a task; votes alone never do. A task without a majority of votes is not
 * executed. What a step cannot say is unjudged.
 */
export function judgeTask(task: LibraryTask, judge: TaskJudge, signal: AbortSignal): Promise<Judgement> {
  return unlessItFails(judge, signal, () => judged(task, judge, signal))
}

async function judged(task: LibraryTask, judge: TaskJudge, signal: AbortSignal): Promise<Judgement> {
  const candidates = await judge.localise(task, signal)
  if (candidates.length === 0) return failed('nothing in the project may hold the algorithm')
  const all = await judge.vote(task, candidates, signal)
  if (all.length === 0) return unjudged(`${judge.name} gave no vote`)
  const votes = votesOf(all)
  if (!isVoted(votes)) return { ...failed(votesText(all)), votes }
  const execution = await unlessItFails(judge, signal, async () =>
    executed(await judge.execute(task, candidates, signal)),
  )
  return { ...execution, votes }
}

function executed({ passed, reason, test, output }: Execution): Judgement {
  const evidence = {
    ...(test === undefined ? {} : { log: test.slice(0, LONGEST_TEST) }),
    ...(output === undefined ? {} : { output }),
  }
  return passed ? { status: 'passed', evidence } : { ...failed(reason), evidence }
}

function votesOf(all: readonly Vote[]) {
  return {
    yes: all.filter(({ yes }) => yes).length,
    of: all.length,
    answers: all.map(({ seed, yes, reason }) => ({ seed, yes, reason: reason.slice(0, LONGEST) })),
  }
}

/** A step that a model refuses, or that the harness cannot do, leaves the task open. Without money, the run stops. */
async function unlessItFails(
  { name }: TaskJudge,
  signal: AbortSignal,
  step: () => Promise<Judgement>,
): Promise<Judgement> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof BudgetSpent || signal.aborted) throw error
    if (error instanceof AgentFault || error instanceof HarnessFault) return unjudged(`${name}: ${messageOf(error)}`)
    throw error
  }
}

function unjudged(reason: string): Judgement {
  return { status: 'unjudged', fault: 'machine', reason: reason.slice(0, LONGEST), evidence: {} }
}

function failed(reason: string): Judgement {
  return { status: 'failed', reason: reason.slice(0, LONGEST), evidence: {} }
}

function votesText(all: readonly Vote[]): string {
  const yes = all.filter((vote) => vote.yes).length
  const reasons = all.map((vote) => `${vote.yes ? 'yes' : 'no'}: ${vote.reason}`).join(' / ')
  return `${String(yes)} of ${String(all.length)} votes say that the algorithm is there: ${reasons}`.slice(0, LONGEST)
}

// ---- plan ----------------------------------------------------------------------------------------------------------

// The plan of a benchmark for the tester `tasks`, as plain data.

const taskSchema = z.strictObject({
  id: z.string().min(1).max(300),
  algorithm: z.string().min(1),
  query: z.string().min(1),
  tests: z.array(z.string().min(1)).min(1),
  code: z.string().min(1),
})

const tasksPlanSchema = z.strictObject({
  tasks: z.array(taskSchema),
  /** The folder of the reference, which is never shown to produced code. */
  reference: z.string().startsWith('/').optional(),
})
type TasksPlan = z.infer<typeof tasksPlanSchema>
