import { existsSync } from 'node:fs'
import { learn, recorderAgent, recordingFile } from '../../agents/redteam/recording.ts'
import { UsageError } from '../../errors.ts'
import { judge } from './judge.ts'
import type { Bench, Subject } from './subject.ts'

/** Never the seed of a run that is judged: a replayer knows the answers to other inputs. */
const SEED = 'learnt-by-the-replayer'

/** Milliseconds for a testcode of the canonical solution, which passes. */
const TESTCODE = 20_000

/**
 * Records what the canonical solution answers, for the replayer, unless that is known. The recorder writes to a file of
 * this machine, so it runs without a sandbox, as our own code may.
 * @throws UsageError if the solution did not pass everything
 */
export async function ensureLearnt(
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
      // A recording of half a run would make a weak cheat, and a weak cheat proves nothing.
      const bad = verdicts.find(({ status }) => status !== 'passed' && status !== 'excluded')
      if (!bad) return
      const why = bad.reason ?? reason
      throw new UsageError(
        `"${mission.id}" could not be recorded: its solution got ${bad.testcode} ${bad.status}: ${why}`,
      )
    }),
  )
}
