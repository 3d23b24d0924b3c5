import { DAYS } from './days.js'
import { compareNames } from './names.js'
import { formatSlot } from './time.js'

/** @typedef {import('./lesson.js').Lesson} Lesson */

/**
 * Sorts lessons into groups, by name of the group.
 * @param {Lesson[]} lessons
 * @returns {Map<string, Lesson[]>} Group → its lessons.
 */
export function groupLessons(lessons) {
  // Sorts lessons into groups, by name of the group. Returns: group → its lessons.
}

/**
 * Lays out the week of one group: a row of headings, then a row for each time slot.
 * @param {Lesson[]} lessons Those of the group.
 * @returns {string[][]} Rows of texts; an empty text where nothing happens.
 */
export function weekOf(lessons) {
  // Lays out the week of one group: a row of headings, then a row for each time slot. Returns: rows of
  // texts; an empty text where nothing happens.
}

/**
 * Lists the distinct time slots of some lessons, sorted by start and then by end.
 * @param {Lesson[]} lessons
 * @returns {string[]} Texts such as "09:00-10:30".
 */
function slotsOf(lessons) {
  // Lists the distinct time slots of some lessons, sorted by start and then by end. Returns: texts such
  // as "09:00-10:30".
}

/**
 * Writes what happens in one slot of one day, each lesson on a line of its own, sorted by course.
 * @param {Lesson[]} lessons
 * @param {string} slot
 * @param {string} day
 * @returns {string}
 */
function cellText(lessons, slot, day) {
  // Writes what happens in one slot of one day, each lesson on a line of its own, sorted by course.
}
