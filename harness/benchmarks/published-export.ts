import type { ExportedTrial } from '../contracts/published.ts'
import { groupBy } from '../lib/collections/group-by.ts'
import { sha256 } from '../lib/files/digest.ts'
import { agentOf } from '../lib/statistics/leaderboard.ts'

/** The names of agents in the names of exported files. Agents whose files would have the same name get a digest behind it. */
export function namesOfAgents(trials: readonly ExportedTrial[], nameOf: (agent: string) => string) {
  const agents = new Set(trials.map(nameOfAgent))
  const names = new Map(
    [...groupBy(agents, nameOf)].flatMap(([name, own]) =>
      own.map((agent) => [agent, own.length === 1 ? name : `${name}-${sha256(agent).slice(0, DIGITS)}`] as const),
    ),
  )
  return (trial: ExportedTrial) => names.get(nameOfAgent(trial)) ?? nameOf(nameOfAgent(trial))
}

const DIGITS = 6

function nameOfAgent({ run, record }: ExportedTrial): string {
  return agentOf({ run, agent: record.trial.agent })
}
