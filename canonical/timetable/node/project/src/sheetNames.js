import { Problem } from './problem.js'

const LONGEST_NAME = 31
/** Names that no group's sheet can have: two are ours, one belongs to Excel. */
const TAKEN = ['teachers', 'conflicts', 'history']

/**
 * Gives each group the name of its sheet, refusing two groups whose sheets would have one name.
 * @param {Map<string, import('./lesson.js').Lesson[]>} groups
 * @returns {Map<string, string>} Group → name of its sheet.
 * @throws {Problem} Naming the row and column of a group whose name cannot be used.
 */
export function nameSheets(groups) {
  const taken = new Set(TAKEN)
  const names = new Map()
  for (const [group, [lesson]] of groups) {
    const name = sheetName(group)
    if (taken.has(name.toLowerCase())) throw Problem.at(lesson.row, 'Group', `a sheet named "${name}" exists already`)
    taken.add(name.toLowerCase())
    names.set(group, name)
  }
  return names
}

/**
 * Turns the name of a group into one that Excel allows for a sheet.
 * @param {string} group
 * @returns {string} At most 31 characters, with "-" for each that is not allowed.
 */
function sheetName(group) {
  const allowed = group.replace(/[:\\/?*[\]]/g, '-').slice(0, LONGEST_NAME)
  return allowed.replace(/^'|'$/g, '-')
}
