import path from 'node:path'
import { mkdir } from 'node:fs/promises'
import { MachineFault } from '../../../errors.ts'
import type { Judgement, SessionSetup, SourceTarget, Testcode, TestSession } from '../../../contracts/types.ts'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import { layoutOf } from '../../../lib/python/layout.ts'
import { standardModules } from '../../../lib/python/standard-modules.ts'
import { Asking } from './asking.ts'
import { judgeTask, unjudged } from './judge-task.ts'
import { ModelJudge, type Judged } from './model-judge.ts'
import { definitionsIn, openReaders } from './outline/definitions.ts'
import type { TasksPlan } from './plan.ts'
import { readReference, usualEvents } from './reference.ts'
import { Copies } from './stubs.ts'

const NO_MODEL = 'no model judges the tasks: name one with --judge'
const NOTHING = 'the project has no function and no class of Python that can be imported'

/** Judges the tasks of a library, one after the other. The repository is read once. */
export class TasksSession implements TestSession {
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
