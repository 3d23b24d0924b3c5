import { existsSync, readFileSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { readSolution } from '../../lib/files/solution.ts'
import {
  ALL_CHEATS,
  BASELINES,
  CHEATS,
  WINDOW_BASELINES,
  exceptionsFileSchema,
  type Exceptions,
  type MissionFile,
} from '../../contracts/schema.ts'
import type { Canonical, Mission, Proofs } from '../../contracts/types.ts'
import { parseFaultsFile } from './faults-file.ts'
import { parseYaml, type Mistake } from './yaml-file.ts'

/** The folder of the canonical solution; the folders next to it contain alternative solutions. */
export function canonicalStack({ kind }: Pick<MissionFile, 'kind'> | Pick<Mission, 'kind'>): string {
  return kind === 'desktop' ? 'python' : 'node'
}

export const NO_EXCEPTIONS: Exceptions = { equivalent: [], baselines: [], fixedInputs: [], redteam: [] }

/** Where the proofs of a mission are. */
export interface ProofFolders {
  /** With a folder for each solution, named after its stack. */
  readonly solutions: string
  /** With `faults.yaml` and `exceptions.yaml`. */
  readonly lists: string
  /** With `scripts/materials/<id>.ts`. */
  readonly root: string
}

/**
 * Reads the optional files around a canonical solution.
 * @throws UsageError naming file, line and field
 */
export async function readProofs({ solutions, lists, root }: ProofFolders, mission: MissionFile): Promise<Proofs> {
  const stack = canonicalStack(mission)
  const faults = path.join(lists, 'faults.yaml')
  const scripts = path.join(root, 'scripts', 'materials')
  return {
    alternatives: await readAlternatives(solutions, stack),
    faults: existsSync(faults)
      ? parseFaultsFile(await readFile(faults, 'utf8'), faults, mission, canonicalText(path.join(solutions, stack)))
      : [],
    exceptions: await readExceptions(path.join(lists, 'exceptions.yaml'), mission),
    materialsScript: existsSync(scripts) ? path.join(scripts, `${mission.id}.ts`) : undefined,
  }
}

/** Reads the files that mutations change. Undefined without a canonical solution, which is reported elsewhere. */
function canonicalText(solution: string): ((file: string) => string | undefined) | undefined {
  if (!existsSync(solution)) return undefined
  return (file) => {
    const full = path.join(solution, file)
    return existsSync(full) ? readFileSync(full, 'utf8') : undefined
  }
}

async function readAlternatives(folder: string, canonical: string): Promise<Map<string, Canonical>> {
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : []
  const stacks = entries.filter((entry) => entry.isDirectory() && entry.name !== canonical)
  const names = stacks.map(({ name }) => name).toSorted()
  const solutions = names.map(
    async (name) => [name, await readSolution(path.join(folder, name), `the solution in ${name}`)] as const,
  )
  return new Map(await Promise.all(solutions))
}

async function readExceptions(file: string, mission: MissionFile): Promise<Exceptions> {
  if (!existsSync(file)) return NO_EXCEPTIONS
  return parseYaml(await readFile(file, 'utf8'), file, exceptionsFileSchema, (exceptions) => [
    ...(['baselines', 'fixedInputs', 'redteam'] as const).flatMap((list) =>
      exceptions[list].flatMap(({ testcode }, index) =>
        mission.testcodes.some(({ id }) => id === testcode)
          ? []
          : [{ at: [list, index, 'testcode'], what: `the mission has no testcode "${testcode}"` }],
      ),
    ),
    ...unknownAgents(exceptions, 'baselines', 'baseline', [...BASELINES, ...WINDOW_BASELINES]),
    ...unknownAgents(exceptions, 'redteam', 'cheat', [ALL_CHEATS, ...CHEATS]),
  ])
}

/** An exception for an unknown agent would never apply, without any notice. */
function unknownAgents(
  exceptions: Exceptions,
  list: 'baselines' | 'redteam',
  noun: string,
  known: readonly string[],
): Mistake[] {
  return exceptions[list].flatMap(({ agent }, index) =>
    known.includes(agent)
      ? []
      : [
          {
            at: [list, index, 'agent'],
            what: `there is no ${noun} "${agent}"; the ${noun}s are ${known.join(', ')}`,
          },
        ],
  )
}
