/** The page of a claim. */
import { isOpen, mayDecide, totalOf } from '../claim.js'
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { date: '', description: '', amount: '' }

/** Shows an item, with a button that removes it if it can be removed. */
function itemRow(claim, item, open) {
  return html`<tr>
    <td><time datetime="${item.date}">${item.date}</time></td>
    <td class="text">${item.description}</td>
    <td class="sum">${formatMoney(item.cents)}</td>
    ${
      open &&
      html`<td>
        <form method="post" action="/claims/${claim.id}/items/remove">
          <input type="hidden" name="item" value="${item.id}" />
          <button>Remove</button>
        </form>
      </td>`
    }
  </tr>`
}

/** Says what somebody decided. */
function decisionLine({ by, approved, reason }) {
  return html`<p class="text">${approved ? `Approved by ${by}` : `Rejected by ${by}: ${reason}`}</p>`
}

/** Shows the form that adds an item, with what was typed before and what was wrong with that. */
function itemForm(claim, { typed = NOTHING_TYPED, problems } = {}) {
  return html`<section aria-labelledby="item-heading">
    <h2 id="item-heading">Add an item</h2>
    ${problemList('item-problem', problems)}
    <form class="fields" method="post" action="/claims/${claim.id}/items" novalidate>
      <p>
        <label for="date">Date</label>
        <input id="date" name="date" type="date" value="${typed.date}" />
      </p>
      <p>
        <label for="description">Description</label>
        <input id="description" name="description" maxlength="${MAX_LENGTH}" value="${typed.description}" />
      </p>
      <p>
        <label for="amount">Amount</label>
        <input id="amount" name="amount" inputmode="decimal" value="${typed.amount}" autocomplete="off" />
      </p>
      <p><button class="main" id="add-item">Add</button></p>
    </form>
  </section>`
}

/** Shows the button that submits a claim, with what was wrong with that. */
function submission(claim, { problems } = {}) {
  return html`<section aria-label="Submission">
    ${problemList('submit-problem', problems)}
    <form method="post" action="/claims/${claim.id}/submit"><button class="main">Submit</button></form>
  </section>`
}

/** Shows what an approver can do, with what was wrong with a rejection. */
function approval(claim, { problems } = {}) {
  return html`<section aria-label="Approval">
    <form method="post" action="/claims/${claim.id}/approve"><button class="main">Approve</button></form>
    ${problemList('reject-problem', problems)}
    <form class="fields" method="post" action="/claims/${claim.id}/reject" novalidate>
      <p>
        <label for="reason">Reason</label>
        <input id="reason" name="reason" maxlength="${MAX_LENGTH}" autocomplete="off" />
      </p>
      <p><button>Reject</button></p>
    </form>
  </section>`
}

/**
 * Writes the page of a claim for somebody who may see it.
 * `item`, `submission` and `rejection` hold what was refused.
 */
export function claimPage({ person, claim, item, submission: refused, rejection }) {
  const open = claim.claimant === person.name && isOpen(claim)
  return layout({
    title: claim.title,
    person,
    content: html`<section aria-label="Claim">
        <p>Claim of ${claim.claimant}: <strong id="state">${claim.state}</strong></p>
        ${claim.decisions.length > 0 && html`<div id="decisions">${claim.decisions.map(decisionLine)}</div>`}
        <table>
          ${claim.items.map((each) => itemRow(claim, each, open))}
        </table>
        <p>Total <strong id="total">${formatMoney(totalOf(claim))}</strong></p>
      </section>
      ${open && html`${itemForm(claim, item)} ${submission(claim, refused)}`}
      ${mayDecide(person, claim) && approval(claim, rejection)}`,
  })
}
