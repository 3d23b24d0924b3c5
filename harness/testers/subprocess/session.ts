import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Expect } from '@playwright/test'
import { DeadlineExceeded } from '../../errors.ts'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { withTimeout } from '../../lib/async/deadline.ts'
import { removeFolder } from '../../lib/files/remove.ts'
import type {
  Judgement,
  ProgramFixtures,
  ProgramTarget,
  RunOptions,
  SessionSetup,
  TestSession,
  Testcode,
} from '../../contracts/types.ts'
import { boundedExpect } from '../bounded-expect.ts'
import { faultOf, limitOf, reasonOf, statusOf } from '../classify.ts'
import { inputFixtures } from '../given/given.ts'
import { materialPath } from '../materials.ts'
import { functionOf, type TestcodeFunctions } from '../testcode-functions.ts'
import { timeoutOf } from '../timeout.ts'
import { ParameterValues } from '../values.ts'
import { ProgramRun } from './program-run.ts'
import { expectNoUnhandledException } from './unhandled.ts'

export interface SessionParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  readonly functions: TestcodeFunctions<ProgramFixtures>
  readonly expect: Expect
}

/** Every testcode gets a fresh copy of the project. Its processes are ended when it ends. */
export class SubprocessSession implements TestSession {
  readonly #parts: SessionParts
  #copies = 0

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Passes if the program starts, and ends or prompts before the deadline without an unhandled exception. */
  runnable(): Promise<Judgement> {
    return this.#judge(async (run) => {
      const { mission } = this.#parts.setup
      for (const name of mission.materials) await run.put(name, await readFile(materialPath(mission, name)))
      if (mission.dialogue) await run.start()
      else expectNoUnhandledException(await run.toEnd())
    }, this.#parts.setup.startTimeout ?? this.#parts.setup.testcodeTimeout)
  }

  judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const parameters = new ParameterValues(this.#parts.setup.mission, testcode, values)
    const action = (run: ProgramRun) => functionOf(this.#parts.functions, testcode.id)(this.#fixtures(run, parameters))
    return this.#judge(action, timeoutOf(testcode, this.#parts.setup))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }

  #fixtures(run: ProgramRun, parameters: ParameterValues): ProgramFixtures {
    const { setup, expect } = this.#parts
    return {
      ...inputFixtures(setup),
      expect: boundedExpect(expect.configure({ timeout: setup.testcodeTimeout / 2 })),
      text: (name) => parameters.get(name, 'text').value,
      file: (name) => parameters.file(name),
      material: (name) => materialPath(setup.mission, name),
      put: (file, content) => run.put(file, content),
      run: (options?: RunOptions) => run.toEnd(options),
      start: (options?: RunOptions) => run.start(options),
    }
  }

  async #judge(action: (run: ProgramRun) => Promise<void>, limit: number): Promise<Judgement> {
    const { target, setup } = this.#parts
    this.#copies += 1
    const folder = path.join(setup.scratch, `copy-${String(this.#copies)}`)
    const home = `${folder}-home`
    await using stack = new Cleanup()
    for (const each of [folder, home]) {
      // Copies of earlier testcodes would count towards the disk limit of this one.
      stack.defer(() => removeFolder(each))
      await mkdir(each, { recursive: true })
    }
    await target.workspace.copy(folder)
    const run = stack.use(new ProgramRun({ target, setup, folder, home }))
    try {
      await withTimeout(action(run), limit, 'out of time').catch((error: unknown) => {
        throw error instanceof DeadlineExceeded ? outOfTime(run, limit) : error
      })
      return { status: 'passed', evidence: {} }
    } catch (error) {
      const evidence = { output: run.transcript() }
      return { status: statusOf(error), reason: reasonOf(error), evidence, ...faultOf(error), ...limitOf(error) }
    }
  }
}

function outOfTime(run: ProgramRun, limit: number): DeadlineExceeded {
  const within = `within ${String(limit / 1000)} s`
  const what = run.awaited()
  return new DeadlineExceeded(what === undefined ? `the testcode was not done ${within}` : `${within}, ${what}`)
}
