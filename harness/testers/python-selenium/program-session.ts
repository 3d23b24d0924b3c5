import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../../cleanup.ts'
import { within } from '../../deadline.ts'
import { BadParameter, ExpectationNotMet, HarnessFault, ProjectFault } from '../../errors.ts'
import { pathProblem } from '../../files/confine.ts'
import type { PythonTestcode, PythonTestcodes } from '../../projecteval/testcodes.ts'
import type { Testcode } from '../../schema.ts'
import type { Exit, Judgement, ProgramTarget, Running, SessionSetup, TestSession } from '../../types.ts'
import { reasonOf, statusOf } from '../classify.ts'
import { visibleText } from '../subprocess/visible-text.ts'
import type { Calls } from './channel.ts'
import { ConsoleProgram } from './console.ts'
import { HOME } from './downloads.ts'
import { copyMaterials } from './materials.ts'
import { verdictOf } from './outcome.ts'
import { ProgramFolder } from './program-folder.ts'
import { replySchema } from './protocol.ts'
import { Room } from './room.ts'
import { uncaught } from './traceback.ts'
import { argumentsOf } from './values.ts'
import { Worker, WorkerGone } from './worker.ts'

export interface ProgramParts {
  readonly target: ProgramTarget
  readonly setup: SessionSetup
  readonly testcodes: PythonTestcodes
}

const OUTPUT_LIMIT = 4 * 1024 * 1024
const LONGEST_TRANSCRIPT = 8000
/** Packages that testcodes use, by the names under which they find them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'pd.': ['pandas', 'openpyxl'],
  'openpyxl.': ['openpyxl'],
  calculate_histogram_similarity: ['numpy', 'PIL.Image'],
}

/** Runs the project's program for the testcodes, which run in a worker. */
export class ProgramSession implements TestSession {
  readonly #parts: ProgramParts
  readonly #room: Room
  readonly #place: ProgramFolder
  readonly #started: Running[] = []
  #worker: Worker | undefined
  #console: ConsoleProgram | undefined
  /** How the last run ended. */
  #last: Exit | undefined

