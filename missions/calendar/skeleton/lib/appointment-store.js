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
    // Holds the given appointments and keeps them in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that there are no appointments yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that there are no appointments yet.
  }

  /** Lists the appointments of a month by time, whatever their days. */
  inMonth(month) {
    // Lists the appointments of a month by time, whatever their days.
  }

  /** Says whether there is an appointment with this id. */
  has(id) {
    // Says whether there is an appointment with this id.
  }

  /** Adds an appointment. */
  async add({ title, date, time }) {
    // Adds an appointment.
  }

  /** Removes an appointment; without such an appointment nothing happens. */
  async remove(id) {
    // Removes an appointment; without such an appointment nothing happens.
  }

  /** Writes the appointments to the file. */
  async #save() {
    // Writes the appointments to the file.
  }
}
