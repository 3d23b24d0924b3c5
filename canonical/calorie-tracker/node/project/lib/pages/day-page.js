/** The page that shows a day: what was eaten at each meal, and how far that is from the goal. */
import { caloriesOf, distance, MEALS, rounded, sumOf } from '../calories.js'
import { html } from '../html.js'
import { dateForm, layout, problemList } from './layout.js'

const NOTHING_TYPED = { meal: MEALS[0], food: '', amount: '' }

/** Remembers the day that is shown in a form, so that it is still shown afterwards. */
function dateInput(date) {
  return html`<input type="hidden" name="date" value="${date}" />`
}

/** Shows a labelled selection list of a form. */
function selection({ name, label, options, chosen }) {
  return html`<p>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ({ value, text }) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
  </p>`
}

/** Shows the form that adds an entry, with what was typed before and what was wrong with that. */
function addForm(store, date, { typed = NOTHING_TYPED, problems = [] } = {}) {
  const meals = MEALS.map((meal) => ({ value: meal, text: meal }))
  const foods = store.foods().map(({ id, name }) => ({ value: id, text: name }))
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">Add what you ate</h2>
    ${problemList('entry-problem', problems)}
    <form class="fields" method="post" action="/entries" novalidate>
      ${dateInput(date)} ${selection({ name: 'meal', label: 'Meal', options: meals, chosen: typed.meal })}
      ${selection({ name: 'food', label: 'Food', options: foods, chosen: typed.food })}
      <p>
        <label for="amount">Amount in grams</label>
        <input id="amount" name="amount" inputmode="decimal" value="${typed.amount}" autocomplete="off" />
      </p>
      <p><button class="main" id="add-entry">Add</button></p>
    </form>
  </section>`
}

/** Shows an entry with its button. */
function entryRow(entry) {
  return html`<tr>
    <td class="text">${entry.food.name}</td>
    <td class="number">${entry.grams} g</td>
    <td class="number">${rounded(caloriesOf(entry))}</td>
    <td>
      <form method="post" action="/entries/${entry.id}/delete"><button>Delete</button></form>
    </td>
  </tr>`
}

/** Shows a meal: its name with its sum, and its entries. */
function mealRows(meal, entries) {
  const ofMeal = entries.filter((entry) => entry.meal === meal)
  return html`<tr class="meal">
      <th scope="rowgroup" colspan="2">${meal}</th>
      <td class="number" id="sum-${meal.toLowerCase()}">${rounded(sumOf(ofMeal))}</td>
      <td></td>
    </tr>
    ${ofMeal.map(entryRow)}`
}

/** Shows the meals of a day and their total. */
function meals(entries, goal) {
  const total = sumOf(entries)
  return html`<section aria-label="Meals">
    <table>
      ${MEALS.map((meal) => mealRows(meal, entries))}
    </table>
    <p>Total <strong id="total">${rounded(total)}</strong>, <strong id="distance">${distance(total, goal)}</strong></p>
  </section>`
}

/** Shows the form that changes the goal, with what was typed before and what was wrong with that. */
function goalForm(date, goal, { typed = goal, problems = [] } = {}) {
  return html`<section>
    ${problemList('goal-problem', problems)}
    <form class="fields" method="post" action="/goal" novalidate>
      ${dateInput(date)}
      <p>
        <label for="goal">Daily goal</label>
        <input id="goal" name="goal" inputmode="numeric" value="${typed}" autocomplete="off" />
      </p>
      <p><button id="change-goal">Change goal</button></p>
    </form>
  </section>`
}

/**
 * Writes the page of a day, or only the form that chooses one where none was chosen yet.
 * `add` holds a refused entry, `change` a refused goal.
 */
export function dayPage({ store, date, add, change }) {
  const chosen = date !== undefined
  return layout({
    title: chosen ? `Day ${date}` : 'Day',
    address: '/day',
    content: html`${dateForm({ address: '/day', id: 'day', label: 'Day', date })}
    ${
      chosen &&
      html`${addForm(store, date, add)} ${meals(store.entriesOn(date), store.goal())}
      ${goalForm(date, store.goal(), change)}`
    }`,
  })
}
