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
  // Sends the stylesheet.
}

/** Asks for name and password. */
function showSignIn({ response }) {
  // Asks for name and password.
}

/** Takes name and password, and refuses wrong ones with a message that contains the word "password". */
async function takePassword({ request, response }) {
  // Takes name and password, and refuses wrong ones with a message that contains the word "password".
}

/** Signs out. */
async function leave({ request, response }) {
  // Signs out.
}

/** Lets a handler work only for somebody who is signed in, and leads everybody else to the sign-in. */
function signedIn(handler) {
  // Lets a handler work only for somebody who is signed in, and leads everybody else to the sign-in.
}

/** Shows the claims of whoever is signed in. */
function showClaims({ response, store, person }) {
  // Shows the claims of whoever is signed in.
}

/** Begins a claim, or shows what is wrong with its title. */
async function beginClaim({ request, response, store, person }) {
  // Begins a claim, or shows what is wrong with its title.
}

/** Shows a claim to those who may see it. */
function showClaim({ response, store, person, id }) {
  // Shows a claim to those who may see it.
}

/** Adds an item to an open claim, or shows what is wrong with it. */
async function addItem({ request, response, store, person, id }) {
  // Adds an item to an open claim, or shows what is wrong with it.
}

/** Removes an item from an open claim. */
async function removeItem({ request, response, store, person, id }) {
  // Removes an item from an open claim.
}

/** Submits an open claim, or says that it has no items. */
async function submitClaim({ request, response, store, person, id }) {
  // Submits an open claim, or says that it has no items.
}

/** Shows the claims that an approver may approve. */
function showApprovals({ response, store, person }) {
  // Shows the claims that an approver may approve.
}

/** Approves a claim. */
async function approve({ request, response, store, person, id }) {
  // Approves a claim.
}

/** Rejects a claim, or says that the reason is missing. */
async function reject({ request, response, store, person, id }) {
  // Rejects a claim, or says that the reason is missing.
}

/** Gives the address of the page of a claim. */
function addressOf(id) {
  // Gives the address of the page of a claim.
}

/** Finds a claim that a person may see; any other one is refused as if it did not exist. */
function requireClaim(store, id, person) {
  // Finds a claim that a person may see; any other one is refused as if it did not exist.
}

/** Finds a claim that a person may change. */
function requireOpenClaim(store, id, person) {
  // Finds a claim that a person may change.
}

/** Finds a claim that a person may approve or reject now. */
function requireDecidable(store, id, person) {
  // Finds a claim that a person may approve or reject now.
}

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [] /* The data of ROUTES belongs here. */
