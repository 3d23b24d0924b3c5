import { existsSync } from 'node:fs'
import { UsageError } from '../../errors.ts'
import { ALL_CHEATS, CHEATS } from '../../contracts/schema.ts'
import type { Agent } from '../../contracts/types.ts'
import { judge } from './judge.ts'
import type { CheatResult, Finding } from './results.ts'
import type { Bench, Subject } from './subject.ts'
import { learn, recorderAgent, recordingFile } from '../../agents/redteam/recording.ts'

/** Milliseconds for a testcode: an expectation waits a third of it, in which a cycling cheat needs several turns. */
export const CHEAT_TESTCODE = 6_000

export interface CheatResults {
  readonly results: readonly CheatResult[]
  readonly findings: readonly Finding[]
  readonly skipped: readonly string[]
}

/** Judges cheats, which exist only for website missions. */
export async function judgeCheats(
  subject: Subject,
  agents: ReadonlyMap<string, Agent>,
  bench: Bench,
  learnAgain = false,
): Promise<CheatResults> {
  if (subject.mission.kind !== 'website') return { results: [], findings: [], skipped: [] }
  const all = await Promise.all([...agents].map(([name, agent]) => judgeCheat(subject, name, agent, bench, learnAgain)))
  const results = all.filter((each) => typeof each !== 'string')
  const complete = agents.size === CHEATS.length
  return {
    results,
    findings: complete ? staleExceptions(subject, results) : [],
    skipped: all.filter((each) => typeof each === 'string'),
  }
}

/** @returns A text with the reason if there is nothing to judge */
async function judgeCheat(
  subject: Subject,
  name: string,
  agent: Agent,
  bench: Bench,
  learnAgain: boolean,
): Promise<CheatResult | string> {
  const { mission, testcodes, proofs } = subject
  const { around, limit } = bench
  const listed = proofs.exceptions.redteam.filter((each) => isOf(each, name))
  try {
    if (name.split(':')[0] === 'replayer') await ensureLearnt(subject, bench, learnAgain)
    const { judged, seconds } = await limit(async () => {
      const began = performance.now()
      const judged = await judge({ mission, testcodes, agent }, around)
      return { judged, seconds: (performance.now() - began) / 1000 }
    })
    const [runnable, ...others] = judged.verdicts
    const idsOf = (status: string) => others.filter((each) => each.status === status).map(({ testcode }) => testcode)
    return {
      mission: mission.id,
      agent: name,
      testcodes: others.length - idsOf('excluded').length,
      passes: idsOf('passed').map((testcode) => ({
        testcode,
        why: listed.find((each) => each.testcode === testcode)?.why,
      })),
      runnable: runnable?.status === 'passed',
      unjudged: [...(runnable?.status === 'unjudged' ? [runnable.testcode] : []), ...idsOf('unjudged')],
      allowed: new Set(listed.map(({ testcode }) => testcode)).size,
      seconds,
    }
  } catch (error) {
    if (error instanceof UsageError) return `${mission.id}: cheat ${name}: ${error.message}`
    throw error
  }
}

function isOf({ agent }: { readonly agent: string }, name: string): boolean {
  return agent === ALL_CHEATS || agent === name || agent === name.split(':')[0]
}

/** Exceptions that no cheat needs any more; each would hide the next cheat that passes its testcode. */
function staleExceptions({ mission, proofs }: Subject, results: readonly CheatResult[]): Finding[] {
  return proofs.exceptions.redteam
    .filter((exception) => {
      const own = results.filter(({ agent }) => isOf(exception, agent))
      const known = own.length > 0 && own.every(({ unjudged }) => unjudged.length === 0)
      return known && !own.some(({ passes }) => passes.some(({ testcode }) => testcode === exception.testcode))
    })
    .map(({ agent, testcode }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `cheat "${agent}" does not pass "${testcode}" any more: remove the entry from exceptions.yaml`,
    }))
}

// ---- learn ---------------------------------------------------------------------------------------------------------

/** Differs from the seed of any judged run, so that a replayer has recorded other inputs. */
const SEED = 'learnt-by-the-replayer'

/** Milliseconds for a testcode of the canonical solution, which passes. */
const TESTCODE = 20_000

/**
 * Records the responses of the canonical solution for the replayer, unless there is a recording. The recorder writes to a
 * file outside its project, so it runs without a sandbox, which trusted code may.
 * @throws UsageError if the solution does not pass everything
 */
async function ensureLearnt(
  { mission, testcodes, canonical }: Subject,
  { around, limit }: Bench,
  again: boolean,
): Promise<void> {
  const file = recordingFile(mission, process.env)
  if (existsSync(file) && !again) return
  await limit(() =>
    learn(file, async (unfinished) => {
      const agent = recorderAgent(canonical, unfinished)
      const limits = { ...around.limits, testcode: TESTCODE }
      const { verdicts, reason = '' } = await judge(
        { mission, testcodes, agent, seed: SEED },
        { ...around, limits, sandbox: 'process' },
      )
      // An incomplete recording would make a weak cheat, which proves nothing.
      const bad = verdicts.find(({ status }) => status !== 'passed' && status !== 'excluded')
      if (!bad) return
      const why = bad.reason ?? reason
      throw new UsageError(
        `"${mission.id}" could not be recorded: its canonical solution does not pass: ${bad.testcode} is ${bad.status}: ${why}`,
      )
    }),
  )
}
