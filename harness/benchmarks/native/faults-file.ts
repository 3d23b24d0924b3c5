import { UsageError } from '../../errors.ts'
import { faultsFileSchema, type Fault, type MissionFile } from '../../contracts/schema.ts'
import { pluralise } from '../../lib/wording/count.ts'
import type { Canonical } from '../../contracts/types.ts'
import { parseYaml, type Mistake } from './yaml-file.ts'

/**
 * Parses a `faults.yaml`: mutations of the canonical solution of a mission, each of which breaks one item of its checklist.
 * @param file Named in each message, with line, field and problem
 * @param textOf Returns the text of a file of the canonical solution; undefined if there is no such file. Without `textOf`,
 *   files are not checked
 * @throws UsageError with all mistakes
 */
export function parseFaultsFile(
  text: string,
  file: string,
  mission: MissionFile,
  textOf?: (file: string) => string | undefined,
): readonly Fault[] {
  return parseYaml(text, file, faultsFileSchema, ({ faults }) =>
    faults.flatMap((fault, index) => [
      ...faultMistakes(mission, faults, index),
      ...(textOf ? findMistakes(fault, index, textOf(fault.file)) : []),
    ]),
  ).faults
}

/** Checks early that a mutation can be applied; otherwise it would fail only after everything else was judged. */
function findMistakes({ file, find }: Fault, index: number, text: string | undefined): Mistake[] {
  if (text === undefined) return [{ at: ['faults', index, 'file'], what: `there is no file ${file}` }]
  const times = text.split(find).length - 1
  if (times === 1) return []
  const problem =
    times === 0 ? 'does not contain this text' : `contains this text ${pluralise(times, 'time')}, not once`
  return [{ at: ['faults', index, 'find'], what: `${file} ${problem}` }]
}

function faultMistakes(mission: MissionFile, faults: readonly Fault[], index: number): Mistake[] {
  const fault = faults[index]
  if (!fault) return []
  const { page, function: name } = fault.item
  const isItem = (entry: { page: string; function: string }) => entry.page === page && entry.function === name
  const own = mission.testcodes.filter(isItem)
  const items = mission.checklist.flatMap(({ page, functions }) => functions.map((entry) => ({ ...entry, page })))
  const at = (field: string) => ['faults', index, field]
  return [
    ...(faults.findIndex(({ id }) => id === fault.id) < index
      ? [{ at: at('id'), what: `"${fault.id}" appears twice` }]
      : []),
    ...(items.some(isItem) ? [] : [{ at: at('item'), what: `the checklist has no function "${name}" on "${page}"` }]),
    ...(own.length > 0 ? [] : [{ at: at('item'), what: 'no testcode checks this item' }]),
    ...(own.length === 0 || own.some(({ suite }) => suite === fault.suite)
      ? []
      : [{ at: at('suite'), what: suiteProblem(own, fault.suite) }]),
    ...(fault.find === fault.replace ? [{ at: at('replace'), what: 'it changes nothing' }] : []),
  ]
}

/** @param own The testcodes of the item of a fault, none of which is of its suite */
function suiteProblem(own: MissionFile['testcodes'], wanted: string | undefined): string {
  const suites = [...new Set(own.flatMap(({ suite }) => suite ?? []))]
  if (suites.length === 0) return 'the testcodes of this mission have no suites'
  const which = wanted === undefined ? 'a suite is missing' : `no testcode of "${wanted}" checks this item`
  return `${which}; the testcodes of this item are of ${suites.join(', ')}`
}

/**
 * Applies a mutation to the text of a file.
 * @throws UsageError if `find` does not occur exactly once
 */
export function applyFault({ id, file, find, replace }: Fault, text: string): string {
  const parts = text.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new UsageError(`fault "${id}": ${file} contains the text of "find" ${String(parts.length - 1)} times, not once`)
}

/** The folder of the project in the folder of its solution, as `file` of a fault begins. */
export const PROJECT = 'project/'

/** The file of a canonical solution that a fault changes. @throws UsageError if there is no such file */
export function faultyFile({ project }: Canonical, { id, file }: Fault): { path: string; text: string } {
  const found = project.files.find(({ path }) => PROJECT + path === file)
  if (!found) throw new UsageError(`fault "${id}": there is no file ${file}`)
  return { path: found.path, text: Buffer.from(found.content).toString('utf8') }
}

/** A canonical solution with a fault. @throws UsageError if the fault cannot be applied */
export function withFault(canonical: Canonical, fault: Fault): Canonical {
  const { path, text } = faultyFile(canonical, fault)
  return withFile(canonical, path, applyFault(fault, text))
}

/** A canonical solution with another text in one of its files. */
export function withFile({ project, answers }: Canonical, path: string, content: string): Canonical {
  const files = project.files.map((file) => (file.path === path ? { path, content } : file))
  return { project: { ...project, files }, answers }
}
