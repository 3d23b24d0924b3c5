import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { ExpectationNotMet } from '../../errors.ts'
import { awaitingInput } from '../../lib/processes/awaits-input.ts'
import type { Exit, Running } from '../../contracts/types.ts'
import { visibleText } from '../subprocess/visible-text.ts'

/** How a program of the published benchmark asks for a line; others are only seen to wait. */
const PROMPT = /(>>>|\$) ?$/
/** Milliseconds without output after which text that ends like a prompt is one, where the system does not tell. */
const QUIET = 150
const PAUSE = 5

/** A program that is talked to over all testcodes of a trial. */
export class ConsoleProgram {
  readonly #running: Running
  #position = 0
  /** Who asked last: a testcode that was ended must not take what the next one waits for. */
  #asked = 0
  #exit: Exit | undefined
  #changed = performance.now()
  /** Who waited for input when that was last answered. */
  #answered: readonly string[] = []

  constructor(running: Running) {
    this.#running = running
    running.stdout.onChange(() => {
      this.#changed = performance.now()
    })
    void running.exit.then((exit) => {
      this.#exit = exit
    })
  }

  /** What it printed until it waits for a line, or ends. */
  async read(): Promise<string> {
    this.#asked += 1
    const asked = this.#asked
    while (this.#exit === undefined && !(await this.#waits())) {
      await delay(PAUSE)
      if (asked !== this.#asked) return ''
    }
    // What it printed before it waited is in the pipe by now, and is read in the next two turns.
    await setImmediate()
    await setImmediate()
    return this.#take()
  }

  /** @throws ExpectationNotMet where it has ended */
  async send(line: string): Promise<string> {
    if (this.#exit) throw new ExpectationNotMet(`the program has ended (${ending(this.#exit)}) and takes no "${line}"`)
    this.#answered = (await awaitingInput(this.#running.pid)) ?? []
    this.#take()
    this.#running.write(`${line}\n`)
    this.#changed = performance.now()
    return this.read()
  }

  /** Its exit code, or null while it runs. */
  poll(): number | null {
    return this.#exit === undefined ? null : (this.#exit.code ?? -1)
  }

  async #waits(): Promise<boolean> {
    const waiting = await awaitingInput(this.#running.pid)
    if (waiting !== undefined) return waiting.some((mark) => !this.#answered.includes(mark))
    return PROMPT.test(this.#unread()) && performance.now() - this.#changed > QUIET
  }

  #unread(): string {
    return this.#running.stdout.text().slice(this.#position)
  }

  #take(): string {
    const text = this.#unread()
    this.#position += text.length
    return visibleText(text)
  }
}

/** As a file is read line by line: each with its own end. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function ending({ cause, code, signal }: Exit): string {
  return cause ?? (code === null ? String(signal) : `exit code ${String(code)}`)
}
