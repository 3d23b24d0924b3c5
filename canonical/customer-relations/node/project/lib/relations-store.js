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
  return a.name.localeCompare(b.name, 'en')
}

/** Compares what has a date, for sorting: the earliest first. */
function byDate(a, b) {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : 0
}

/** Keeps all four over restarts; every change is on disk before its promise resolves. */
export class RelationsStore {
  /** @type {KeptFile} */
  #file
  /** @type {{ companies: Company[], contacts: Contact[], deals: Deal[], activities: Activity[] }} */
  #data

  /** Holds the given data and keeps them in the given file from now on. */
  constructor(file, data) {
    this.#file = file
    this.#data = data
  }

  /** Opens the store of a file; a missing file means that there is nothing yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new RelationsStore(file, await file.read(EMPTY))
  }

  /** Lists all companies by name. */
  companies() {
    return this.#data.companies.toSorted(byName)
  }

  /** Lists all contacts by name. */
  contacts() {
    return this.#data.contacts.toSorted(byName)
  }

  /** Lists all deals in the order in which they were added. */
  deals() {
    return [...this.#data.deals]
  }

  /** Lists the activities that are not done, the earliest first. */
  openActivities() {
    return this.#data.activities.filter((activity) => !activity.done).sort(byDate)
  }

  /** Finds a company, a contact, a deal or an activity, or gives undefined. */
  find(kind, id) {
    return this.#data[kind].find((entity) => entity.id === id)
  }

  /** Finds another company than the given one that has a name, upper and lower case being the same. */
  otherNamed(name, id) {
    const wanted = name.toLowerCase()
    return this.#data.companies.find((company) => company.id !== id && company.name.toLowerCase() === wanted)
  }

  /** Lists the contacts of a company by name. */
  contactsOf(companyId) {
    return this.contacts().filter((contact) => contact.companyId === companyId)
  }

  /** Lists the deals of a company. */
  dealsOf(companyId) {
    return this.#data.deals.filter((deal) => deal.companyId === companyId)
  }

  /** Lists the activities of all contacts of a company, the latest first. */
  activitiesOf(companyId) {
    const ids = this.contactsOf(companyId).map((contact) => contact.id)
    return this.#data.activities.filter((activity) => ids.includes(activity.contactId)).sort((a, b) => byDate(b, a))
  }

  /** Adds a company, a contact, a deal or an activity. */
  async add(kind, values) {
    this.#data[kind].push({ id: randomUUID(), ...values })
    await this.#save()
  }

  /** Changes some properties of one of them. */
  async change(kind, id, changes) {
    this.#data[kind] = this.#data[kind].map((entity) => (entity.id === id ? { ...entity, ...changes } : entity))
    await this.#save()
  }

  /** Removes a company. */
  async removeCompany(id) {
    this.#data.companies = this.#data.companies.filter((company) => company.id !== id)
    await this.#save()
  }

  /** Removes a contact with its activities. */
  async removeContact(id) {
    this.#data.contacts = this.#data.contacts.filter((contact) => contact.id !== id)
    this.#data.activities = this.#data.activities.filter((activity) => activity.contactId !== id)
    await this.#save()
  }

  /** Writes everything to the file. */
  async #save() {
    await this.#file.save(this.#data)
  }
}
