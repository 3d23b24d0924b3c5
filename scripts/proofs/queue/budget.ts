/** Workers are killed while they wait for answers that cost money: even so, the budget of the run holds. */
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SharedBudget } from '../../../harness/lib/redis/budget.ts'
import { runKey } from '../../../harness/run/queue/keys.ts'
import { modelServer } from '../../../test/model-server/server.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, type Started } from '../../../test/queue/workers.ts'
import { BENCHMARK, ended } from './chaos.ts'

export interface ProofSetup {
  /** An empty folder. */
  readonly folder: string
  /** The program. */
  readonly bin: string
  readonly say: (line: string) => void
}

export interface ProofOutcome {
  readonly figures: readonly string[]
  /** Violations; empty if there are none. */
  readonly problems: readonly string[]
}

const WORKERS = 4
const KILLS = 6
/** Calls between two kills. */
const APART = 12
/** Tokens that the server says each call used. */
const USED = { prompt_tokens: 20, completion_tokens: 180 }
const EACH = USED.prompt_tokens + USED.completion_tokens
/** Milliseconds of a call: long enough that most kills meet some. */
const CALL = 300
/** Most requests a minute of all workers together. */
const LIMIT = 40_000

export async function budgetProof({ folder, bin, say }: ProofSetup): Promise<ProofOutcome> {
  await using server = await modelServer(() => ({ kind: 'slow', milliseconds: CALL, text: '42', usage: USED }))
  await using redis = await redisServer()
  const env = {
    OPENAI_API_KEY: 'sk-proof-0123456789abcdef',
    OPENAI_BASE_URL: server.baseURL,
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  }
  const matrix = ['--benchmark', BENCHMARK, '--agent', path.join(import.meta.dirname, 'asker.ts'), '--samples', '40']
  const planned = startPe(['plan', ...matrix, '--out', folder], { bin, env })
  const plan = (await ended(planned)).trim()
  const worker = () => startWorker(redis.url, [], { bin, env })
  const workers: Started[] = Array.from({ length: WORKERS }, worker)
  const queue = ['--executor', 'queue', '--redis', redis.url, '--lease', '3', '--no-score', '--reporter', 'json']
  await using run = startPe(['run', '--resume', plan, ...queue, '--max-tokens', String(LIMIT)], { bin, env })
  const key = runKey(path.basename(plan), 'budget')
  const budget = new SharedBudget(redis.client, key, { cost: undefined, tokens: LIMIT })
  let [kills, most] = [0, 0]
  /** Calls when the budget was removed, which ends the run. */
  let last: number | undefined
  const seen: number[] = []
  const uncounted = new Set<string>()
  try {
    while (!(await Promise.race([run.exit.then(() => true), delay(50, false)]))) {
      const calls = server.received.length
      const { tokens } = await budget.state()
      if ((await redis.client.exists(key)) === 0) {
        if (calls > 0) last ??= calls
        continue
      }
      // Reserved before the call, and kept if the worker died during it.
      if (tokens < calls * EACH) uncounted.add(`${String(tokens)} tokens are counted after ${String(calls)} calls`)
      most = Math.max(most, tokens)
      if (kills >= KILLS || server.received.length <= (kills + 1) * APART) continue
      seen.push(server.received.length - server.completed.length)
      const index = kills % workers.length
      await workers[index]?.[Symbol.asyncDispose]()
      workers[index] = worker()
      kills += 1
      say(
        `${String(server.received.length)} calls, ${String(tokens)} tokens spent or reserved, ${String(kills)} workers killed`,
      )
    }
  } finally {
    for (const each of workers) await each[Symbol.asyncDispose]()
  }
  const paid = server.received.length * EACH
  const code = await run.exit
  const problems = [
    ...uncounted,
    ...(last === undefined || last === server.received.length
      ? []
      : [`calls were made after the budget was removed: ${String(last)}, and then ${String(server.received.length)}`]),
    ...(paid > LIMIT ? [`${String(paid)} tokens were paid for, of ${String(LIMIT)}`] : []),
    ...(most > LIMIT ? [`${String(most)} tokens were spent or reserved, of ${String(LIMIT)}`] : []),
    ...(code === 1 && run.stderr().includes('--max-tokens')
      ? []
      : [`the run ended with ${String(code)}: ${run.stderr()}`]),
    ...(kills < KILLS ? [`only ${String(kills)} workers were killed`] : []),
  ]
  return {
    figures: [
      `budget of ${String(LIMIT)} tokens, ${String(kills)} workers killed while ${seen.join(', ')} calls were in flight: ` +
        `${String(server.received.length)} calls of ${String(EACH)} tokens (${String(paid)}), at most ${String(most)} spent or reserved`,
    ],
    problems,
  }
}
