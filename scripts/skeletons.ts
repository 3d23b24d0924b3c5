import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { messageOf, UsageError } from '../harness/errors.ts'
import { skeletonStates, writeSkeleton, type SkeletonState } from './skeletons/mission.ts'

const USAGE = 'Usage: tsx scripts/skeletons.ts [--check] [--missions-dir DIR] [MISSION…]'

/** Output and exit code of the command: 1 if `--check` found a difference, 2 for a usage error. */
export interface Outcome {
  readonly lines: readonly string[]
  readonly exitCode: 0 | 1 | 2
}

/**
 * Derives the level 3 skeletons in `missions/` from the canonical projects.
 * @param argv Mission names, none for all; `--check` writes nothing; `--missions-dir` names your own folder with `missions/`
 *   and `canonical/`.
 * @param root The root of the repository, which contains the missions by default.
 */
export async function skeletons(argv: readonly string[], root: string): Promise<Outcome> {
  try {
    const { check, names, folder = root } = parse(argv)
    const states = await skeletonStates(folder, names)
    return check ? checked(states) : await written(folder, states)
  } catch (error) {
    if (error instanceof UsageError) return { lines: [error.message], exitCode: 2 }
    throw error
  }
}

function parse(argv: readonly string[]): { check: boolean; names: string[]; folder: string | undefined } {
  try {
    const options = { check: { type: 'boolean', default: false }, 'missions-dir': { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    return { check: values.check, names: positionals, folder: values['missions-dir'] }
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n${USAGE}`)
  }
}

function checked(states: readonly SkeletonState[]): Outcome {
  const lines = states.flatMap((state) => state.differences)
  return lines.length === 0 ? { lines: ['All skeletons are up to date.'], exitCode: 0 } : { lines, exitCode: 1 }
}

async function written(root: string, states: readonly SkeletonState[]): Promise<Outcome> {
  await Promise.all(states.map((state) => writeSkeleton(root, state)))
  return { lines: states.map(line), exitCode: 0 }
}

function line({ folder, files, differences }: SkeletonState): string {
  return `${folder}: ${differences.length === 0 ? 'up to date' : `${files.length} files written`}`
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { lines, exitCode } = await skeletons(process.argv.slice(2), process.cwd())
  for (const text of lines) (exitCode === 0 ? console.log : console.error)(text)
  process.exitCode = exitCode
}
