/** Who is signed in: browsers hold a token in a cookie. */
import { randomUUID } from 'node:crypto'

const COOKIE = 'session'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** Token → person. */
const sessions = new Map()

/** Takes the token out of the cookies of a request. */
function tokenOf(request) {
  // Takes the token out of the cookies of a request.
}

/** Finds the person who is signed in with the browser of a request, or gives undefined. */
export function signedInPerson(request) {
  // Finds the person who is signed in with the browser of a request, or gives undefined.
}

/** Signs a person in: gives the headers that the browser needs. */
export function signIn(person) {
  // Signs a person in: gives the headers that the browser needs.
}

/** Signs the browser of a request out: gives the headers that make it forget its token. */
export function signOut(request) {
  // Signs the browser of a request out: gives the headers that make it forget its token.
}