  private constructor(parts: ProgramParts, room: Room, place: ProgramFolder) {
    this.#parts = parts
    this.#room = room
    this.#place = place
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

  /** It starts, and ends or waits for input in time without an exception that nobody caught. Published: always. */
  async runnable(): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    if (setup.protocol === 'paper') return { status: 'passed', evidence: {} }
    const late = `not done within ${String(setup.testcodeTimeout / 1000)} s`
    try {
      await this.#place.begin()
      for (const [material, input] of standardInputs(testcodes, setup.mission.materials))
        await this.#place.rename(material, input)
      await within(this.#starts(), setup.testcodeTimeout, late)
      return { status: 'passed', evidence: {} }
    } catch (error) {
      return { status: statusOf(error), reason: reasonOf(error), evidence: { output: this.#transcript() } }
    } finally {
      await this.#endAll()
      await this.#place.begin()
    }
  }

  async judge(testcode: Testcode, values: Readonly<Record<string, unknown>>): Promise<Judgement> {
    const { setup, testcodes } = this.#parts
    const source = testcodes[testcode.id]
    if (!source) throw new HarnessFault(`there is no source for testcode "${testcode.id}"`)
    try {
      const given = argumentsOf(source, values, setup.mission.kind)
      const first = await this.#attempt(source, given)
      if (!(first instanceof WorkerGone)) return first
      if (first.hung) return this.#failure('timeout', first.message)
      const second = await this.#attempt(source, given)
      // What ends the worker each time is what the program has left, which the worker reads.
      if (second instanceof WorkerGone) return this.#failure('error', `${first.message}, and again`)
      return this.#failure('unjudged', `${first.message}, and did not do so again: ${second.status}`)
    } catch (error) {
      return { status: statusOf(error), reason: reasonOf(error), evidence: {} }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using stack = new Cleanup()
    stack.use(this.#room)
    if (this.#worker) stack.use(this.#worker)
    stack.defer(() => this.#endAll())
  }

  async #attempt(source: PythonTestcode, given: Readonly<Record<string, string>>): Promise<Judgement | WorkerGone> {
    const { setup } = this.#parts
    await this.#place.begin()
    this.#last = undefined
    this.#started.length = this.#console ? 1 : 0
    try {
      const worker = this.#worker && !this.#worker.gone ? this.#worker : await this.#openWorker()
      const request = { do: 'judge', source: source.source, function: source.function, values: given, home: HOME }
      const reply = replySchema.parse(await worker.ask(request, setup.testcodeTimeout / 1000))
      const circumstances = { values: [], protocol: setup.protocol, ended: undefined }
      const verdict = verdictOf(reply, circumstances)
      if (verdict.status !== 'passed') return this.#failure(verdict.status, verdict.reason)
      const problem = setup.protocol === 'paper' ? undefined : this.#unseenFailure(given)
      return problem === undefined ? { status: 'passed', evidence: {} } : this.#failure('failed', problem)
    } catch (error) {
      if (error instanceof WorkerGone) return error
      throw error
    } finally {
      // What the testcode left running is not part of the next one; the console is.
      if (!this.#console) await this.#endAll()
    }
  }

  /** A run that failed, where the testcode has nothing to compare its output with and so did not look at it. */
  #unseenFailure(given: Readonly<Record<string, string>>): string | undefined {
    const compares = Object.keys(given).some((name) => name !== 'entry')
    if (compares || this.#last === undefined || this.#last.code === 0) return undefined
    return `it asserts nothing that fails, but the program ended with exit code ${String(this.#last.code)}`
  }

  #failure(status: Judgement['status'], reason: string | undefined): Judgement {
    return { status, ...(reason === undefined ? {} : { reason }), evidence: { output: this.#transcript() } }
  }

  #calls(): Calls {
    const text = (value: unknown) => {
      if (typeof value === 'string') return value
      throw new BadParameter(`${JSON.stringify(value).slice(0, 100)} is no text`)
    }
    return {
      run: ({ path: entry }) => this.#runEntry(text(entry)),
      rename: ({ source, target }) => this.#place.rename(text(source), text(target)),
      file: ({ path: file }) => this.#place.locate(text(file)),
      read: async () => linesOf(await (await this.#talk()).read()),
      send: async ({ line }) => (await this.#talk()).send(text(line)),
      poll: async () => (await this.#talk()).poll(),
    }
  }

  /** Runs a file of the project to its end: what it printed, or, where it raised, what the exception says, twice. */
  async #runEntry(entry: string): Promise<{ stdout: string; stderr: string }> {
    await this.#place.note()
    const running = await this.#spawn(this.#fileOf(entry), 'none')
    const exit = await running.exit
    this.#last = exit
    if (exit.cause !== undefined) throw new ProjectFault(`the program was ended: ${exit.cause}`)
    const left = await this.#place.collect()
    const printed = { stdout: visibleText(running.stdout.text()), stderr: visibleText(running.stderr.text()) }
    if (this.#parts.setup.protocol !== 'paper' && !left && (printed.stdout + printed.stderr).trim() === '')
      throw new ExpectationNotMet('the program did nothing: it printed nothing and left no file')
    const exception = exit.code === 1 ? uncaught(printed.stderr) : undefined
    return exception === undefined ? printed : { stdout: exception.message, stderr: exception.message }
  }

  /** @throws BadParameter where it is no file of the project */
  #fileOf(entry: string): string {
    const { folder, files } = this.#parts.target.workspace
    const wanted = entry
      .trim()
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '')
    const prefix = `${path.basename(folder)}/`
    const candidates = [wanted, ...(wanted.startsWith(prefix) ? [wanted.slice(prefix.length)] : [])]
    const file = candidates.find((each) => files.some(({ path: known }) => known === each))
    if (file !== undefined) return file
    const problem = pathProblem(wanted) ?? 'is no file of the project'
    throw new BadParameter(`the path "${entry.slice(0, 200)}" ${problem}`)
  }

  async #starts(): Promise<void> {
    const { target, testcodes } = this.#parts
    const isConsole = Object.values(testcodes).some(({ source }) => source.includes('_subprocess.'))
    const running = await this.#spawn(target.argv.at(-1) ?? '', isConsole ? 'keep' : 'none')
    if (isConsole) await Promise.race([new ConsoleProgram(running).read(), running.exit])
    else await running.exit
    const exit = await Promise.race([running.exit, Promise.resolve(undefined)])
    if (exit === undefined) return
    if (exit.cause !== undefined) throw new ProjectFault(`the program was ended: ${exit.cause}`)
    const exception = exit.code === 0 ? undefined : uncaught(running.stderr.text())
    if (exit.code === null) throw new ExpectationNotMet(`the program was ended by ${String(exit.signal)}`)
    if (exception)
      throw new ExpectationNotMet(`the program ended with an exception: ${exception.type}: ${exception.message}`)
  }

  async #talk(): Promise<ConsoleProgram> {
    this.#console ??= new ConsoleProgram(await this.#spawn(this.#parts.target.argv.at(-1) ?? '', 'keep'))
    return this.#console
  }

  async #spawn(file: string, stdin: 'keep' | 'none'): Promise<Running> {
    const { target } = this.#parts
    const running = await target.sandbox.spawn({
      argv: [...target.argv.slice(0, -1), file],
      cwd: this.#place.folder,
      // A program that draws has no screen to draw on.
      env: { MPLBACKEND: 'Agg' },
      stdin,
      outputLimit: OUTPUT_LIMIT,
      endAtLimit: true,
    })
    this.#started.push(running)
    return running
  }

  async #openWorker(): Promise<Worker> {
    const { setup, testcodes } = this.#parts
    const sources = Object.values(testcodes).map(({ source }) => source)
    const used = Object.entries(PACKAGES).filter(([name]) => sources.some((source) => source.includes(name)))
    const packages = [...new Set(used.flatMap(([, names]) => names))]
    this.#worker = await Worker.open({ room: this.#room, python: setup.python, calls: this.#calls(), packages })
    return this.#worker
  }

  #transcript(): string {
    const texts = this.#started.map((running) => `${running.stdout.text()}\n${running.stderr.text()}`.trim())
    return visibleText(texts.join('\n---\n')).slice(-LONGEST_TRANSCRIPT)
  }

  async #endAll(): Promise<void> {
    await Promise.all(this.#started.map((running) => running.end('ended with its testcode')))
  }
}

/** As a file is read line by line: each with its own end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Materials that are an input in order, with the name by which a testcode gives them to the program. */
function standardInputs(testcodes: PythonTestcodes, materials: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { source } of Object.values(testcodes)) {
    const material = materials.find(
      (name) => /-Standard/.test(name) && new RegExp(`source\\w*\\s*=\\s*["']${escaped(name)}["']`).test(source),
    )
    const input = /rename_file\(\s*\w+\s*,\s*["']([^"']+)["']\s*\)/.exec(source)?.[1]
    if (material !== undefined && input !== undefined) found.set(material, input)
  }
  return found
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
