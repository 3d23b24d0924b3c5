/** Validates the missions of a user's own benchmark. */
import * as z from 'zod'
import { UsageError } from '../errors.ts'
import { missionId } from '../contracts/schema.ts'
import { MISSION_KINDS } from '../contracts/vocabulary.ts'
import { countedSuites, countedTestcodes, visibleSuites } from '../contracts/suites.ts'
import type { Mission } from '../contracts/types.ts'

const testcodeId = z
  .string()
  .min(1)
  .max(300)
  .refine((text) => text !== 'runnable', '"runnable" is the point for a project that runs; take another id')
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'no control characters')
/** The most points of a testcode, and the largest weight: with this limit, sums are still exact. */
const MOST = 1e9
const amount = z
  .number('a number above 0; neither NaN nor Infinity')
  .positive('more than 0')
  .max(MOST, `at most ${MOST.toLocaleString('en')}`)
const limits = z
  .object({ seconds: z.number().positive().optional(), memoryMiB: z.number().positive().optional() })
  .optional()

const absolute = z.string().startsWith('/', 'an absolute path')

const shape = z.object({
  id: missionId,
  title: z.string().min(1).max(300),
  kind: z.enum(MISSION_KINDS),
  digest: z.string().min(1),
  materials: z.array(z.string()),
  materialsFolder: z.string().min(1),
  runnable: z.enum(['point', 'condition']).optional(),
  room: z
    .object({
      files: z.array(z.object({ from: absolute, path: z.string().min(1), executable: z.boolean().optional() })),
      folders: z.array(z.object({ from: absolute, at: absolute })),
    })
    .optional(),
  limits,
  judgingSeconds: z.number().min(0).optional(),
  usualSeconds: z.number().min(0).optional(),
  submissions: z
    .object({
      most: z.int().min(1).max(1000),
      counts: z.enum(['best', 'last']),
      shows: z.array(z.enum(['status', 'limit', 'points', 'usage'])),
      repository: z.boolean().optional(),
      bySuite: z.literal(true).optional(),
      afterwards: z.array(missionId).optional(),
    })
    .optional(),
  suites: z
    .array(
      z.object({
        id: missionId,
        tester: z.string().min(1),
        weight: amount,
        visible: z.boolean().optional(),
        testcodes: z
          .array(
            z.object({
              id: testcodeId,
              points: amount.optional(),
              needs: z.array(z.string()).optional(),
              parameters: z.array(z.string()).optional(),
              limits,
            }),
          )
          .max(100_000),
      }),
    )
    .min(1)
    .max(100),
})

/**
 * @param source The benchmark, for the message
 * @throws UsageError naming the mission and the field
 */
export function checkMission(mission: Mission, source: string): Mission {
  const parsed = shape.safeParse(mission)
  const issue = parsed.error?.issues[0]
  const problem = issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : meaningProblem(mission)
  if (problem === undefined) return mission
  const name = typeof mission.id === 'string' ? mission.id : '?'
  throw new UsageError(`${source}: mission "${name.slice(0, 100)}": ${problem}`)
}

/** Checks rules that the schema cannot express, such as unique ids. */
function meaningProblem(mission: Mission): string | undefined {
  if (countedSuites(mission).length === 0) return 'suites: none counts; at least one must not be visible'
  const suite = duplicate(mission.suites.map((each) => each.id))
  if (suite !== undefined) return `suites: "${suite}" is there twice`
  const lists = [countedTestcodes(mission), ...visibleSuites(mission).map(({ testcodes }) => testcodes)]
  const testcode = lists.map((list) => duplicate(list.map((each) => each.id))).find((each) => each !== undefined)
  if (testcode !== undefined) return `testcodes: "${testcode}" is there twice`
  return needsProblem(mission) ?? parameterProblem(mission)
}

/** A testcode is judged after those that it needs. */
function needsProblem(mission: Mission): string | undefined {
  const before = new Set<string>()
  for (const { id: own, needs = [] } of countedTestcodes(mission)) {
    const missing = needs.find((need) => !before.has(need))
    if (missing !== undefined) return `testcode "${own}" needs "${missing}", which does not come before it`
    before.add(own)
  }
  return undefined
}

function parameterProblem(mission: Mission): string | undefined {
  const { parameters: known = {} } = mission
  for (const { id: own, parameters = [] } of countedTestcodes(mission)) {
    const missing = parameters.find((name) => !Object.hasOwn(known, name))
    if (missing !== undefined) return `testcode "${own}" names the parameter "${missing}", which the mission has not`
  }
  return undefined
}

function duplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index)
}
