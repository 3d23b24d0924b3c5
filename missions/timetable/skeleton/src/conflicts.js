import { compareDays } from './days.js'
import { formatSlot } from './time.js'

/** @typedef {import('./lesson.js').Lesson} Lesson */
/** @typedef {{ type: 'Teacher' | 'Room', name: string, first: Lesson, second: Lesson }} Conflict */

/**
 * Finds every pair of lessons that need one teacher or one room at the same time, sorted by day and start.
 * @param {Lesson[]} lessons In the order of the input.
 * @returns {Conflict[]}
 */
export function findConflicts(lessons) {
  // Finds every pair of lessons that need one teacher or one room at the same time, sorted by day and
  // start.
}

/**
 * Lays out conflicts as a row of headings and a row for each.
 * @param {Conflict[]} conflicts
 * @returns {string[][]}
 */
export function conflictsTable(conflicts) {
  // Lays out conflicts as a row of headings and a row for each.
}

/**
 * Compares two lessons by day, start and place in the input, for sorting.
 * @param {Lesson} left
 * @param {Lesson} right
 * @returns {number} Negative, zero or positive.
 */
function compareLessons(left, right) {
  // Compares two lessons by day, start and place in the input, for sorting. Returns: negative, zero or
  // positive.
}

/**
 * Lists the conflicts between two lessons: none, one, or two where they share both teacher and room.
 * @param {Lesson} first
 * @param {Lesson} second
 * @returns {Conflict[]}
 */
function conflictsOf(first, second) {
  // Lists the conflicts between two lessons: none, one, or two where they share both teacher and room.
}

/**
 * Tells whether two lessons have some time in common; one that begins when the other ends has none.
 * @param {Lesson} left
 * @param {Lesson} right
 * @returns {boolean}
 */
function overlap(left, right) {
  // Tells whether two lessons have some time in common; one that begins when the other ends has none.
}

/**
 * Writes a lesson the way the sheet of conflicts shows it.
 * @param {Lesson} lesson
 * @returns {string} Such as "Algebra (10A, 09:00-10:30)".
 */
function describe(lesson) {
  // Writes a lesson the way the sheet of conflicts shows it. Returns: such as "Algebra (10A,
  // 09:00-10:30)".
}
