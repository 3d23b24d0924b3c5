/** The stages of deals. */

export const STAGES = ['Lead', 'Offer', 'Won', 'Lost']

/** Stage → the next one on the way to Won. */
const NEXT = { Lead: 'Offer', Offer: 'Won' }

/** Says whether a deal can still be moved. */
export function isOpen(deal) {
  // Says whether a deal can still be moved.
}

/** Gives the stage after that of an open deal. */
export function nextStage(deal) {
  // Gives the stage after that of an open deal.
}

/** Sums up the values of deals in cents. */
export function sumOf(deals) {
  // Sums up the values of deals in cents.
}

/** Counts and sums up the deals of each stage. */
export function stageSums(deals) {
  // Counts and sums up the deals of each stage.
}
