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
    this.#file = file
    this.#claims = claims
  }

  /** Opens the store of a file; a missing file means that there are no claims yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new ClaimStore(file, await file.read([]))
  }

  /** Lists the claims of a person, the latest first. */
  claimsOf(name) {
    return this.#claims.filter((claim) => claim.claimant === name).toReversed()
  }

  /** Lists the submitted claims, the one that was submitted first at the top. */
  submitted() {
    return this.#claims.filter((claim) => claim.state === 'Submitted').sort((a, b) => a.turn - b.turn)
  }

  /** Gives the turn of a claim that is submitted now: after all others. */
  nextTurn() {
    return Math.max(0, ...this.#claims.map((claim) => claim.turn)) + 1
  }

  /** Finds a claim, or gives undefined. */
  find(id) {
    return this.#claims.find((claim) => claim.id === id)
  }

  /** Begins a draft and gives its id. */
  async begin(claimant, title) {
    const id = randomUUID()
    this.#claims.push({ id, claimant, title, state: 'Draft', turn: 0, items: [], decisions: [] })
    await this.#save()
    return id
  }

  /** Changes some properties of a claim. */
  async change(id, changes) {
    this.#claims = this.#claims.map((claim) => (claim.id === id ? { ...claim, ...changes } : claim))
    await this.#save()
  }

  /** Adds an item to a claim. */
  async addItem(id, item) {
    await this.change(id, { items: [...this.find(id).items, { id: randomUUID(), ...item }] })
  }

  /** Removes an item from a claim. */
  async removeItem(id, itemId) {
    await this.change(id, { items: this.find(id).items.filter((item) => item.id !== itemId) })
  }

  /** Writes the claims to the file. */
  async #save() {
    await this.#file.save(this.#claims)
  }
}
