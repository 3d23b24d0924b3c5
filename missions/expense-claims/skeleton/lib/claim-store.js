/** The claims, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'

/** @typedef {import('./claim.js').Claim} Claim */

/** Keeps claims over restarts; every change is on disk before its promise resolves. */
export class ClaimStore {
  /** @type {KeptFile} */
  #file
  /** @type {Claim[]} */
  #claims

  /** Holds the given claims and keeps them in the given file from now on. */
  constructor(file, claims) {
    // Holds the given claims and keeps them in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there are no claims yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there are no claims yet.
  }

  /** Lists the claims of a person, the latest first. */
  claimsOf(name) {
    // Lists the claims of a person, the latest first.
  }

  /** Lists the submitted claims, the one that was submitted first at the top. */
  submitted() {
    // Lists the submitted claims, the one that was submitted first at the top.
  }

  /** Gives the turn of a claim that is submitted now: after all others. */
  nextTurn() {
    // Gives the turn of a claim that is submitted now: after all others.
  }

  /** Finds a claim, or gives undefined. */
  find(id) {
    // Finds a claim, or gives undefined.
  }

  /** Begins a draft and gives its id. */
  async begin(claimant, title) {
    // Begins a draft and gives its id.
  }

  /** Changes some properties of a claim. */
  async change(id, changes) {
    // Changes some properties of a claim.
  }

  /** Adds an item to a claim. */
  async addItem(id, item) {
    // Adds an item to a claim.
  }

  /** Removes an item from a claim. */
  async removeItem(id, itemId) {
    // Removes an item from a claim.
  }

  /** Writes the claims to the file. */
  async #save() {
    // Writes the claims to the file.
  }
}
