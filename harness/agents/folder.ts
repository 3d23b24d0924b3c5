import { existsSync } from 'node:fs'
import path from 'node:path'
import { readdir } from 'node:fs/promises'
import { UsageError, messageOf } from '../errors.ts'
import { digestOfFiles, sha256 } from '../lib/files/digest.ts'
import { unknownAnswers } from '../lib/files/answers.ts'
import { readWritten, type Written } from '../lib/files/solution.ts'
import { canonicalJson } from '../lib/collections/canonical-json.ts'
import type { Agent, Canonical, Project } from '../contracts/types.ts'
import type { AgentSetup } from './setup.ts'

/**
 * Returns the solutions in a folder: `DIR/<mission>/{project/**, launch.json, answers.json}`.
 * Reads all of them before the run begins, so that a broken folder does not stop a run half-way.
 * @throws UsageError naming the file and what is wrong with it
 */
export async function folderAgent({ argument, missions, mission: missionOf, questions }: AgentSetup): Promise<Agent> {
  const folder = path.resolve(argument)
  const read = await Promise.allSettled(
    missions.map(async (mission) => {
      const what = `the solution of "${mission}"`
      const { code, questions: published } = missionOf(mission)
      const own = path.join(folder, mission)
      // Questions that were published come with another benchmark, which the command would have to name.
      const file = path.join(argument, mission, 'answers.json')
      const template = published === undefined ? `pe show ${mission} --template ${file}` : undefined
      const written = await readWritten(own, what, { questions: questions(mission), template }).catch(
        async (error: unknown) => {
          if (!(error instanceof UsageError)) throw error
          const above = folderAbove(argument, mission)
          if (above !== undefined) throw new UsageError(`${error.message}; ${above}`)
          throw code === undefined ? error : await withPlace(error, folder, mission, code)
        },
      )
      return [mission, written] as const
    }),
  )
  const all = new Map(allOf(read))
  const solutions = new Map([...all].map(([mission, { solution }]) => [mission, solution] as const))
  const misplaced = await misplacedCode(folder, solutions, missionOf)
  const solutionOf = (mission: string) => {
    const solution = solutions.get(mission)
    if (!solution) throw new TypeError(`mission "${mission}" is not among the missions of the folder agent`)
    return solution
  }
  return {
    name: `folder:${argument}`,
    warnings: [
      ...misplaced,
      ...[...all].flatMap(([mission, { given }]) =>
        unknownAnswers(given, questions(mission)).map((text) => `answers.json of "${mission}": ${text}`),
      ),
      ...withoutPlan(argument, all, missionOf),
    ],
    configuration: { kind: 'folder', solutions: digestOfSolutions(solutions) },
    generate: (brief) => Promise.resolve(solutionOf(brief.mission).project),
    answer: (_questions, _project, { mission }) => Promise.resolve(solutionOf(mission).answers),
  }
}

/** Warnings about programs with windows that nothing starts. */
function withoutPlan(
  argument: string,
  written: ReadonlyMap<string, Written>,
  missionOf: AgentSetup['mission'],
): string[] {
  return [...written]
    .filter(([mission, { solution }]) => missionOf(mission).kind === 'desktop' && !solution.project.launch)
    .map(([mission]) => {
      const file = path.join(argument, mission, 'launch.json')
      const what = `the program of "${mission}" is not started without a launch plan`
      return `${what}: write ${file}, such as { "run": ["python3", "main.py"] } (docs/desktop.md)`
    })
}

/** Undefined unless the folder is that of the mission itself, not the one with the folders of the missions. */
function folderAbove(argument: string, mission: string): string | undefined {
  const folder = path.resolve(argument)
  if (path.basename(folder) !== mission || existsSync(path.join(folder, mission))) return undefined
  if (!existsSync(path.join(folder, 'project'))) return undefined
  const above = path.basename(argument) === mission ? path.dirname(argument) : path.dirname(folder)
  return `${folder} is the folder of the mission itself: write folder:${above}`
}

/** The error, and where the code was found if the folder is laid out in another way. */
async function withPlace(
  error: UsageError,
  folder: string,
  mission: string,
  code: readonly string[],
): Promise<UsageError> {
  const hint = await placeHint(folder, mission, code)
  return hint === undefined ? error : new UsageError(`${error.message}; ${hint}`)
}

