/** The tasks, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * @typedef {object} Task
 * @property {string} id
 * @property {string} title
 * @property {string} due a date such as 2031-05-09
 * @property {'low' | 'normal' | 'high'} priority
 * @property {boolean} done
 */

/** Reads a file, or gives undefined where there is none yet. */
async function readIfThere(file) {
  // Reads a file, or gives undefined where there is none yet.
}

/** Writes a file so that a reader sees the old text or the new one, never a part. */
async function replaceFile(file, text) {
  // Writes a file so that a reader sees the old text or the new one, never a part.
}

/** Keeps tasks over restarts; every change is on disk before its promise resolves. */
export class TaskStore {
  /** @type {string} */
  #file
  /** @type {Task[]} */
  #tasks
  #lastSave = Promise.resolve()

  /** Holds the given tasks and keeps them in the given file from now on. */
  constructor(file, tasks) {
    // Holds the given tasks and keeps them in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there are no tasks yet. */
  static async open(file) {
    // Opens the store of a file; a missing file means that there are no tasks yet.
  }

  /** Lists all tasks by due date, the earliest first; on the same day in the order in which they were added. */
  all() {
    // Lists all tasks by due date, the earliest first; on the same day in the order in which they were
    // added.
  }

  /** Says whether there is a task with this id. */
  has(id) {
    // Says whether there is a task with this id.
  }

  /** Adds an open task. */
  async add({ title, due, priority }) {
    // Adds an open task.
  }

  /** Changes some properties of a task; without such a task nothing happens. */
  async change(id, changes) {
    // Changes some properties of a task; without such a task nothing happens.
  }

  /** Removes a task; without such a task nothing happens. */
  async remove(id) {
    // Removes a task; without such a task nothing happens.
  }

  /** Writes the tasks to the file, one writing after the other. */
  async #save() {
    // Writes the tasks to the file, one writing after the other.
  }
}
