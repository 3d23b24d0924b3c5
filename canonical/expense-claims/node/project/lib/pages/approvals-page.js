/** The page with the claims that an approver may approve. */
import { totalOf } from '../claim.js'
import { html } from '../html.js'
import { formatMoney } from '../money.js'
import { layout } from './layout.js'

/** Shows a claim with its claimant and its total. */
function claimRow(claim) {
  return html`<tr>
    <td>${claim.claimant}</td>
    <th scope="row"><a href="/claims/${claim.id}">${claim.title}</a></th>
    <td class="sum">${formatMoney(totalOf(claim))}</td>
  </tr>`
}

/** Writes the page. */
export function approvalsPage({ person, claims }) {
  return layout({
    title: 'Approvals',
    person,
    content: html`<section>
      ${claims.length === 0 && html`<p class="empty">Nothing awaits your approval.</p>`}
      <table>
        ${claims.map(claimRow)}
      </table>
    </section>`,
  })
}
