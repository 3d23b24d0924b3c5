/** Who is signed in: browsers that gave the password hold a token in a cookie. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'

const PASSWORD = 'open-the-gate'
const COOKIE = 'session'
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

const tokens = new Set()

/** Makes texts of any length comparable in a time that says nothing of them. */
function digest(text) {
  return createHash('sha256').update(text).digest()
}

/** Takes the token out of the cookies of a request. */
function tokenOf(request) {
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

/** Says whether a request comes from a browser that is signed in. */
export function isSignedIn(request) {
  return tokens.has(tokenOf(request))
}

/** Signs a browser in: gives the headers that it needs, or undefined where the password is wrong. */
export function signIn(password) {
  if (!timingSafeEqual(digest(password), digest(PASSWORD))) return undefined
  const token = randomUUID()
  tokens.add(token)
  return { 'set-cookie': `${COOKIE}=${token}; ${ATTRIBUTES}` }
}

/** Signs the browser of a request out: gives the headers that make it forget its token. */
export function signOut(request) {
  tokens.delete(tokenOf(request))
  return { 'set-cookie': `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}` }
}
