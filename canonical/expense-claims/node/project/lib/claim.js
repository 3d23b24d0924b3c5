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
  return claim.items.reduce((sum, item) => sum + item.cents, 0)
}

/** Says whether a claim can be changed and submitted. */
export function isOpen(claim) {
  return claim.state === 'Draft' || claim.state === 'Rejected'
}

/** Says whether a person may see the page of a claim. */
export function maySee(person, claim) {
  return claim.claimant === person.name || (person.approves && claim.state !== 'Draft')
}

/** Says whether a person may approve or reject a claim now. */
export function mayDecide(person, claim) {
  const own = claim.claimant === person.name
  const decided = claim.decisions.some((decision) => decision.by === person.name)
  return person.approves && claim.state === 'Submitted' && !own && !decided
}

/** Gives what changes in a claim that is submitted. */
export function submitted(turn) {
  return { state: 'Submitted', turn, decisions: [] }
}

/** Gives what changes in a claim that somebody approves: large ones need another approval. */
export function approvedBy(claim, name) {
  const decisions = [...claim.decisions, { by: name, approved: true }]
  const needed = totalOf(claim) > ONE_APPROVAL_UP_TO ? 2 : 1
  return { decisions, state: decisions.length >= needed ? 'Approved' : 'Submitted' }
}

/** Gives what changes in a claim that somebody rejects. */
export function rejectedBy(claim, name, reason) {
  return { decisions: [...claim.decisions, { by: name, approved: false, reason }], state: 'Rejected' }
}
