/** Who is signed in: browsers hold a token in a cookie. */
import { randomUUID } from 'node:crypto'

const COOKIE = 'session'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** Token → person. */
const sessions = new Map()

/** Takes the token out of the cookies of a request. */
function tokenOf(request) {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

/** Finds the person who is signed in with the browser of a request, or gives undefined. */
export function signedInPerson(request) {
  return sessions.get(tokenOf(request))
}

/** Signs a person in: gives the headers that the browser needs. */
export function signIn(person) {
  const token = randomUUID()
  sessions.set(token, person)
  return { 'set-cookie': `${COOKIE}=${token}; ${ATTRIBUTES}` }
}

/** Signs the browser of a request out: gives the headers that make it forget its token. */
export function signOut(request) {
  sessions.delete(tokenOf(request))
  return { 'set-cookie': `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}` }
}
