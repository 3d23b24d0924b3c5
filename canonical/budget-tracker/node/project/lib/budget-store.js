/** Accounts and what happens on them, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'

/**
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 * @property {number} opening the opening balance in cents
 */

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} booking shared by the two entries of a transfer
 * @property {'expense' | 'income' | 'transfer'} kind
 * @property {string} date such as 2031-05-09
 * @property {string} accountId
 * @property {string} category
 * @property {string} note
 * @property {number} cents negative where money leaves the account
 */

const EMPTY = { accounts: [], entries: [] }

/** Keeps a budget over restarts; every change is on disk before its promise resolves. */
export class BudgetStore {
  /** @type {KeptFile} */
  #file
  /** @type {{ accounts: Account[], entries: Entry[] }} */
  #budget

  /** Holds the given budget and keeps it in the given file from now on. */
  constructor(file, budget) {
    this.#file = file
    this.#budget = budget
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new BudgetStore(file, await file.read(EMPTY))
  }

  /** Lists all accounts by name. */
  accounts() {
    return this.#budget.accounts.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  }

  /** Finds an account, or gives undefined. */
  account(id) {
    return this.#budget.accounts.find((account) => account.id === id)
  }

  /** Lists all entries, the latest date first; on the same day the one that was added last. */
  entries() {
    return this.#budget.entries.toReversed().sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
  }

  /** Lists the entries of one account in the same order. */
  entriesOf(accountId) {
    return this.entries().filter((entry) => entry.accountId === accountId)
  }

  /** Computes the balance of an account in cents: its opening balance and all entries. */
  balanceOf({ id, opening }) {
    return this.entriesOf(id).reduce((sum, entry) => sum + entry.cents, opening)
  }

  /** Computes the sum of all balances in cents. */
  total() {
    return this.#budget.accounts.reduce((sum, account) => sum + this.balanceOf(account), 0)
  }

  /** Adds an account. */
  async addAccount({ name, opening }) {
    this.#budget.accounts.push({ id: randomUUID(), name, opening })
    await this.#save()
  }

  /** Removes an account; without such an account nothing happens. */
  async removeAccount(id) {
    this.#budget.accounts = this.#budget.accounts.filter((account) => account.id !== id)
    await this.#save()
  }

  /** Adds the entries of one booking: one for a transaction, two for a transfer. */
  async book(entries) {
    const booking = randomUUID()
    this.#budget.entries.push(...entries.map((entry) => ({ id: randomUUID(), booking, ...entry })))
    await this.#save()
  }

  /** Says whether there is an entry with this id. */
  hasEntry(id) {
    return this.#budget.entries.some((entry) => entry.id === id)
  }

  /** Removes an entry and what was booked with it; without such an entry nothing happens. */
  async unbook(id) {
    const booking = this.#budget.entries.find((entry) => entry.id === id)?.booking
    this.#budget.entries = this.#budget.entries.filter((entry) => entry.booking !== booking)
    await this.#save()
  }

  /** Writes the budget to the file. */
  async #save() {
    await this.#file.save(this.#budget)
  }
}
