/** Foods, what was eaten of them and the daily goal, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'

/**
 * @typedef {object} Food
 * @property {string} id
 * @property {string} name
 * @property {string} calories for 100 g, as they were typed
 */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} date such as 2031-05-09
 * @property {'Breakfast' | 'Lunch' | 'Dinner' | 'Snack'} meal
 * @property {string} foodId
 * @property {number} grams
 */

const AT_FIRST = { foods: [], entries: [], goal: 2000 }

/** Keeps a diary over restarts; every change is on disk before its promise resolves. */
export class DiaryStore {
  /** @type {KeptFile} */
  #file
  /** @type {{ foods: Food[], entries: Entry[], goal: number }} */
  #diary

  /** Holds the given diary and keeps it in the given file from now on. */
  constructor(file, diary) {
    // Holds the given diary and keeps it in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there is nothing yet.
  }

  /** Lists all foods by name, upper and lower case being the same. */
  foods() {
    // Lists all foods by name, upper and lower case being the same.
  }

  /** Finds a food, or gives undefined. */
  food(id) {
    // Finds a food, or gives undefined.
  }

  /** Says whether a food was eaten on any day. */
  wasEaten(foodId) {
    // Says whether a food was eaten on any day.
  }

  /** Adds a food. */
  async addFood({ name, calories }) {
    // Adds a food.
  }

  /** Removes a food; without such a food nothing happens. */
  async removeFood(id) {
    // Removes a food; without such a food nothing happens.
  }

  /** Lists what was eaten on a day with the foods themselves, in the order in which it was added. */
  entriesOn(date) {
    // Lists what was eaten on a day with the foods themselves, in the order in which it was added.
  }

  /** Finds an entry, or gives undefined. */
  entry(id) {
    // Finds an entry, or gives undefined.
  }

  /** Adds an entry. */
  async addEntry({ date, meal, foodId, grams }) {
    // Adds an entry.
  }

  /** Removes an entry; without such an entry nothing happens. */
  async removeEntry(id) {
    // Removes an entry; without such an entry nothing happens.
  }

  /** Gives the daily goal. */
  goal() {
    // Gives the daily goal.
  }

  /** Changes the daily goal. */
  async setGoal(goal) {
    // Changes the daily goal.
  }

  /** Writes the diary to the file. */
  async #save() {
    // Writes the diary to the file.
  }
}
