/** The page of a claim. */
import { isOpen, mayDecide, totalOf } from '../claim.js'
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { date: '', description: '', amount: '' }

/** Shows an item, with a button that removes it if it can be removed. */
function itemRow(claim, item, open) {
  // Shows an item, with a button that removes it if it can be removed.
}

/** Says what somebody decided. */
function decisionLine({ by, approved, reason }) {
  // Says what somebody decided.
}

/** Shows the form that adds an item, with what was typed before and what was wrong with that. */
function itemForm(claim, { typed = NOTHING_TYPED, problems } = {}) {
  // Shows the form that adds an item, with what was typed before and what was wrong with that.
}

/** Shows the button that submits a claim, with what was wrong with that. */
function submission(claim, { problems } = {}) {
  // Shows the button that submits a claim, with what was wrong with that.
}

/** Shows what an approver can do, with what was wrong with a rejection. */
function approval(claim, { problems } = {}) {
  // Shows what an approver can do, with what was wrong with a rejection.
}

/**
 * Writes the page of a claim for somebody who may see it.
 * `item`, `submission` and `rejection` hold what was refused.
 */
export function claimPage({ person, claim, item, submission: refused, rejection }) {
  // Writes the page of a claim for somebody who may see it.
}
