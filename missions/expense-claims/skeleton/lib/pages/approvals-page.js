/** The page with the claims that an approver may approve. */
import { totalOf } from '../claim.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout } from './layout.js'

/** Shows a claim with its claimant and its total. */
function claimRow(claim) {
  // Shows a claim with its claimant and its total.
}

/** Writes the page. */
export function approvalsPage({ person, claims }) {
  // Writes the page.
}
