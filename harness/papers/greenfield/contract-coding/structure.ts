/** The audit of a contract that needs no model: complete, acyclic, connected. */
import type { Contract } from '../../../contracts/schema.ts'
import { circleText, withoutCircles } from '../../../agents/framework/circles.ts'
import { clashing } from '../../../agents/framework/clashes.ts'
import { cellsOf, keyOf, type Cells, type Value } from './cells.ts'
import { graphOf, unconnectedFiles } from './graph.ts'

const MOST_PROBLEMS = 100
/** Characters. */
const LONGEST_PROBLEM = 1000

/** One sentence each; none if the contract is complete, acyclic and connected. */
export function structureProblems(contract: Contract): string[] {
  const { overview, directory, dependencies, api } = contract
  const described = new Set(api.map(({ path }) => path))
  const listed = new Set(directory.map(({ path }) => path))
  const all = new Set([...described, ...listed])
  const graph = graphOf(contract)
  const { circles } = withoutCircles(graph)
  const problems = [
    ...(overview === '' ? ['the section overview is empty'] : []),
    ...(api.length === 0 ? ['the section api has no file'] : []),
    ...[...listed]
      .filter((path) => !described.has(path))
      .map((path) => `${path} is in the directory but not in the API`),
    ...[...described]
      .filter((path) => !listed.has(path))
      .map((path) => `${path} is in the API but not in the directory`),
    ...dependencies.flatMap(({ file, needs }) =>
      [file, ...needs]
        .filter((path) => !all.has(path))
        .map((path) => `the dependencies of ${file} name ${path}, which is no file of the contract`),
    ),
    ...dependencies.filter(({ file, needs }) => needs.includes(file)).map(({ file }) => `${file} needs itself`),
    ...circles.map((circle) => `the dependencies have a circle: ${circleText(circle)}`),
    ...unconnectedFiles(graph).map((file) => `${file} needs no file of the rest and is needed by none of it`),
  ]
  return [...new Set(problems.slice(0, MOST_PROBLEMS).map((problem) => problem.slice(0, LONGEST_PROBLEM)))]
}

/**
 * Adds what follows from the contract: files of the directory to the API and the other way round, and full paths of dependencies.
 * Leaves out folders that are listed like files.
 */
export function completeCells(contract: Contract): Cells {
  const all = [...new Set([...contract.directory, ...contract.api].map(({ path }) => path))]
  const left = clashing(all)
  const paths = all.filter((path) => !left.has(path))
  const resolved = (written: string) => resolvedPath(written, paths)
  const dependencies = contract.dependencies.map(({ file, needs }) => ({
    file: resolved(file),
    needs: [...new Set(needs.map(resolved))],
  }))
  const directory = contract.directory.filter(({ path }) => !left.has(path))
  const api = contract.api.filter(({ path }) => !left.has(path))
  const cells: Map<string, Value> = cellsOf({ ...contract, dependencies, directory, api })
  const descriptions = new Map([...contract.api, ...contract.directory].map((each) => [each.path, each.description]))
  for (const path of paths)
    for (const section of ['directory', 'api'] as const) {
      const key = keyOf([section, path])
      if (!cells.has(key)) cells.set(key, descriptions.get(path) ?? '')
    }
  return cells
}

/** `player.py`, `game/player` and `game.player` mean `game/player.py` if no other file fits. */
function resolvedPath(written: string, paths: readonly string[]): string {
  if (paths.includes(written)) return written
  const asPath = /\.\w+$/.test(written) && written.includes('/') ? written : written.replace(/^\.+/, '')
  const ways = [asPath, asPath.replaceAll('.', '/')]
  const fitting = paths.filter((path) => {
    const bare = path.replace(/\.\w+$/, '')
    return ways.some((way) => path.endsWith(`/${way}`) || bare === way || bare.endsWith(`/${way}`))
  })
  return fitting.length === 1 ? (fitting[0] ?? written) : written
}
