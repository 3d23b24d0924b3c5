import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { constants } from 'node:fs'
import { MachineFault, DeadlineExceeded } from '../errors.ts'
import { playwrightLibrary } from '../lib/browser/library.ts'
import type {
  ProgramFixtures,
  TesterEntry,
  Judgement,
  ProgramTarget,
  RunOptions,
  SessionSetup,
  TestSession,
  Testcode,
  Dialogue,
  Finished,
  Running,
} from '../contracts/types.ts'
import { checkTestcodeModule, testcodeFunctions, functionOf, type TestcodeFunctions } from './testcode-functions.ts'
import type { Expect } from '@playwright/test'
import { Cleanup } from '../lib/async/cleanup.ts'
import { withTimeout } from '../lib/async/deadline.ts'
import { removeFolder } from '../lib/files/remove.ts'
import { boundedExpect } from './bounded-expect.ts'
import { faultOf, limitOf, reasonOf, statusOf } from './classify.ts'
import { inputFixtures } from './given/given.ts'
import { materialPath } from './materials.ts'
import { timeoutOf } from './timeout.ts'
import { ParameterValues } from './values.ts'
import { expectNoUnhandledException } from './subprocess/unhandled.ts'
import { faultOfEnd } from '../lib/processes/exit.ts'
import { openDialogue, type Awaited } from './subprocess/dialogue.ts'
import { leftFiles } from './subprocess/left-files.ts'
import { placeIn } from './subprocess/place.ts'
import { visibleText } from './subprocess/visible-text.ts'

/** Runs a program to its end or in a dialogue. Judges it by its exit code, its files and the output that a user can read. */
export const subprocess: TesterEntry = {
  name: 'subprocess',
  accepts: ['program'],
  check: checkTestcodeModule,
  open(target, setup) {
    if (target.kind !== 'program') throw new MachineFault(`the subprocess tester cannot judge a ${target.kind}`)
    const { expect } = playwrightLibrary()
    const functions = testcodeFunctions<ProgramFixtures>(setup)
    return Promise.resolve(new SubprocessSession({ target, setup, functions, expect }))
  },
}

// ---- session -------------------------------------------------------------------------------------------------------

interface SessionParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  readonly functions: TestcodeFunctions<ProgramFixtures>
  readonly expect: Expect
}

/** Every testcode gets a fresh copy of the project. Its processes are ended when it ends. */
class SubprocessSession implements TestSession {
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

// ---- program run ---------------------------------------------------------------------------------------------------

interface ProgramRunParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  /** Folder with the fresh copy of the project. */
  readonly folder: string
  /** Its programs save here what belongs to the user. */
  readonly home: string
}

const WRITE_NO_LINK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW
const OUTPUT_LIMIT = 4 * 1024 * 1024
const LONGEST_TRANSCRIPT = 8000

/** The programs that one testcode starts, and their common folder. */
class ProgramRun implements AsyncDisposable {
  readonly #parts: ProgramRunParts
  readonly #started: Running[] = []
  readonly #awaited: Awaited = {}

  constructor(parts: ProgramRunParts) {
    this.#parts = parts
  }

  async put(file: string, content: string | Uint8Array): Promise<void> {
    const full = await placeIn(this.#parts.folder, file)
    await mkdir(path.dirname(full), { recursive: true })
    await writeFile(full, content, { flag: WRITE_NO_LINK })
  }

  async toEnd(options: RunOptions = {}): Promise<Finished> {
    const running = await this.#spawn(options)
    this.#awaited.what = () => 'the program did not end'
    const exit = await running.exit
    this.#awaited.what = undefined
    const fault = faultOfEnd(exit)
    if (fault) throw fault
    const output = { stdout: visibleText(running.stdout.text()), stderr: visibleText(running.stderr.text()) }
    return { ...exit, ...output, ...leftFiles(this.#parts.folder) }
  }

  async start(options: RunOptions = {}): Promise<Dialogue> {
    const prompt = this.#parts.setup.mission.dialogue?.prompt
    if (prompt === undefined) throw new MachineFault(`mission "${this.#parts.setup.mission.id}" declares no dialogue`)
    return openDialogue(await this.#spawn(options, 'dialogue'), prompt, this.#awaited)
  }

  /** The event that the testcode waits for at the moment, such as `the program did not end`; undefined if for no program. */
  awaited(): string | undefined {
    return this.#awaited.what?.()
  }

  /** The output of all programs of this testcode. */
  transcript(): string {
    const texts = this.#started.map((running) => `${running.stdout.text()}\n${running.stderr.text()}`.trim())
    return visibleText(texts.join('\n---\n')).slice(0, LONGEST_TRANSCRIPT)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map((running) => running.end('ended with its testcode')))
  }

  async #spawn(options: RunOptions, purpose: 'to end' | 'dialogue' = 'to end'): Promise<Running> {
    const { target, folder, home } = this.#parts
    const speaks = purpose === 'dialogue' || options.stdin !== undefined
    const running = await target.sandbox.spawn({
      argv: [...target.argv, ...(options.args ?? [])],
      cwd: folder,
      home,
      stdin: speaks ? 'keep' : 'none',
      outputLimit: OUTPUT_LIMIT,
      endAtLimit: true,
    })
    this.#started.push(running)
    if (options.stdin !== undefined) running.write(options.stdin)
    if (speaks && purpose === 'to end') running.closeInput()
    return running
  }
}
