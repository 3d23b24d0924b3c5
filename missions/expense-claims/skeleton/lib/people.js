/** The people who make claims, and those who approve them. */
import { createHash, timingSafeEqual } from 'node:crypto'

const PASSWORD = 'receipts'

const PEOPLE = [
  { name: 'ann', approves: false },
  { name: 'ben', approves: false },
  { name: 'cleo', approves: true },
  { name: 'dora', approves: true },
]

/** Makes texts of any length comparable in a time that says nothing of them. */
function digest(text) {
  // Makes texts of any length comparable in a time that says nothing of them.
}

/** Finds the person with a name and a password, or gives undefined. */
export function personWith(name, password) {
  // Finds the person with a name and a password, or gives undefined.
}
