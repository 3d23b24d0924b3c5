/** The rates and the last conversions, held in memory and kept in one JSON file. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FIRST_RATES } from './currencies.js'

const KEPT_CONVERSIONS = 5

/**
 * @typedef {object} Conversion as it is shown
 * @property {number} number counts all conversions
 * @property {string} amount
 * @property {string} from
 * @property {string} result
 * @property {string} to
 * @property {string} rate
 */

/** Reads a file, or gives undefined where there is none yet. */
async function readIfThere(file) {
  // Reads a file, or gives undefined where there is none yet.
}

/** Writes a file so that a reader sees the old text or the new one, never a part. */
async function replaceFile(file, text) {
  // Writes a file so that a reader sees the old text or the new one, never a part.
}

/** Keeps rates and conversions over restarts; every change is on disk before its promise resolves. */
export class Store {
  /** @type {string} */
  #file
  /** @type {{ rates: Record<string, number>, conversions: Conversion[] }} the latest conversion first */
  #state
  #lastSave = Promise.resolve()

  /** Holds a state and keeps it in the given file from now on. */
  constructor(file, state) {
    // Holds a state and keeps it in the given file from now on.
  }

  /** Opens the store of a file; a missing file means the first rates and no conversions. */
  static async open(file) {
    // Opens the store of a file; a missing file means the first rates and no conversions.
  }

  /** Gives the rates: code → how much of it one EUR is worth. */
  rates() {
    // Gives the rates: code → how much of it one EUR is worth.
  }

  /** Gives the last conversions, the latest first. */
  conversions() {
    // Gives the last conversions, the latest first.
  }

  /** Changes all rates. */
  async setRates(rates) {
    // Changes all rates.
  }

  /** Adds a conversion and gives its number. */
  async add(conversion) {
    // Adds a conversion and gives its number.
  }

  /** Writes the state to the file, one writing after the other. */
  async #save() {
    // Writes the state to the file, one writing after the other.
  }
}
