/** The page with the deals. */
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { isOpen, stageSums } from '../stages.js'
import { field, optionsOf, selection } from './fields.js'
import { actionButton, addSection, layout } from './layout.js'

const NOTHING_TYPED = { title: '', company: '', value: '' }

/** Shows a deal, with the buttons that move it as long as it is open. */
function dealRow(deal, company) {
  // Shows a deal, with the buttons that move it as long as it is open.
}

/** Shows how many deals are in a stage, and the sum of their values. */
function stageRow({ stage, count, cents }) {
  // Shows how many deals are in a stage, and the sum of their values.
}

/** Writes the page; `add` holds a refused deal. */
export function dealsPage({ store, add = { typed: NOTHING_TYPED, problems: [] } }) {
  // Writes the page; `add` holds a refused deal.
}
