/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'foods-link', address: '/', name: 'Foods' },
  { id: 'day-link', address: '/day', name: 'Day' },
  { id: 'week-link', address: '/week', name: 'Week' },
]

/** Links to one page and marks the page that is shown. */
function pageLink({ id, address, name }, current) {
  return html`<a id="${id}" href="${address}" ${address === current && html`aria-current="page"`}>${name}</a>`
}

/** Puts the content of a page into a whole document. */
export function layout({ title, address, content }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Calorie tracker</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <p class="brand">Calorie tracker</p>
          <nav aria-label="Pages">${PAGES.map((page) => pageLink(page, address))}</nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems) {
  return problems.length > 0 && html`<p class="problem" id="${id}" role="alert">${problems.join(' ')}</p>`
}

/** Shows the form that chooses a date and comes back to the same page with it. */
export function dateForm({ address, id, label, date }) {
  return html`<section>
    <form class="fields" method="get" action="${address}">
      <p>
        <label for="${id}">${label}</label>
        <input id="${id}" name="date" type="date" value="${date}" />
      </p>
      <p><button id="show-${id}">Show</button></p>
    </form>
  </section>`
}
