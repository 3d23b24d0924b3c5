import type { RunRecord } from '../contracts/schema.ts'
import { countedSuites, countedTestcodes, visibleSuites } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'

/** The entry of a mission in the record of a run. Suites are named if there are several. */
export function missionInfo(mission: Mission): RunRecord['benchmark']['missions'][number] {
  const { id, title, kind, digest, submissions, details, tags = [] } = mission
  const visible = visibleSuites(mission)
  const suites = countedSuites(mission)
  const several = suites.length > 1
  return {
    id,
    title,
    kind,
    digest,
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(details ? { details: { ...details } } : {}),
    points: pointsOf(mission),
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

/** The points that a project can earn, without excluded testcodes. */
function pointsOf({ runnable, withheld, ...mission }: Mission): number {
  const counted = countedTestcodes(mission).filter(({ id }) => withheld?.[id]?.status !== 'excluded')
  return counted.reduce((sum, { points = 1 }) => sum + points, runnable === 'condition' ? 0 : 1)
}
