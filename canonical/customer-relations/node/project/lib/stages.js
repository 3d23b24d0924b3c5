/** The stages of deals. */

export const STAGES = ['Lead', 'Offer', 'Won', 'Lost']

/** Stage → the next one on the way to Won. */
const NEXT = { Lead: 'Offer', Offer: 'Won' }

/** Says whether a deal can still be moved. */
export function isOpen(deal) {
  return deal.stage in NEXT
}

/** Gives the stage after that of an open deal. */
export function nextStage(deal) {
  return NEXT[deal.stage]
}

/** Sums up the values of deals in cents. */
export function sumOf(deals) {
  return deals.reduce((sum, deal) => sum + deal.cents, 0)
}

/** Counts and sums up the deals of each stage. */
export function stageSums(deals) {
  return STAGES.map((stage) => {
    const inStage = deals.filter((deal) => deal.stage === stage)
    return { stage, count: inStage.length, cents: sumOf(inStage) }
  })
}
