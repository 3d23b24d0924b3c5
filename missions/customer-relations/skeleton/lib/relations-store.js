/** Companies, contacts, deals and activities, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'

/**
 * @typedef {object} Company
 * @property {string} id
 * @property {string} name
 * @property {string} city
 */

/**
 * @typedef {object} Contact
 * @property {string} id
 * @property {string} companyId
 * @property {string} name
 * @property {string} email
 */

/**
 * @typedef {object} Deal
 * @property {string} id
 * @property {string} companyId
 * @property {string} title
 * @property {number} cents
 * @property {'Lead' | 'Offer' | 'Won' | 'Lost'} stage
 */

/**
 * @typedef {object} Activity
 * @property {string} id
 * @property {string} contactId
 * @property {'Call' | 'Meeting' | 'Letter'} kind
 * @property {string} date such as 2031-05-09
 * @property {string} note
 * @property {boolean} done
 */

const EMPTY = { companies: [], contacts: [], deals: [], activities: [] }

/** Compares what has a name, for sorting. */
function byName(a, b) {
  // Compares what has a name, for sorting.
}

/** Compares what has a date, for sorting: the earliest first. */
function byDate(a, b) {
  // Compares what has a date, for sorting: the earliest first.
}

/** Keeps all four over restarts; every change is on disk before its promise resolves. */
export class RelationsStore {
  /** @type {KeptFile} */
  #file
  /** @type {{ companies: Company[], contacts: Contact[], deals: Deal[], activities: Activity[] }} */
  #data

  /** Holds the given data and keeps them in the given file from now on. */
  constructor(file, data) {
    // Holds the given data and keeps them in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there is nothing yet.
  }

  /** Lists all companies by name. */
  companies() {
    // Lists all companies by name.
  }

  /** Lists all contacts by name. */
  contacts() {
    // Lists all contacts by name.
  }

  /** Lists all deals in the order in which they were added. */
  deals() {
    // Lists all deals in the order in which they were added.
  }

  /** Lists the activities that are not done, the earliest first. */
  openActivities() {
    // Lists the activities that are not done, the earliest first.
  }

  /** Finds a company, a contact, a deal or an activity, or gives undefined. */
  find(kind, id) {
    // Finds a company, a contact, a deal or an activity, or gives undefined.
  }

  /** Finds another company than the given one that has a name, upper and lower case being the same. */
  otherNamed(name, id) {
    // Finds another company than the given one that has a name, upper and lower case being the same.
  }

  /** Lists the contacts of a company by name. */
  contactsOf(companyId) {
    // Lists the contacts of a company by name.
  }

  /** Lists the deals of a company. */
  dealsOf(companyId) {
    // Lists the deals of a company.
  }

  /** Lists the activities of all contacts of a company, the latest first. */
  activitiesOf(companyId) {
    // Lists the activities of all contacts of a company, the latest first.
  }

  /** Adds a company, a contact, a deal or an activity. */
  async add(kind, values) {
    // Adds a company, a contact, a deal or an activity.
  }

  /** Changes some properties of one of them. */
  async change(kind, id, changes) {
    // Changes some properties of one of them.
  }

  /** Removes a company. */
  async removeCompany(id) {
    // Removes a company.
  }

  /** Removes a contact with its activities. */
  async removeContact(id) {
    // Removes a contact with its activities.
  }

  /** Writes everything to the file. */
  async #save() {
    // Writes everything to the file.
  }
}
