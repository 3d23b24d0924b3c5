import { UsageError } from '../../errors.ts'
import { faultsFileSchema, type Fault, type MissionFile } from '../../contracts/schema.ts'
import { counted } from '../../lib/wording/count.ts'
import { parseYaml, type Mistake } from './yaml-file.ts'

/**
 * Reads the text of a `faults.yaml`: changes of the canonical solution of a mission, each of which breaks one item of its
 * checklist.
 * @param file For messages: each one names file, line, field and what was expected
 * @param textOf A file of the canonical solution; undefined if there is no such file. Without it, no file is looked at
 * @throws UsageError with all mistakes that were found
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
      ...(textOf ? placeMistakes(fault, index, textOf(fault.file)) : []),
    ]),
  ).faults
}

/** A fault that cannot be made would be found only after everything else was judged. */
function placeMistakes({ file, find }: Fault, index: number, text: string | undefined): Mistake[] {
  if (text === undefined) return [{ at: ['faults', index, 'file'], what: `there is no file ${file}` }]
  const times = text.split(find).length - 1
  if (times === 1) return []
  const found = times === 0 ? 'does not have this text' : `has this text ${counted(times, 'time')}, not once`
  return [{ at: ['faults', index, 'find'], what: `${file} ${found}` }]
}

function faultMistakes(mission: MissionFile, faults: readonly Fault[], index: number): Mistake[] {
  const fault = faults[index]
  if (!fault) return []
  const { page, function: name } = fault.item
  const isItem = (entry: { page: string; function: string }) => entry.page === page && entry.function === name
  const items = mission.checklist.flatMap(({ page, functions }) => functions.map((entry) => ({ ...entry, page })))
  const at = (field: string) => ['faults', index, field]
  return [
    ...(faults.findIndex(({ id }) => id === fault.id) < index
      ? [{ at: at('id'), what: `"${fault.id}" is there twice` }]
      : []),
    ...(items.some(isItem) ? [] : [{ at: at('item'), what: `the checklist has no function "${name}" on "${page}"` }]),
    ...(mission.testcodes.some(isItem) ? [] : [{ at: at('item'), what: 'no testcode checks this item' }]),
    ...(fault.find === fault.replace ? [{ at: at('replace'), what: 'it changes nothing' }] : []),
  ]
}

/**
 * The text of a file with a fault in it.
 * @throws UsageError where the text to be found is not there, or several times
 */
export function applyFault({ id, file, find, replace }: Fault, text: string): string {
  const parts = text.split(find)
  if (parts.length === 2) return parts.join(replace)
  throw new UsageError(`fault "${id}": ${file} has the text to be found ${String(parts.length - 1)} times, not once`)
}
