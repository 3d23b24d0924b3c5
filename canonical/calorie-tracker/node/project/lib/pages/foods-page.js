/** The page with the foods. */
import { html } from '../html.js'
import { MAX_NAME_LENGTH } from '../input.js'
import { layout, problemList } from './layout.js'

const NOTHING_TYPED = { name: '', calories: '' }

/** Shows the form that adds a food, with what was typed before and what was wrong with that. */
function addForm({ typed = NOTHING_TYPED, problems = [] } = {}) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add a food</h2>
    ${problemList('food-problem', problems)}
    <form class="fields" method="post" action="/foods" novalidate>
      <p>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="${MAX_NAME_LENGTH}" value="${typed.name}" autocomplete="off" />
      </p>
      <p>
        <label for="calories">Calories per 100 g</label>
        <input id="calories" name="calories" inputmode="decimal" value="${typed.calories}" autocomplete="off" />
      </p>
      <p><button class="main" id="add-food">Add food</button></p>
    </form>
  </section>`
}

/** Shows a food with its button. */
function foodRow({ id, name, calories }) {
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="number">${calories}</td>
    <td>
      <form method="post" action="/foods/${id}/delete"><button>Delete</button></form>
    </td>
  </tr>`
}

/** Shows all foods, or says that there are none. */
function foodTable(foods) {
  if (foods.length === 0) return html`<p class="empty">There are no foods yet.</p>`
  return html`<table>
    <tr>
      ${['Food', 'Calories', ''].map((name) => html`<th scope="col">${name}</th>`)}
    </tr>
    ${foods.map(foodRow)}
  </table>`
}

/**
 * Writes the page with the foods.
 * `add` holds a refused food; `deletion` says why one could not be deleted.
 */
export function foodsPage({ store, add, deletion }) {
  return layout({
    title: 'Foods',
    address: '/',
    content: html`${addForm(add)}
      <section aria-labelledby="list-heading">
        <h2 id="list-heading">Your foods</h2>
        ${problemList('delete-problem', deletion === undefined ? [] : [deletion.problem])} ${foodTable(store.foods())}
      </section>`,
  })
}
