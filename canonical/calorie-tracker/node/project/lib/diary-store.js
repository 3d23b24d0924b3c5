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
    this.#file = file
    this.#diary = diary
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new DiaryStore(file, await file.read(AT_FIRST))
  }

  /** Lists all foods by name, upper and lower case being the same. */
  foods() {
    return this.#diary.foods.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'accent' }))
  }

  /** Finds a food, or gives undefined. */
  food(id) {
    return this.#diary.foods.find((food) => food.id === id)
  }

  /** Says whether a food was eaten on any day. */
  wasEaten(foodId) {
    return this.#diary.entries.some((entry) => entry.foodId === foodId)
  }

  /** Adds a food. */
  async addFood({ name, calories }) {
    this.#diary.foods.push({ id: randomUUID(), name, calories })
    await this.#save()
  }

  /** Removes a food; without such a food nothing happens. */
  async removeFood(id) {
    this.#diary.foods = this.#diary.foods.filter((food) => food.id !== id)
    await this.#save()
  }

  /** Lists what was eaten on a day with the foods themselves, in the order in which it was added. */
  entriesOn(date) {
    const entries = this.#diary.entries.filter((entry) => entry.date === date)
    return entries.map((entry) => ({ ...entry, food: this.food(entry.foodId) }))
  }

  /** Finds an entry, or gives undefined. */
  entry(id) {
    return this.#diary.entries.find((entry) => entry.id === id)
  }

  /** Adds an entry. */
  async addEntry({ date, meal, foodId, grams }) {
    this.#diary.entries.push({ id: randomUUID(), date, meal, foodId, grams })
    await this.#save()
  }

  /** Removes an entry; without such an entry nothing happens. */
  async removeEntry(id) {
    this.#diary.entries = this.#diary.entries.filter((entry) => entry.id !== id)
    await this.#save()
  }

  /** Gives the daily goal. */
  goal() {
    return this.#diary.goal
  }

  /** Changes the daily goal. */
  async setGoal(goal) {
    this.#diary.goal = goal
    await this.#save()
  }

  /** Writes the diary to the file. */
  async #save() {
    await this.#file.save(this.#diary)
  }
}
