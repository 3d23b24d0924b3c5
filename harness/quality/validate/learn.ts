import { existsSync } from 'node:fs'
import { learn, recorderAgent, recordingFile } from '../../agents/redteam/recording.ts'
import { UsageError } from '../../errors.ts'
import { judge } from './judge.ts'
import type { Bench, Subject } from './subject.ts'

/** Differs from the seed of any judged run, so that a replayer has recorded other inputs. */
const SEED = 'learnt-by-the-replayer'

/** Milliseconds for a testcode of the canonical solution, which passes. */
const TESTCODE = 20_000

/**
 * Records the responses of the canonical solution for the replayer, unless there is a recording. The recorder writes to a
 * file outside its project, so it runs without a sandbox, which trusted code may.
 * @throws UsageError if the solution does not pass everything
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
