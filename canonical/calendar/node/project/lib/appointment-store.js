/** The appointments, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'
import { formatMonth } from './month.js'

/**
 * @typedef {object} Appointment
 * @property {string} id
 * @property {string} title
 * @property {string} date such as 2032-02-29
 * @property {string} time such as 09:30
 */

/** Keeps appointments over restarts; every change is on disk before its promise resolves. */
export class AppointmentStore {
  /** @type {KeptFile} */
  #file
  /** @type {Appointment[]} */
  #appointments

  /** Holds the given appointments and keeps them in the given file from now on. */
  constructor(file, appointments) {
    this.#file = file
    this.#appointments = appointments
  }

  /** Opens the store of a file; a missing file means that there are no appointments yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new AppointmentStore(file, await file.read([]))
  }

  /** Lists the appointments of a month by time, whatever their days. */
  inMonth(month) {
    const ofMonth = this.#appointments.filter((appointment) => appointment.date.startsWith(formatMonth(month)))
    return ofMonth.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
  }

  /** Says whether there is an appointment with this id. */
  has(id) {
    return this.#appointments.some((appointment) => appointment.id === id)
  }

  /** Adds an appointment. */
  async add({ title, date, time }) {
    this.#appointments.push({ id: randomUUID(), title, date, time })
    await this.#save()
  }

  /** Removes an appointment; without such an appointment nothing happens. */
  async remove(id) {
    this.#appointments = this.#appointments.filter((appointment) => appointment.id !== id)
    await this.#save()
  }

  /** Writes the appointments to the file. */
  async #save() {
    await this.#file.save(this.#appointments)
  }
}
