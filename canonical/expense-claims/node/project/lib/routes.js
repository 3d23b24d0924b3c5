/** What each address does. */
import { readFile } from 'node:fs/promises'
import { approvedBy, isOpen, mayDecide, maySee, rejectedBy, submitted } from './claim.js'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readItem, readText } from './input.js'
import { approvalsPage } from './pages/approvals-page.js'
import { claimPage } from './pages/claim-page.js'
import { claimsPage } from './pages/claims-page.js'
import { signInPage } from './pages/sign-in-page.js'
import { personWith } from './people.js'
import { redirect, sendPage, sendStyles } from './responses.js'
import { signIn, signOut, signedInPerson } from './sessions.js'

const STYLES = new URL('../public/style.css', import.meta.url)
const SIGN_IN = '/sign-in'

/** Sends the stylesheet. */
async function showStyles({ response }) {
  sendStyles(response, await readFile(STYLES))
}

/** Asks for name and password. */
function showSignIn({ response }) {
  sendPage(response, signInPage())
}

/** Takes name and password, and refuses wrong ones with a message that contains the word "password". */
async function takePassword({ request, response }) {
  const form = await readForm(request)
  const name = form.get('name') ?? ''
  const person = personWith(name, form.get('password') ?? '')
  if (person === undefined) {
    sendPage(response, signInPage({ name, problems: ['Nobody has this name and this password.'] }), 403)
    return
  }
  redirect(response, '/', signIn(person))
}

/** Signs out. */
async function leave({ request, response }) {
  await readForm(request)
  redirect(response, SIGN_IN, signOut(request))
}

/** Lets a handler work only for somebody who is signed in, and leads everybody else to the sign-in. */
function signedIn(handler) {
  return async (context) => {
    const person = signedInPerson(context.request)
    if (person === undefined) redirect(context.response, SIGN_IN)
    else await handler({ ...context, person })
  }
}

/** Shows the claims of whoever is signed in. */
function showClaims({ response, store, person }) {
  sendPage(response, claimsPage({ person, claims: store.claimsOf(person.name) }))
}

/** Begins a claim, or shows what is wrong with its title. */
async function beginClaim({ request, response, store, person }) {
  const { text, problems } = readText(await readForm(request), 'title')
  if (problems.length > 0) {
    sendPage(response, claimsPage({ person, claims: store.claimsOf(person.name), problems }), 422)
    return
  }
  redirect(response, addressOf(await store.begin(person.name, text)))
}

/** Shows a claim to those who may see it. */
function showClaim({ response, store, person, id }) {
  sendPage(response, claimPage({ person, claim: requireClaim(store, id, person) }))
}

/** Adds an item to an open claim, or shows what is wrong with it. */
async function addItem({ request, response, store, person, id }) {
  const { values, typed, problems } = readItem(await readForm(request))
  const claim = requireOpenClaim(store, id, person)
  if (problems.length > 0) {
    sendPage(response, claimPage({ person, claim, item: { typed, problems } }), 422)
    return
  }
  await store.addItem(id, values)
  redirect(response, addressOf(id))
}

/** Removes an item from an open claim. */
async function removeItem({ request, response, store, person, id }) {
  const form = await readForm(request)
  requireOpenClaim(store, id, person)
  await store.removeItem(id, form.get('item'))
  redirect(response, addressOf(id))
}

/** Submits an open claim, or says that it has no items. */
async function submitClaim({ request, response, store, person, id }) {
  await readForm(request)
  const claim = requireOpenClaim(store, id, person)
  if (claim.items.length === 0) {
    const problems = ['A claim needs at least one item before it can be submitted.']
    sendPage(response, claimPage({ person, claim, submission: { problems } }), 422)
    return
  }
  await store.change(id, submitted(store.nextTurn()))
  redirect(response, addressOf(id))
}

/** Shows the claims that an approver may approve. */
function showApprovals({ response, store, person }) {
  if (!person.approves) throw new HttpError(403, 'Not for you', 'Only approvers can see this page.')
  const claims = store.submitted().filter((claim) => mayDecide(person, claim))
  sendPage(response, approvalsPage({ person, claims }))
}

/** Approves a claim. */
async function approve({ request, response, store, person, id }) {
  await readForm(request)
  await store.change(id, approvedBy(requireDecidable(store, id, person), person.name))
  redirect(response, addressOf(id))
}

/** Rejects a claim, or says that the reason is missing. */
async function reject({ request, response, store, person, id }) {
  const { text, problems } = readText(await readForm(request), 'reason')
  const claim = requireDecidable(store, id, person)
  if (problems.length > 0) {
    sendPage(response, claimPage({ person, claim, rejection: { problems } }), 422)
    return
  }
  await store.change(id, rejectedBy(claim, person.name, text))
  redirect(response, addressOf(id))
}

/** Gives the address of the page of a claim. */
function addressOf(id) {
  return `/claims/${id}`
}

/** Finds a claim that a person may see; any other one is refused as if it did not exist. */
function requireClaim(store, id, person) {
  const claim = store.find(id)
  if (claim === undefined || !maySee(person, claim)) {
    throw new HttpError(404, 'No such claim', 'There is no such claim that you may see.')
  }
  return claim
}

/** Finds a claim that a person may change. */
function requireOpenClaim(store, id, person) {
  const claim = requireClaim(store, id, person)
  if (claim.claimant !== person.name || !isOpen(claim)) {
    throw new HttpError(409, 'Not possible', 'This claim cannot be changed any more.')
  }
  return claim
}

/** Finds a claim that a person may approve or reject now. */
function requireDecidable(store, id, person) {
  const claim = requireClaim(store, id, person)
  if (!mayDecide(person, claim)) throw new HttpError(409, 'Not possible', 'You cannot decide about this claim now.')
  return claim
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/sign-in$/, methods: { GET: showSignIn, POST: takePassword } },
  { path: /^\/sign-out$/, methods: { POST: leave } },
  { path: /^\/$/, methods: { GET: signedIn(showClaims) } },
  { path: /^\/claims$/, methods: { POST: signedIn(beginClaim) } },
  { path: /^\/claims\/(?<id>[\w-]+)$/, methods: { GET: signedIn(showClaim) } },
  { path: /^\/claims\/(?<id>[\w-]+)\/items$/, methods: { POST: signedIn(addItem) } },
  { path: /^\/claims\/(?<id>[\w-]+)\/items\/remove$/, methods: { POST: signedIn(removeItem) } },
  { path: /^\/claims\/(?<id>[\w-]+)\/submit$/, methods: { POST: signedIn(submitClaim) } },
  { path: /^\/claims\/(?<id>[\w-]+)\/approve$/, methods: { POST: signedIn(approve) } },
  { path: /^\/claims\/(?<id>[\w-]+)\/reject$/, methods: { POST: signedIn(reject) } },
  { path: /^\/approvals$/, methods: { GET: signedIn(showApprovals) } },
]
