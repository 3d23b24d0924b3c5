import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { digestOfFiles, sha256 } from '../lib/files/digest.ts'
import { unknownAnswers } from '../lib/files/answers.ts'
import { readSolution } from '../lib/files/solution.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import type { Agent, Canonical } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/**
 * Returns the solutions in a folder: `DIR/<mission>/{project/**, launch.json, answers.json}`.
 * Reads all of them before the run begins, so that a broken folder does not stop a run half-way.
 * @throws UsageError naming the file and what is wrong with it
 */
export async function folderAgent({ argument, missions, questions }: AgentSetup): Promise<Agent> {
  const folder = path.resolve(argument)
  const read = await Promise.allSettled(
    missions.map(async (mission) => {
      const what = `the solution of "${mission}"`
      const solution = await readSolution(path.join(folder, mission), what, questions(mission))
      return [mission, solution] as const
    }),
  )
  const solutions = new Map(allOf(read))
  const solutionOf = (mission: string) => {
    const solution = solutions.get(mission)
    if (!solution) throw new TypeError(`mission "${mission}" is not among the missions of the folder agent`)
    return solution
  }
  return {
    name: `folder:${argument}`,
    warnings: [...solutions].flatMap(([mission, { answers }]) =>
      unknownAnswers(answers, questions(mission)).map((text) => `answers.json of "${mission}": ${text}`),
    ),
    configuration: { kind: 'folder', solutions: digestOfSolutions(solutions) },
    generate: (brief) => Promise.resolve(solutionOf(brief.mission).project),
    answer: (_questions, _project, { mission }) => Promise.resolve(solutionOf(mission).answers),
  }
}

/** Problems that are named at once. */
const NAMED = 10

/** @throws UsageError with all problems, so that a user corrects them together */
function allOf<T>(read: readonly PromiseSettledResult<T>[]): T[] {
  const problems = read.filter((each) => each.status === 'rejected').map(({ reason }): unknown => reason)
  const other = problems.find((problem) => !(problem instanceof UsageError))
  if (other !== undefined) throw other instanceof Error ? other : new Error(messageOf(other))
  if (problems.length > 0) {
    const named = problems.slice(0, NAMED).map((problem) => messageOf(problem))
    const more = problems.length - named.length
    throw new UsageError([...named, ...(more > 0 ? [`and ${String(more)} more such problems`] : [])].join('\n'))
  }
  return read.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
}

/** Depends on the contents only, not on the folder's path. */
function digestOfSolutions(solutions: ReadonlyMap<string, Canonical>): string {
  const parts = [...solutions].map(([mission, { project, answers }]) => [
    mission,
    digestOfFiles(project.files),
    project.launch ?? null,
    answers,
  ])
  return sha256(canonicalJson(parts))
}
