/** The page with the claims of one person. */
import { totalOf } from '../claim.js'
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

/** Shows a claim with its total and its state. */
function claimRow(claim) {
  // Shows a claim with its total and its state.
}

/** Sums up the approved claims in cents. */
function approvedSum(claims) {
  // Sums up the approved claims in cents.
}

/** Writes the page, with what was wrong with the title of a new claim. */
export function claimsPage({ person, claims, problems }) {
  // Writes the page, with what was wrong with the title of a new claim.
}
