import type pLimit from 'p-limit'
import { questionsOf } from '../../trial/brief.ts'
import { UsageError } from '../../errors.ts'
import { expandAnswers } from '../../lib/files/answers.ts'
import { countedSuites, countedTestcodes } from '../../contracts/suites.ts'
import { checkTestcodes } from '../../testers/index.ts'
import type { Answers } from '../../contracts/schema.ts'
import type { Benchmark, Canonical, Mission, Proofs, TesterEntry } from '../../contracts/types.ts'
import type { Surroundings, Testcodes } from './judge.ts'
import type { Finding } from './results.ts'

/** A mission with everything needed to validate it. */
export interface Subject {
  readonly mission: Mission
  readonly testcodes: Testcodes
  readonly canonical: Canonical
  readonly proofs: Proofs
}

/** How trials are run; `limit` bounds their number at a time over all missions. */
export interface Bench {
  readonly around: Surroundings
  readonly limit: ReturnType<typeof pLimit>
}

const NO_PROOFS: Proofs = {
  alternatives: new Map(),
  faults: [],
  exceptions: { equivalent: [], baselines: [], fixedInputs: [], redteam: [] },
  materialsScript: undefined,
}

/**
 * @param testers Besides the built-in ones
 * @returns A finding if one of its files has a mistake
 */
export async function loadSubject(
  benchmark: Benchmark,
  id: string,
  testers: readonly TesterEntry[] = [],
): Promise<Subject | Finding> {
  try {
    const mission = await benchmark.mission(id)
    const loaded = countedSuites(mission).map(async (suite) => {
      const testcodes = await benchmark.testcodes(mission, suite)
      checkTestcodes(mission, suite, testcodes, testers)
      return [suite.id, testcodes] as const
    })
    const testcodes = new Map(await Promise.all(loaded))
    const proofs = (await benchmark.proofs?.(mission)) ?? NO_PROOFS
    return { mission, testcodes, canonical: await benchmark.canonical(mission), proofs: answered(proofs, mission) }
  } catch (error) {
    if (error instanceof UsageError) return { mission: id, kind: 'definition', text: error.message }
    throw error
  }
}

/** The same proofs. As answers of folder agents, those of alternative solutions may hold values for all testcodes under "*". */
function answered(proofs: Proofs, mission: Mission): Proofs {
  const questions = questionsOf(mission)
  const alternatives = [...proofs.alternatives].map(([stack, { project, answers }]) => {
    return [stack, { project, answers: expandAnswers(answers, questions) }] as const
  })
  return { ...proofs, alternatives: new Map(alternatives) }
}

export function isSubject(loaded: Subject | Finding): loaded is Subject {
  return 'canonical' in loaded
}

/** Findings without running anything. */
export function definitionFindings(subject: Subject): Finding[] {
  const { mission, canonical, proofs } = subject
  const finding = (kind: Finding['kind'], text: string): Finding => ({ mission: mission.id, kind, text })
  const answers = [['canonical', canonical] as const, ...proofs.alternatives]
  return [
    ...mappingProblems(mission).map((text) => finding('mapping', text)),
    ...answers.flatMap(([solution, { answers: given }]) =>
      answerProblems(mission, given).map((text) => finding('definition', `answers of ${solution}: ${text}`)),
    ),
  ]
}

/** Items without a testcode, and duplicate items. Loading a mission has already checked that testcodes name existing items. */
function mappingProblems(mission: Mission): string[] {
  const { checklist = [] } = mission
  const checked = new Set(countedTestcodes(mission).map(({ page, function: name }) => JSON.stringify([page, name])))
  const items = checklist.flatMap(({ page, functions }) => functions.map((entry) => [page, entry.function]))
  const names = items.map((item) => JSON.stringify(item))
  return items.flatMap(([page = '', name = ''], index) => [
    ...(checked.has(names[index] ?? '') ? [] : [`no testcode checks "${name}" on "${page}"`]),
    ...(names.indexOf(names[index] ?? '') < index ? [`the checklist has "${name}" on "${page}" twice`] : []),
  ])
}

function answerProblems(mission: Mission, answers: Answers): string[] {
  const asked = new Map(
    questionsOf(mission).map(({ testcode, parameters }) => [testcode, parameters.map(({ name }) => name)]),
  )
  const missing = [...asked].flatMap(([testcode, names]) =>
    names
      .filter((name) => !Object.hasOwn(answers[testcode] ?? {}, name))
      .map((name) => `"${name}" of testcode "${testcode}" is missing`),
  )
  const stray = Object.entries(answers).flatMap(([testcode, values]) =>
    Object.keys(values)
      .filter((name) => asked.get(testcode)?.includes(name) !== true)
      .map((name) => `"${name}" of testcode "${testcode}" is not asked for`),
  )
  return [...missing, ...stray]
}

/** Either all missions have the same canary or none has one: a model that knows the canary was trained on the suite. */
export function canaryFindings(missions: readonly Mission[]): Finding[] {
  const canaries = new Set(missions.map(({ canary }) => canary))
  if (canaries.size < 2) return []
  const usual = missions.find(({ canary }) => canary !== undefined)?.canary
  return missions
    .filter(({ canary }) => canary !== usual)
    .map(({ id }) => ({ mission: id, kind: 'definition', text: 'its canary differs from that of the other missions' }))
}
