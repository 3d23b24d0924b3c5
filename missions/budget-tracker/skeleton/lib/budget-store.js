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
    // Holds the given budget and keeps it in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there is nothing yet.
  }

  /** Lists all accounts by name. */
  accounts() {
    // Lists all accounts by name.
  }

  /** Finds an account, or gives undefined. */
  account(id) {
    // Finds an account, or gives undefined.
  }

  /** Lists all entries, the latest date first; on the same day the one that was added last. */
  entries() {
    // Lists all entries, the latest date first; on the same day the one that was added last.
  }

  /** Lists the entries of one account in the same order. */
  entriesOf(accountId) {
    // Lists the entries of one account in the same order.
  }

  /** Computes the balance of an account in cents: its opening balance and all entries. */
  balanceOf({ id, opening }) {
    // Computes the balance of an account in cents: its opening balance and all entries.
  }

  /** Computes the sum of all balances in cents. */
  total() {
    // Computes the sum of all balances in cents.
  }

  /** Adds an account. */
  async addAccount({ name, opening }) {
    // Adds an account.
  }

  /** Removes an account; without such an account nothing happens. */
  async removeAccount(id) {
    // Removes an account; without such an account nothing happens.
  }

  /** Adds the entries of one booking: one for a transaction, two for a transfer. */
  async book(entries) {
    // Adds the entries of one booking: one for a transaction, two for a transfer.
  }

  /** Says whether there is an entry with this id. */
  hasEntry(id) {
    // Says whether there is an entry with this id.
  }

  /** Removes an entry and what was booked with it; without such an entry nothing happens. */
  async unbook(id) {
    // Removes an entry and what was booked with it; without such an entry nothing happens.
  }

  /** Writes the budget to the file. */
  async #save() {
    // Writes the budget to the file.
  }
}
