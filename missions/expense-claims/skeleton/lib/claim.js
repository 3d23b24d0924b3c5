/** What holds of a claim. */

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} date such as 2031-05-09
 * @property {string} description
 * @property {number} cents
 */

/**
 * @typedef {object} Decision
 * @property {string} by the name of an approver
 * @property {boolean} approved
 * @property {string} [reason] why it was rejected
 */

/**
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} claimant
 * @property {string} title
 * @property {'Draft' | 'Submitted' | 'Approved' | 'Rejected'} state
 * @property {number} turn claims that were submitted later have a greater one; 0 for drafts
 * @property {Item[]} items
 * @property {Decision[]} decisions since it was submitted last
 */

/** The largest total in cents for which one approval is enough. */
const ONE_APPROVAL_UP_TO = 500_00

/** Sums up the items of a claim in cents. */
export function totalOf(claim) {
  // Sums up the items of a claim in cents.
}

/** Says whether a claim can be changed and submitted. */
export function isOpen(claim) {
  // Says whether a claim can be changed and submitted.
}

/** Says whether a person may see the page of a claim. */
export function maySee(person, claim) {
  // Says whether a person may see the page of a claim.
}

/** Says whether a person may approve or reject a claim now. */
export function mayDecide(person, claim) {
  // Says whether a person may approve or reject a claim now.
}

/** Gives what changes in a claim that is submitted. */
export function submitted(turn) {
  // Gives what changes in a claim that is submitted.
}

/** Gives what changes in a claim that somebody approves: large ones need another approval. */
export function approvedBy(claim, name) {
  // Gives what changes in a claim that somebody approves: large ones need another approval.
}

/** Gives what changes in a claim that somebody rejects. */
export function rejectedBy(claim, name, reason) {
  // Gives what changes in a claim that somebody rejects.
}
