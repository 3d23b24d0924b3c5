/** The page with the claims of one person. */
import { totalOf } from '../claim.js'
import { html } from '../html.js'
import { MAX_LENGTH } from '../input.js'
import { formatMoney } from '../money.js'
import { layout, problemList } from './layout.js'

/** Shows a claim with its total and its state. */
function claimRow(claim) {
  return html`<tr>
    <th scope="row"><a href="/claims/${claim.id}">${claim.title}</a></th>
    <td class="sum">${formatMoney(totalOf(claim))}</td>
    <td>${claim.state}</td>
  </tr>`
}

/** Sums up the approved claims in cents. */
function approvedSum(claims) {
  return claims.filter((claim) => claim.state === 'Approved').reduce((sum, claim) => sum + totalOf(claim), 0)
}

/** Writes the page, with what was wrong with the title of a new claim. */
export function claimsPage({ person, claims, problems }) {
  return layout({
    title: 'My claims',
    person,
    content: html`<section aria-labelledby="begin-heading">
        <h2 id="begin-heading">Begin a claim</h2>
        ${problemList('title-problem', problems)}
        <form class="fields" method="post" action="/claims" novalidate>
          <p>
            <label for="title">Title</label>
            <input id="title" name="title" maxlength="${MAX_LENGTH}" autocomplete="off" />
          </p>
          <p><button class="main" id="begin">Begin</button></p>
        </form>
      </section>
      <section aria-label="Claims">
        ${claims.length === 0 && html`<p class="empty">You have no claims yet.</p>`}
        <table>
          ${claims.map(claimRow)}
        </table>
        <p>Approved so far: <strong id="approved-sum">${formatMoney(approvedSum(claims))}</strong></p>
      </section>`,
  })
}
