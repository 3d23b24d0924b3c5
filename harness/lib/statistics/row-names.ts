/** Names of agents in the rows of tables, as short as tells them apart. */
import { groupBy } from '../collections/group-by.ts'
import { agentOf } from './leaderboard.ts'
import type { RunData, RunSide } from './sides.ts'
import { versionOf } from './version.ts'

/** An agent with its model, in one version: it has a row of its own. */
export interface RowAgent {
  readonly agent: string
  readonly version?: string | undefined
}

type AgentOfRun = Pick<RunSide, 'run' | 'agent'>

/** Paths are shortened unless that makes two names equal. Versions stand behind the name of an agent that has several. */
export function rowNames(all: readonly RowAgent[]): (row: RowAgent) => string {
  const byName = groupBy(new Set(all.map(({ agent }) => agent)), withoutFolders)
  const byAgent = groupBy(all, ({ agent }) => agent)
  return ({ agent, version }) => {
    const short = withoutFolders(agent)
    const name = (byName.get(short) ?? []).length > 1 ? agent : short
    const versions = new Set(byAgent.get(agent)?.map((row) => row.version))
    return versions.size > 1 ? `${name} ${version ?? '(no version)'}` : name
  }
}

/** The same for the agents of runs. */
export function agentNames(runs: readonly RunData[]): (side: AgentOfRun) => string {
  const all = runs.flatMap(({ run, trials }) =>
    [...new Set([...run.trials, ...trials.map(({ trial }) => trial)].map(({ agent }) => agent))].map((agent) =>
      rowAgent({ run, agent }),
    ),
  )
  const nameOf = rowNames(all)
  return (side) => nameOf(rowAgent(side))
}

function rowAgent(side: AgentOfRun): RowAgent {
  return { agent: agentOf(side), version: versionOf(side) }
}

/** `answers:/work/data/one.json` is `answers:one.json`. A slash within the name of a model is not a path. */
function withoutFolders(agent: string): string {
  return agent
    .split(':')
    .map((part) => (/^(\.{0,2}|~)\//.test(part) ? lastOf(part) : part))
    .join(':')
}

function lastOf(place: string): string {
  return place.split('/').findLast((part) => part !== '') ?? place
}
