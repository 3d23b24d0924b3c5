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
  const sorted = [...lessons].sort(compareLessons)
  return sorted.flatMap((first, place) => sorted.slice(place + 1).flatMap((second) => conflictsOf(first, second)))
}

/**
 * Lays out conflicts as a row of headings and a row for each.
 * @param {Conflict[]} conflicts
 * @returns {string[][]}
 */
export function conflictsTable(conflicts) {
  const rows = conflicts.map(({ type, name, first, second }) => [
    type,
    name,
    first.day,
    describe(first),
    describe(second),
  ])
  return [['Type', 'Name', 'Day', 'First', 'Second'], ...rows]
}

/**
 * Compares two lessons by day, start and place in the input, for sorting.
 * @param {Lesson} left
 * @param {Lesson} right
 * @returns {number} Negative, zero or positive.
 */
function compareLessons(left, right) {
  return compareDays(left.day, right.day) || left.start - right.start || left.row - right.row
}

/**
 * Lists the conflicts between two lessons: none, one, or two where they share both teacher and room.
 * @param {Lesson} first
 * @param {Lesson} second
 * @returns {Conflict[]}
 */
function conflictsOf(first, second) {
  if (!overlap(first, second)) return []
  const conflicts = []
  if (first.teacher === second.teacher) conflicts.push({ type: 'Teacher', name: first.teacher, first, second })
  if (first.room === second.room) conflicts.push({ type: 'Room', name: first.room, first, second })
  return conflicts
}

/**
 * Tells whether two lessons have some time in common; one that begins when the other ends has none.
 * @param {Lesson} left
 * @param {Lesson} right
 * @returns {boolean}
 */
function overlap(left, right) {
  return left.day === right.day && left.start < right.end && right.start < left.end
}

/**
 * Writes a lesson the way the sheet of conflicts shows it.
 * @param {Lesson} lesson
 * @returns {string} Such as "Algebra (10A, 09:00-10:30)".
 */
function describe(lesson) {
  return `${lesson.course} (${lesson.group}, ${formatSlot(lesson)})`
}
