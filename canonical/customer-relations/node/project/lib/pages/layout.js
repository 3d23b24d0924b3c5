/** What all pages have in common. */
import { html } from '../html.js'

const PAGES = [
  { id: 'companies-link', address: '/', name: 'Companies' },
  { id: 'contacts-link', address: '/contacts', name: 'Contacts' },
  { id: 'deals-link', address: '/deals', name: 'Deals' },
  { id: 'activities-link', address: '/activities', name: 'Activities' },
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
        <title>${title} – Customer relations</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <p class="brand">Customer relations</p>
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

/** Shows a form that adds something, with its fields and what was wrong with them. */
export function addSection({ title, address, problems, fields }) {
  return html`<section aria-labelledby="add-heading">
    <h2 id="add-heading">${title}</h2>
    ${problemList('add-problem', problems)}
    <form class="fields" method="post" action="${address}" novalidate>
      ${fields}
      <p><button class="main" id="add">Add</button></p>
    </form>
  </section>`
}

/** A button that does something at once. */
export function actionButton(address, name) {
  return html`<form method="post" action="${address}"><button>${name}</button></form>`
}
