/** The page with the companies. */
import { html } from '../html.js'
import { field } from './fields.js'
import { actionButton, addSection, layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', city: '' }

/** Says whether the name or the city of a company contains some words, whatever the case of their letters. */
function mentions({ name, city }, words) {
  return [name, city].some((text) => text.toLowerCase().includes(words.toLowerCase()))
}

/** Shows a company; its name leads to its page. */
function companyRow({ id, name, city }) {
  return html`<tr>
    <th scope="row"><a href="/companies/${id}">${name}</a></th>
    <td class="text">${city}</td>
    <td class="actions">
      <a href="/companies/${id}/edit">Edit</a> ${actionButton(`/companies/${id}/delete`, 'Delete')}
    </td>
  </tr>`
}

/**
 * Writes the page with the companies that some words are found in.
 * `add` holds a refused company; `deletion` says why one could not be deleted.
 */
export function companiesPage({ store, search = '', add = { typed: NOTHING_TYPED, problems: [] }, deletion }) {
  const companies = store.companies().filter((company) => mentions(company, search))
  return layout({
    title: 'Companies',
    address: '/',
    content: html`<section aria-label="Companies">
        ${problemList('delete-problem', deletion === undefined ? [] : [deletion.problem])}
        <form class="fields" method="get" action="/" role="search">
          ${field({ name: 'search', label: 'Search', value: search })}
          <p><button id="search-button">Search</button></p>
        </form>
        ${companies.length === 0 && html`<p class="empty">There are no companies here.</p>`}
        <table>
          ${companies.map(companyRow)}
        </table>
      </section>
      ${addSection({
        title: 'Add a company',
        address: '/companies',
        problems: add.problems,
        fields: [
          field({ name: 'name', label: 'Name', value: add.typed.name }),
          field({ name: 'city', label: 'City', value: add.typed.city }),
        ],
      })}`,
  })
}
