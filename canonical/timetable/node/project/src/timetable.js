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
  const names = [...new Set(lessons.map((lesson) => lesson.group))].sort(compareNames)
  return new Map(names.map((name) => [name, lessons.filter((lesson) => lesson.group === name)]))
}

/**
 * Lays out the week of one group: a row of headings, then a row for each time slot.
 * @param {Lesson[]} lessons Those of the group.
 * @returns {string[][]} Rows of texts; an empty text where nothing happens.
 */
export function weekOf(lessons) {
  const rows = slotsOf(lessons).map((slot) => [slot, ...DAYS.map((day) => cellText(lessons, slot, day))])
  return [['Time', ...DAYS], ...rows]
}

/**
 * Lists the distinct time slots of some lessons, sorted by start and then by end.
 * @param {Lesson[]} lessons
 * @returns {string[]} Texts such as "09:00-10:30".
 */
function slotsOf(lessons) {
  const sorted = [...lessons].sort((left, right) => left.start - right.start || left.end - right.end)
  return [...new Set(sorted.map(formatSlot))]
}

/**
 * Writes what happens in one slot of one day, each lesson on a line of its own, sorted by course.
 * @param {Lesson[]} lessons
 * @param {string} slot
 * @param {string} day
 * @returns {string}
 */
function cellText(lessons, slot, day) {
  return lessons
    .filter((lesson) => lesson.day === day && formatSlot(lesson) === slot)
    .sort((left, right) => compareNames(left.course, right.course))
    .map(({ course, teacher, room }) => `${course} (${teacher}, ${room})`)
    .join('\n')
}
