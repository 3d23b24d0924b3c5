/** What all pages have in common. */
import { html } from '../html.js'

/** Links to the pages that a person can see, and lets them sign out. */
function navigation(person) {
  return html`<nav aria-label="Pages">
      <a href="/">My claims</a>
      ${person.approves && html`<a href="/approvals">Approvals</a>`}
    </nav>
    <form method="post" action="/sign-out">
      <span>Signed in as ${person.name}</span>
      <button>Sign out</button>
    </form>`
}

/** Puts the content of a page into a whole document, for the person who is signed in, if somebody is. */
export function layout({ title, person, content }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Expense claims</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <p class="brand">Expense claims</p>
          ${person && navigation(person)}
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems = []) {
  return problems.length > 0 && html`<p class="problem" id="${id}" role="alert">${problems.join(' ')}</p>`
}
