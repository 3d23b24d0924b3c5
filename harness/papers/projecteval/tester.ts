import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { MachineFault, UsageError } from '../../errors.ts'
import { pythonTestcodesSchema, type PythonTestcode, type PythonTestcodes } from '../../contracts/schema.ts'
import type {
  Mission,
  Suite,
  TesterEntry,
  Judgement,
  ProgramTarget,
  SessionSetup,
  TestSession,
  Testcode,
} from '../../contracts/types.ts'
import { WebsiteSession } from './tester/website-session.ts'
import { Cleanup } from '../../lib/async/cleanup.ts'
import { withTimeout } from '../../lib/async/deadline.ts'
import { isModuleHidden } from '../../lib/processes/environment.ts'
import { faultOf, reasonOf, statusOf } from '../../testers/classify.ts'
import { judgeWithRetry, type Attempt } from '../../testers/judge-with-retry.ts'
import { textArgument, type Calls } from './tester/channel.ts'
import { linesOf } from './tester/console.ts'
import { HOME } from './tester/downloads.ts'
import { copyMaterials } from './tester/materials.ts'
import { verdictOf } from './tester/outcome.ts'
import { ProgramFolder } from './tester/program-folder.ts'
import { ProgramRuns } from './tester/program-runs.ts'
import { replySchema } from './tester/protocol.ts'
import { Room } from './tester/room.ts'
import { argumentsOf } from './tester/values.ts'
import { Worker, WorkerGone } from './tester/worker.ts'

/**
 * Runs the Python testcodes of a published benchmark unchanged. Testcodes of websites act in a real browser through WebDriver;
 * testcodes of programs see the output and files of the program. They run in a separate worker, isolated from the project.
 */
export const pythonSelenium: TesterEntry = {
  name: 'python-selenium',
  accepts: ['website', 'program'],
  check: checkSources,
  async open(target, setup) {
    const testcodes = pythonTestcodesSchema.parse(setup.testcodes)
    if (target.kind === 'program') return ProgramSession.open({ target, setup, testcodes })
    if (target.kind !== 'website') throw new MachineFault(`the python-selenium tester cannot judge a ${target.kind}`)
    return WebsiteSession.open({ target, setup, testcodes, programs: await setup.services.findChromedriverBrowser() })
  },
}

function checkSources(mission: Mission, suite: Suite, testcodes: unknown): void {
  const sources = pythonTestcodesSchema.parse(testcodes)
  const missing = suite.testcodes.find(({ id }) => !mission.withheld?.[id] && !Object.hasOwn(sources, id))
  if (missing)
    throw new UsageError(
      `mission "${mission.id}": no source for testcode "${missing.id}"; add it to the testcodes of the mission`,
    )
}

// ---- program session -----------------------------------------------------------------------------------------------

interface ProgramParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  readonly testcodes: PythonTestcodes
}

/** The testcodes of a program share its folder and its dialogue, if it has one. */
class ProgramSession implements TestSession {
  readonly #parts: ProgramParts
  readonly #room: Room
  readonly #place: ProgramFolder
  readonly #runs: ProgramRuns
  #worker: Worker | undefined

  private constructor(parts: ProgramParts, room: Room, place: ProgramFolder) {
    this.#parts = parts
    this.#room = room
    this.#place = place
    this.#runs = new ProgramRuns({ target: parts.target, place, protocol: parts.setup.protocol })
  }

  static async open(parts: ProgramParts): Promise<ProgramSession> {
    const { setup, target } = parts
    await using stack = new Cleanup()
    const room = stack.use(await Room.open(setup))
    await copyMaterials(setup.mission, room.view)
    const folder = path.join(setup.scratch, 'program')
    await mkdir(folder, { recursive: true })
    await target.workspace.copy(folder)
    const session = stack.use(new ProgramSession(parts, room, new ProgramFolder(setup.mission, folder, room.view)))
    await session.#openWorker()
    stack.move()
    return session
  }

  /** Passes if the program starts, and ends or waits for input in time without an unhandled exception. Always passes as published. */
  async runnable(): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    if (setup.protocol === 'paper') return { status: 'passed', evidence: {} }
    // The first run loads libraries from the disk, so it gets the time of a server start.
    const { startTimeout = setup.testcodeTimeout } = setup
    const late = `not done within ${String(startTimeout / 1000)} s`
    try {
      for (const [material, input] of standardInputs(testcodes, setup.mission.materials))
        await this.#place.rename(material, input)
      await withTimeout(this.#runs.start(isDialogue(testcodes)), startTimeout, late)
      return { status: 'passed', evidence: {} }
    } catch (error) {
      return this.#failure(statusOf(error), reasonOf(error))
    } finally {
      await this.#endTestcode()
    }
  }

