import type { RunRecord } from '../contracts/schema.ts'
import { countedSuites } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'

/** What the record of a run says of a mission. Suites are named where there are several. */
export function missionInfo(mission: Mission): RunRecord['benchmark']['missions'][number] {
  const { id, title, kind, digest } = mission
  const suites = countedSuites(mission)
  const several = suites.length > 1
  return {
    id,
    title,
    kind,
    digest,
    testcodes: suites.flatMap((suite) =>
      suite.testcodes.map(({ id: testcode, page, function: name, expects }) => ({
        id: testcode,
        ...(page === undefined ? {} : { page }),
        ...(name === undefined ? {} : { function: name }),
        ...(expects === undefined ? {} : { expects }),
        ...(several ? { suite: suite.id } : {}),
      })),
    ),
    ...(several ? { suites: suites.map(({ id: suite, tester, weight }) => ({ id: suite, tester, weight })) } : {}),
  }
}
