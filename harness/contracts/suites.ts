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

/** The testcodes that count, suite by suite: the order in which they are judged. */
export function countedTestcodes(mission: Pick<Mission, 'suites'>): readonly Testcode[] {
  return countedSuites(mission).flatMap(({ testcodes }) => testcodes)
}

/** Whether projects are judged while the agent works. */
export function givesFeedback(mission: Pick<Mission, 'suites' | 'submissions'>): boolean {
  return mission.submissions !== undefined || visibleSuites(mission).length > 0
}
