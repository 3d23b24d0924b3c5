/** Numbers about tasks. */
import { PRIORITIES } from './task-input.js'

/** Counts the open and the done tasks. */
export function countTasks(tasks) {
  // Counts the open and the done tasks.
}

/** Computes all numbers of the statistics page; the share is in whole per cent, 0 without tasks. */
export function taskStatistics(tasks) {
  // Computes all numbers of the statistics page; the share is in whole per cent, 0 without tasks.
}
