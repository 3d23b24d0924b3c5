import os from 'node:os'
import pLimit from 'p-limit'
import { ExpectationNotMet, HarnessFault, ProjectFault } from '../../errors.ts'
import { limits } from './limits.ts'
import { Parser, type Ending, type Reply } from './parser.ts'
import type { Kind, ReplyHead } from './protocol.ts'

/** Number of processes. More than one, so that a slow file does not delay other trials. */
const MAX_PARSERS = Math.min(4, Math.max(2, os.availableParallelism()))

/** Signals with which V8 ends a process that is out of memory. */
const OUT_OF_MEMORY: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV']

export interface Parsed {
  readonly head: ReplyHead & { readonly status: 'parsed' }
  readonly body: Uint8Array
}

/** A pool of parsers that are started on demand and reused while they are healthy. */
export class ParserPool implements AsyncDisposable {
  readonly #idle: Parser[] = []
  readonly #all = new Set<Parser>()
  readonly #limit = pLimit(MAX_PARSERS)

  /**
   * @param name The name of the file, for messages
   * @throws ProjectFault if parsing exceeds a limit
   * @throws ExpectationNotMet if the file is not of this kind
   * @throws HarnessFault if no parser can be started
   */
  parse(kind: Kind, name: string, file: Uint8Array): Promise<Parsed> {
    return this.#limit(async () => {
      const first = await this.#tryParsing(kind, file)
      // Retried once, because something else may have ended the parser; the second time it is the file.
      const result = 'how' in first && !OUT_OF_MEMORY.includes(first.how) ? await this.#tryParsing(kind, file) : first
      return parsedOrThrow(result, name)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#all].map((parser) => parser.end()))
    this.#all.clear()
    this.#idle.length = 0
  }

  async #tryParsing(kind: Kind, file: Uint8Array): Promise<Reply | Ending> {
    const parser = await this.#acquire()
    const result = await parser.parse(kind, file)
    if ('head' in result && parser.alive) this.#idle.push(parser)
    else this.#all.delete(parser)
    return result
  }

  async #acquire(): Promise<Parser> {
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
    throw new HarnessFault(`the process that parses produced files does not start: ${how}`)
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
  if (ending.cause === 'deadline') return `could not be parsed within ${String(limits.deadline / 1000)} s of CPU time`
  return `could not be parsed within ${String(limits.heap)} MiB of memory (${ending.how})`
}
