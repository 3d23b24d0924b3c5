import path from 'node:path'
import { faultOfEnd } from '../../../lib/processes/exit.ts'
import { BadParameter, ExpectationNotMet } from '../../../errors.ts'
import { pathProblem } from '../../../lib/files/confine.ts'
import type { Protocol } from '../../../contracts/schema.ts'
import type { Exit, ProgramTarget, Running } from '../../../contracts/types.ts'
import { signalOf } from '../../../testers/subprocess/unhandled.ts'
import { visibleText } from '../../../testers/subprocess/visible-text.ts'
import { ConsoleProgram } from './console.ts'
import type { ProgramFolder } from './program-folder.ts'
import { uncaught } from './traceback.ts'

const OUTPUT_LIMIT = 4 * 1024 * 1024
const LONGEST_TRANSCRIPT = 8000

export interface RunParts {
  readonly target: ProgramTarget
  readonly place: ProgramFolder
  readonly protocol: Protocol
}

/** Output of a program. */
export interface Printed {
  readonly stdout: string
  readonly stderr: string
}

/** Runs the files of the project, in the project's sandbox. */
export class ProgramRuns implements AsyncDisposable {
  readonly #parts: RunParts
  readonly #started: Running[] = []
  #console: { readonly program: ConsoleProgram; readonly running: Running } | undefined
  #last: Exit | undefined

  constructor(parts: RunParts) {
    this.#parts = parts
  }

  /** How the last run of this testcode ended. */
  get last(): Exit | undefined {
    return this.#last
  }

  /**
   * Runs a file of the project to its end.
   * @returns Its output; if it ended with an exception, the message of the exception as both texts
   * @throws BadParameter | ProjectFault | ExpectationNotMet
   */
  async toEnd(entry: string): Promise<Printed> {
    const { place, protocol } = this.#parts
    await place.note()
    const running = await this.#spawn(this.#fileOf(entry), 'none')
    const exit = await running.exit
    this.#last = exit
    const fault = faultOfEnd(exit)
    if (fault) throw fault
    const left = await place.collect()
    const printed = { stdout: visibleText(running.stdout.text()), stderr: visibleText(running.stderr.text()) }
    if (protocol !== 'paper' && !left && (printed.stdout + printed.stderr).trim() === '')
      throw new ExpectationNotMet('the program did nothing: it printed nothing and left no file')
    const exception = exit.code === 1 ? uncaught(printed.stderr) : undefined
    return exception === undefined ? printed : { stdout: exception.message, stderr: exception.message }
  }

  /** The running start file, for a dialogue over all testcodes of the trial. */
  async console(): Promise<ConsoleProgram> {
    if (!this.#console) {
      const running = await this.#spawn(this.#startFile(), 'keep')
      this.#console = { running, program: new ConsoleProgram(running) }
    }
    return this.#console.program
  }

  /**
   * Runs the start file until it ends or, in a dialogue, waits for input.
   * @throws ProjectFault | ExpectationNotMet if it ends with an unhandled exception
   */
  async start(dialogue: boolean): Promise<void> {
    const running = await this.#spawn(this.#startFile(), dialogue ? 'keep' : 'none')
    const waits = dialogue ? new ConsoleProgram(running).read().then(() => undefined) : running.exit
    const exit = await Promise.race([running.exit, waits])
    if (exit === undefined) return
    const fault = faultOfEnd(exit)
    if (fault) throw fault
    const signal = signalOf(exit)
    if (signal !== undefined) throw new ExpectationNotMet(`the program was ended by ${signal}`)
    const exception = exit.code === 0 ? undefined : uncaught(running.stderr.text())
    if (exception === undefined) return
    throw new ExpectationNotMet(`the program ended with an exception: ${exception.type}: ${exception.message}`)
  }

  /** Ends the programs of a testcode, except for the dialogue. */
  async endTestcode(): Promise<void> {
    const own = this.#started.filter((running) => running !== this.#console?.running)
    await Promise.all(own.map((running) => running.end('ended with its testcode')))
    this.#started.length = 0
    if (this.#console) this.#started.push(this.#console.running)
    this.#last = undefined
  }

  /** The output of all programs of this testcode. */
  transcript(): string {
    const texts = this.#started.map((running) => `${running.stdout.text()}\n${running.stderr.text()}`.trim())
    return visibleText(texts.join('\n---\n')).slice(-LONGEST_TRANSCRIPT)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map((running) => running.end('ended with its trial')))
  }

  #startFile(): string {
    return this.#parts.target.argv.at(-1) ?? ''
  }

  /** @throws BadParameter if it is not a file of the project */
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
    throw new BadParameter(
      `the path "${entry.slice(0, 200)}" ${pathProblem(wanted) ?? 'is not that of a file of the project'}`,
    )
  }

  async #spawn(file: string, stdin: 'keep' | 'none'): Promise<Running> {
    const { target, place } = this.#parts
    const running = await target.sandbox.spawn({
      argv: [...target.argv.slice(0, -1), file],
      cwd: place.folder,
      // Matplotlib has no display here.
      env: { MPLBACKEND: 'Agg' },
      stdin,
      outputLimit: OUTPUT_LIMIT,
      endAtLimit: true,
    })
    this.#started.push(running)
    return running
  }
}
