import { AgentFault, HarnessFault } from '../../errors.ts'
import { TaskFailure } from '../../lib/processes/pool/failure.ts'
import type { TaskLimits } from '../../lib/processes/pool/limits.ts'
import { USUAL_PROCESSES } from '../../lib/processes/pool/options.ts'
import { ProcessPool } from '../../lib/processes/pool/pool.ts'
import { fallbacks, type ReadReply, type ReadTask, type Readers } from './readers.ts'
import type { tasks } from './worker.ts'

/** For one text. Usual texts take a few milliseconds. Tools may write 64 MiB, which are twice as many if not all are Latin. */
const LIMITS: TaskLimits = { cpu: 60_000, wall: 60_000, heap: 1024, memory: 2048, input: 256, output: 512 }

/**
 * Reads texts of models and tools in processes, with limits on time and memory: the texts are hostile, and must neither block
 * nor crash the harness.
 */
export class AnswerReader implements AsyncDisposable {
  readonly #pool: ProcessPool<typeof tasks>

  /** @param limits Replaced in tests */
  constructor(limits: Partial<TaskLimits> = {}) {
    this.#pool = new ProcessPool({
      purpose: 'reads answers',
      module: { name: 'worker', near: import.meta.url },
      processes: USUAL_PROCESSES,
      limits: { ...LIMITS, ...limits },
    })
  }

  /**
   * Runs the named reader.
   * @throws AgentFault if the text is at fault or exceeds a limit, and the reader has no fallback
   * @throws HarnessFault if the reader has a bug
   */
  async read<Name extends keyof Readers>(
    reader: Name,
    ...args: Parameters<Readers[Name]>
  ): Promise<ReturnType<Readers[Name]>> {
    const reply = await this.#ask({ reader, args })
    if ('value' in reply) return reply.value as ReturnType<Readers[Name]>
    const fallback = fallbacks[reader]
    if (fallback) return fallback(reply.fault)
    throw new AgentFault(reply.fault, reply.kind)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close()
  }

  async #ask(task: ReadTask): Promise<ReadReply> {
    try {
      return await this.#pool.run('read', task)
    } catch (error) {
      if (error instanceof TaskFailure) return replyTo(error)
      throw error
    }
  }
}

function replyTo({ kind, detail }: TaskFailure): ReadReply {
  if (kind === 'thrown') throw new HarnessFault(`an answer could not be read: ${detail}`)
  const fault =
    kind === 'crash'
      ? `the answer could not be read: its reader ended twice (${detail})`
      : `the answer could not be read within ${detail}`
  return { fault, kind: 'unreadable' }
}

/** Shared by all agents of this process. */
export const answerReader = new AnswerReader()
