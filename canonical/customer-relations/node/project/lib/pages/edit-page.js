/** The page with the form that holds a company. */
import { html } from '../html.js'
import { field } from './fields.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with what was typed and what was wrong with that. */
export function editPage({ id, typed, problems = [] }) {
  return layout({
    title: 'Edit company',
    content: html`<section>
      ${problemList('edit-problem', problems)}
      <form class="fields" method="post" action="/companies/${id}/edit" novalidate>
        ${field({ name: 'name', label: 'Name', value: typed.name })}
        ${field({ name: 'city', label: 'City', value: typed.city })}
        <p><button class="main" id="save">Save</button></p>
      </form>
    </section>`,
  })
}
