import type { RunRecord } from '../contracts/schema.ts'
import { countedSuites, visibleSuites } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'

/** What the record of a run says of a mission. Suites are named if there are several. */
export function missionInfo(mission: Mission): RunRecord['benchmark']['missions'][number] {
  const { id, title, kind, digest, submissions } = mission
  const visible = visibleSuites(mission)
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
    ...(submissions ? { submissions: { most: submissions.most, counts: submissions.counts } } : {}),
    ...(visible.length === 0
      ? {}
      : {
          visible: visible.map(({ id: suite, tester, testcodes }) => ({
            id: suite,
            tester,
            testcodes: testcodes.map((testcode) => testcode.id),
          })),
        }),
  }
}
