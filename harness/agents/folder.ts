import path from 'node:path'
import { digestOfFiles, sha256 } from '../lib/files/digest.ts'
import { readSolution } from '../lib/files/solution.ts'
import { canonicalJson } from '../lib/models/digest.ts'
import type { Agent, Canonical } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/**
 * Gives what lies in a folder: `DIR/<mission>/{project/**, launch.json, answers.json}`.
 * All of it is read before the run begins, so that a broken folder stops nothing half-way.
 * @throws UsageError naming the file and what is wrong with it
 */
export async function folderAgent({ argument, missions }: AgentSetup): Promise<Agent> {
  const folder = path.resolve(argument)
  const solutions = new Map(
    await Promise.all(
      missions.map(async (mission) => {
        const solution = await readSolution(path.join(folder, mission), `the solution of "${mission}"`)
        return [mission, solution] as const
      }),
    ),
  )
  const of = (mission: string) => {
    const solution = solutions.get(mission)
    if (!solution) throw new TypeError(`the folder agent was not asked for mission "${mission}"`)
    return solution
  }
  return {
    name: `folder:${argument}`,
    configuration: { kind: 'folder', solutions: digestOfSolutions(solutions) },
    generate: (brief) => Promise.resolve(of(brief.mission).project),
    answer: (_questions, _project, { mission }) => Promise.resolve(of(mission).answers),
  }
}

/** Of what was read, wherever it lies. */
function digestOfSolutions(solutions: ReadonlyMap<string, Canonical>): string {
  const parts = [...solutions].map(([mission, { project, answers }]) => [
    mission,
    digestOfFiles(project.files),
    project.launch ?? null,
    answers,
  ])
  return sha256(canonicalJson(parts))
}
