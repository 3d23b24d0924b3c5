import os from 'node:os'
import pLimit from 'p-limit'
import { ExpectationNotMet, HarnessFault, ProjectFault } from '../../errors.ts'
import { limits } from './limits.ts'
import { Parser, type Ending, type Reply } from './parser.ts'
import type { Kind, ReplyHead } from './protocol.ts'

/** More than one, so that a file that takes all of its time does not cost another trial its own. */
const MOST = Math.min(4, Math.max(2, os.availableParallelism()))

/** Signals with which V8 ends a process that may have no more memory. */
const EXHAUSTED: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV']

export interface Parsed {
  readonly head: ReplyHead & { readonly status: 'parsed' }
  readonly body: Uint8Array
}

/** Parsers, started when they are needed and kept for the next file while they are healthy. */
export class ParserPool implements AsyncDisposable {
  readonly #idle: Parser[] = []
  readonly #all = new Set<Parser>()
  readonly #limit = pLimit(MOST)

  /**
   * @param name The file's, for messages
   * @throws ProjectFault where parsing takes more than it may
   * @throws ExpectationNotMet where the file is not of this kind
   * @throws HarnessFault where there is no parser to be had
   */
  parse(kind: Kind, name: string, file: Uint8Array): Promise<Parsed> {
    return this.#limit(async () => {
      const first = await this.#ask(kind, file)
      // Something else may have ended it; what ends it twice is the file.
      const result = 'how' in first && !EXHAUSTED.includes(first.how) ? await this.#ask(kind, file) : first
      return parsedOrThrow(result, name)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((parser) => parser.end()))
    this.#all.clear()
    this.#idle.length = 0
  }

  async #ask(kind: Kind, file: Uint8Array): Promise<Reply | Ending> {
    const parser = await this.#take()
    const result = await parser.ask(kind, file)
    if ('head' in result && parser.alive) this.#idle.push(parser)
    else this.#all.delete(parser)
    return result
  }

  async #take(): Promise<Parser> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.alive) return idle
      this.#all.delete(idle)
    }
    const parser = new Parser()
    this.#all.add(parser)
    const started = await parser.started()
    if ('head' in started) return parser
    this.#all.delete(parser)
    const how = 'how' in started ? started.how : 'it took too long'
    throw new HarnessFault(`no process to parse produced files in could be started: ${how}`)
  }
}

function parsedOrThrow(result: Reply | Ending, name: string): Parsed {
  if (!('head' in result)) throw new ProjectFault(`"${name}" ${limitOf(result)}`)
  const { head, body } = result
  if (head.status === 'parsed') return { head, body }
  if (head.status === 'exhausted') throw new ProjectFault(`"${name}" ${head.message}`)
  if (head.status === 'malformed') throw new ExpectationNotMet(`"${name}" ${head.message}`)
  throw new HarnessFault(`"${name}" could not be parsed: ${head.status === 'broken' ? head.message : head.status}`)
}

function limitOf(ending: Ending): string {
  if (ending.cause === 'deadline') return `could not be parsed with ${String(limits.deadline / 1000)} s of computing`
  return `could not be parsed with ${String(limits.heap)} MiB of memory (${ending.how})`
}
