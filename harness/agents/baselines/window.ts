import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { WindowBaseline } from '../../contracts/schema.ts'
import { UsageError } from '../../errors.ts'
import { packageRoot } from '../../lib/files/package-root.ts'
import type { Agent, Project } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'

const SHOW = path.join(packageRoot(import.meta.dirname), 'harness/agents/baselines/window/show.py')
/** The name of this file in the project of a baseline. */
const FILE = 'pe_baseline.py'

/**
 * The window of the canonical solution, with its size and its answers, but with something in it that nobody can play: nothing,
 * the first picture, noise, or the first picture, which moves at each key and click.
 */
export function windowBaseline(name: WindowBaseline): (setup: AgentSetup) => Agent {
  return ({ canonical }) => ({
    name,
    generate: async ({ mission }) => shown(name, mission, (await canonical(mission)).project),
    answer: async (_questions, _project, { mission }) => (await canonical(mission)).answers,
  })
}

async function shown(name: WindowBaseline, mission: string, { files, launch }: Project): Promise<Project> {
  const [program, main, ...rest] = launch && 'run' in launch ? launch.run : []
  if (launch === undefined || program === undefined || main?.endsWith('.py') !== true)
    throw new UsageError(`agent "${name}" needs a canonical solution in Python, and that of "${mission}" is not`)
  return {
    files: [...files, { path: FILE, content: await readFile(SHOW) }],
    launch: { ...launch, run: [program, FILE, name, main, ...rest] },
  }
}
