import { missionFileSchema, type MissionFile } from '../../contracts/schema.ts'
import { parseYaml, type Mistake } from './yaml-file.ts'

/**
 * Parses a `mission.yaml`.
 * @param file Named in each message, with line, field and problem
 * @throws UsageError with all mistakes
 */
export function parseMissionFile(text: string, file: string): MissionFile {
  return parseYaml(text, file, missionFileSchema, inconsistencies)
}

/** Checks across fields, which the schema cannot express. */
function inconsistencies(mission: MissionFile): Mistake[] {
  return [
    ...dialogueMistakes(mission),
    ...mission.testcodes.flatMap((_, index) => testcodeMistakes(mission, index)),
  ].concat(unusedParameters(mission))
}

function dialogueMistakes(mission: MissionFile): Mistake[] {
  if ((mission.kind === 'console') === (mission.dialogue !== undefined)) return []
  const what =
    mission.kind === 'console' ? 'a console mission needs a dialogue' : `a ${mission.kind} mission has no dialogue`
  return [{ at: ['dialogue'], what }]
}

function testcodeMistakes(mission: MissionFile, index: number): Mistake[] {
  const testcode = mission.testcodes[index]
  if (!testcode) return []
  const before = mission.testcodes.slice(0, index).map(({ id }) => id)
  const page = mission.checklist.find((entry) => entry.page === testcode.page)
  const at = (...field: PropertyKey[]) => ['testcodes', index, ...field]
  return [
    ...(before.includes(testcode.id) ? [{ at: at('id'), what: `"${testcode.id}" appears twice` }] : []),
    ...(page ? [] : [{ at: at('page'), what: `the checklist has no page "${testcode.page}"` }]),
    ...(page && !page.functions.some((entry) => entry.function === testcode.function)
      ? [
          {
            at: at('function'),
            what: `page "${testcode.page}" of the checklist has no function "${testcode.function}"`,
          },
        ]
      : []),
    ...testcode.needs.flatMap((need, position) =>
      before.includes(need)
        ? []
        : [{ at: at('needs', position), what: `no testcode before this one has the id "${need}"` }],
    ),
    ...testcode.parameters.flatMap((name, position) =>
      Object.hasOwn(mission.parameters, name)
        ? []
        : [{ at: at('parameters', position), what: `the mission declares no parameter "${name}"` }],
    ),
  ]
}

function unusedParameters(mission: MissionFile): Mistake[] {
  const used = new Set(mission.testcodes.flatMap(({ parameters }) => parameters))
  return Object.keys(mission.parameters)
    .filter((name) => !used.has(name))
    .map((name) => ({ at: ['parameters', name], what: 'no testcode uses this parameter' }))
}
