import path from 'node:path'
import { SCHEMA_VERSION, trialSpecSchema, type RunRecord, type TrialKey, type TrialSpec } from '../contracts/schema.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import { sha256 } from '../lib/files/digest.ts'
import { seedOf } from './seed.ts'

/**
 * The spec of a trial of a run, without keys, for a worker that has the benchmark, the agent and the environment.
 * @param folder Folder of the run
 * @param judge False: only the agent is called
 */
export function specOf(record: RunRecord, key: TrialKey, folder: string, judge: boolean): TrialSpec {
  const { settings, benchmark } = record
  const mission = benchmark.missions.find(({ id }) => id === key.mission)
  if (!mission) throw new TypeError(`mission "${key.mission}" is not part of run ${record.runId}`)
  const {
    sandbox,
    installNetwork,
    protocol,
    python,
    pythonPath,
    patience,
    review,
    allowedOrigins,
    own,
    repeatJudging,
  } = settings
  const { trialTimeout, testcodeTimeout, startTimeout, installTimeout } = settings
  // Without undefined fields: a spec is the same after it was sent as JSON.
  return trialSpecSchema.parse(
    JSON.parse(
      JSON.stringify({
        schemaVersion: SCHEMA_VERSION,
        runId: record.runId,
        key,
        benchmark: { name: benchmark.name, source: benchmark.source, mission: mission.digest },
        agent: {
          name: key.agent,
          options: settings.agentOptions ?? {},
          config: settings.config,
          repairs: settings.repairs ?? 0,
          feedback: settings.feedback ?? 0,
          runs: path.dirname(folder),
        },
        settings: {
          ...{
            sandbox,
            installNetwork,
            protocol,
            python,
            pythonPath,
            patience,
            review,
            allowedOrigins,
            own,
            repeatJudging,
          },
          ...{ trialTimeout, testcodeTimeout, startTimeout, installTimeout },
          seed: seedOf(record),
          judge,
        },
      }),
    ),
  )
}

/** Workers commit it with a result: specs lie in Redis, where they could be changed. */
export function digestOfSpec(spec: unknown): string {
  return sha256(canonicalJson(spec))
}