  async judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    try {
      const source = testcodes[testcode.id]
      if (!source) throw new MachineFault(`there is no source for testcode "${testcode.id}"`)
      const given = argumentsOf(source, values, setup.mission)
      return await judgeWithRetry({
        attempt: () => this.#attempt(source, given),
        reached: () => Promise.resolve(undefined),
        // Each attempt opens a worker if there is none.
        recover: () => Promise.resolve(undefined),
        fresh: 'in a fresh worker',
      })
    } catch (error) {
      return { status: statusOf(error), reason: reasonOf(error), evidence: {}, ...faultOf(error) }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new Cleanup()
    stack.use(this.#room)
    if (this.#worker) stack.use(this.#worker)
    stack.use(this.#runs)
  }

  /** If a file of the program is the cause of a lost worker, the worker is lost again. */
  async #attempt(source: PythonTestcode, given: Readonly<Record<string, string>>): Promise<Attempt> {
    try {
      return { lost: false, judgement: await this.#run(source, given) }
    } catch (error) {
      if (!(error instanceof WorkerGone)) throw error
      return { lost: !error.hung, judgement: this.#failure(error.hung ? 'timeout' : 'unjudged', error.message) }
    } finally {
      await this.#endTestcode()
    }
  }

  async #run(source: PythonTestcode, given: Readonly<Record<string, string>>): Promise<Judgement> {
    const { setup } = this.#parts
    const worker = this.#worker && !this.#worker.gone ? this.#worker : await this.#openWorker()
    const request = { do: 'judge', source: source.source, function: source.function, values: given, home: HOME }
    const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
    const verdict = verdictOf(reply, { values: [], protocol: setup.protocol, ended: undefined })
    if (verdict.status !== 'passed') return this.#failure(verdict.status, verdict.reason)
    const problem = setup.protocol === 'paper' ? undefined : this.#unseenFailure(given)
    return problem === undefined ? { status: 'passed', evidence: {} } : this.#failure('failed', problem)
  }

  /** A message if the last run failed, but the testcode had no expected output and so did not notice. */
  #unseenFailure(given: Readonly<Record<string, string>>): string | undefined {
    const { last } = this.#runs
    if (Object.keys(given).some((name) => name !== 'entry') || last === undefined || last.code === 0) return undefined
    return `it asserts nothing that fails, but the program ended with exit code ${String(last.code)}`
  }

  #failure(status: Judgement['status'], reason: string | undefined): Judgement {
    return { status, ...(reason === undefined ? {} : { reason }), evidence: { output: this.#runs.transcript() } }
  }

  async #endTestcode(): Promise<void> {
    await this.#runs.endTestcode()
    await this.#place.endTestcode()
  }

  #calls(): Calls {
    const runs = this.#runs
    return {
      run: (values) => runs.toEnd(textArgument(values, 'path')),
      rename: (values) => this.#place.rename(textArgument(values, 'source'), textArgument(values, 'target')),
      file: (values) => this.#place.locate(textArgument(values, 'path')),
      read: async () => linesOf(await (await runs.console()).read()),
      send: async (values) => (await runs.console()).send(textArgument(values, 'line')),
      poll: async () => (await runs.console()).poll(),
    }
  }

  async #openWorker(): Promise<Worker> {
    const { setup, testcodes } = this.#parts
    const packages = packagesOf(testcodes)
    const hidden = packages.find((name) => isModuleHidden(name, process.env))
    if (hidden !== undefined) throw new MachineFault(`${hidden} is hidden by PE_HIDE_OPTIONAL`)
    const parts = { room: this.#room, python: setup.python, calls: this.#calls(), packages }
    this.#worker = await Worker.open(parts)
    return this.#worker
  }
}

// ---- program sources -----------------------------------------------------------------------------------------------

/** Packages that testcodes use, by the names in their source. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'pd.': ['pandas', 'openpyxl'],
  'openpyxl.': ['openpyxl'],
  calculate_histogram_similarity: ['numpy', 'PIL.Image'],
}

/** The Python packages that some testcodes use. */
function packagesOf(testcodes: PythonTestcodes): string[] {
  const used = Object.entries(PACKAGES).filter(([name]) => someSource(testcodes, name))
  return [...new Set(used.flatMap(([, packages]) => packages))]
}

/** Whether the testcodes hold a dialogue with the program. */
function isDialogue(testcodes: PythonTestcodes): boolean {
  return someSource(testcodes, '_subprocess.')
}

/**
 * The inputs with which a program must work: materials named `-Standard`, each with the file name under which a testcode passes
 * it to the program.
 */
function standardInputs(testcodes: PythonTestcodes, materials: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { source } of Object.values(testcodes)) {
    const given = /^\s*source_file_name\s*=\s*(["'])(.+)\1\s*$/m.exec(source)?.[2]
    const input = /rename_file\(\s*source_file_name\s*,\s*(["'])(.+?)\1\s*\)/.exec(source)?.[2]
    const isStandard = given?.includes('-Standard') === true && materials.includes(given)
    if (isStandard && input !== undefined) found.set(given, input)
  }
  return found
}

function someSource(testcodes: PythonTestcodes, text: string): boolean {
  return Object.values(testcodes).some(({ source }) => source.includes(text))
}
