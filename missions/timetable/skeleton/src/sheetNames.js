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
  // Gives each group the name of its sheet, refusing two groups whose sheets would have one name.
  // Returns: group → name of its sheet.
}

/**
 * Turns the name of a group into one that Excel allows for a sheet.
 * @param {string} group
 * @returns {string} At most 31 characters, with "-" for each that is not allowed.
 */
function sheetName(group) {
  // Turns the name of a group into one that Excel allows for a sheet. Returns: at most 31 characters,
  // with "-" for each that is not allowed.
}
