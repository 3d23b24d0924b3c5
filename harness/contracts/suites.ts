import type { ListedMission, Mission, Suite, Testcode } from './types.ts'

export function isWhole(mission: Mission | ListedMission): mission is Mission {
  return 'suites' in mission
}

/** The suites that count towards the score. */
export function countedSuites({ suites }: Pick<Mission, 'suites'>): readonly Suite[] {
  return suites.filter(({ visible }) => visible !== true)
}

/** The suites that an agent may run while it works. */
export function visibleSuites({ suites }: Pick<Mission, 'suites'>): readonly Suite[] {
  return suites.filter(({ visible }) => visible === true)
}

/** The mission with only these of its suites that count. */
export function withSuites<T extends Pick<Mission, 'suites'>>(mission: T, ids: readonly string[]): T {
  return { ...mission, suites: countedSuites(mission).filter(({ id }) => ids.includes(id)) }
}

/** The suites that judge submissions: all that count, except those that wait for the end of the agent's work. */
export function submissionSuites(mission: Mission): readonly string[] {
  const { afterwards = [] } = mission.submissions ?? {}
  return countedSuites(mission)
    .map(({ id }) => id)
    .filter((id) => !afterwards.includes(id))
}

/** The suites that a submission can name, if it names one: those of which anything can be judged, or all if there are none. */
export function nameableSuites(mission: Mission): readonly string[] {
  if (mission.submissions?.bySuite !== true) return []
  const all = submissionSuites(mission)
  const judged = withSuites(mission, all).suites.filter(({ testcodes }) =>
    testcodes.some(({ id }) => mission.withheld?.[id] === undefined),
  )
  return judged.length === 0 ? all : judged.map(({ id }) => id)
}

/** Whether a project is only built by the judge and read by reviewers: then no launch plan of it is run. */
export function isTakenAsItIs({ kind, suites }: Pick<Mission, 'kind' | 'suites'>): boolean {
  return kind === 'source' && suites.every(({ tester }) => tester === 'judge' || tester === 'review')
}

/** The testcodes that count, suite by suite: the order in which they are judged. */
export function countedTestcodes(mission: Pick<Mission, 'suites'>): readonly Testcode[] {
  return countedSuites(mission).flatMap(({ testcodes }) => testcodes)
}

/** Whether projects are judged while the agent works. */
export function givesFeedback(mission: Pick<Mission, 'suites' | 'submissions'>): boolean {
  return mission.submissions !== undefined || visibleSuites(mission).length > 0
}