/** Undefined if there is nothing of that name, neither in the folder of the mission nor around it. */
async function placeHint(folder: string, mission: string, code: readonly string[]): Promise<string | undefined> {
  const own = path.join(folder, mission)
  const project = path.join(own, 'project')
  const found =
    (await findCode(own, code, project)) ?? flatCode(project, code) ?? (await findCode(folder, code, project))
  if (found === undefined) return undefined
  return `the code of "${mission}" is expected in ${codeText(project, code)}, and was found in ${found}: move it there`
}

/**
 * Warnings about projects without the code that is judged: they get no points.
 * @throws UsageError if no project has it and that of one lies elsewhere: then the whole folder is laid out in another way
 */
async function misplacedCode(
  folder: string,
  solutions: ReadonlyMap<string, Canonical>,
  missionOf: AgentSetup['mission'],
): Promise<string[]> {
  const judged = [...solutions].flatMap(([mission, { project }]) => {
    const { code } = missionOf(mission)
    return code === undefined ? [] : [{ mission, code, has: hasCode(project, code) }]
  })
  const without = judged.filter(({ has }) => !has)
  const hints = await Promise.all(without.map(({ mission, code }) => placeHint(folder, mission, code)))
  const found = hints.filter((hint) => hint !== undefined)
  if (without.length === judged.length && found.length > 0) throw new UsageError(found.slice(0, NAMED).join('\n'))
  return without.map(({ mission, code }, index) => {
    const place = codeText(path.join(folder, mission, 'project'), code)
    return hints[index] ?? `the project of "${mission}" has no code that is judged: there is no ${place}`
  })
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

// ---- misplaced -----------------------------------------------------------------------------------------------------

// Looks for the code of a library in the folder of an agent, to say where it is expected.

/** Whether the project has a file of the code that is judged. */
function hasCode({ files }: Project, code: readonly string[]): boolean {
  return files.some(({ path: file }) => code.some((place) => file === place || file.startsWith(`${place}/`)))
}

/** The places of the code, as a message names them. */
function codeText(project: string, code: readonly string[]): string {
  return code.map((place) => path.join(project, place)).join(' or ')
}

/** Folders that are looked into, and how deep they may be. */
const MOST_FOLDERS = 2000
const DEEPEST = 5
const SKIPPED = new Set(['node_modules', '.git', '__pycache__', '.venv'])

/**
 * The first place below a folder that has the name of the code and is not where it is expected; the uppermost comes first.
 * @param expected Its absolute path
 */
async function findCode(folder: string, code: readonly string[], expected: string): Promise<string | undefined> {
  let level = [folder]
  let seen = 0
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const below: string[] = []
    for (const parent of level) {
      if ((seen += 1) > MOST_FOLDERS) return undefined
      const entries = await readdir(parent, { withFileTypes: true }).catch(() => [])
      for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
        const place = path.join(parent, entry.name)
        if (isNamed(place, code) && !isIn(place, code, expected) && (entry.isFile() || (await hasPython(place))))
          return place
        if (entry.isDirectory() && !SKIPPED.has(entry.name)) below.push(place)
      }
    }
    level = below
  }
  return undefined
}

/** Whatever the case, and with a dash for an underscore: a distribution may be named like this, and a package may not. */
function isNamed(place: string, code: readonly string[]): boolean {
  const alike = (text: string) => text.toLowerCase().replaceAll('-', '_')
  return code.some((name) => alike(place).endsWith(alike(`${path.sep}${name}`)))
}

/** The project itself, if it is the package: its modules lie where the folder of the package should be. */
function flatCode(project: string, code: readonly string[]): string | undefined {
  const hasFolder = code.some((name) => !name.endsWith('.py'))
  return hasFolder && existsSync(path.join(project, '__init__.py')) ? project : undefined
}

function isIn(place: string, code: readonly string[], project: string): boolean {
  return code.some((name) => place === path.join(project, name))
}

/** A folder is a package if a module lies directly in it: the folder of a mission often has the name of its package. */
async function hasPython(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => [])
  return names.some((name) => name.endsWith('.py'))
}
