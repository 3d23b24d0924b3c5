/** What all pages have in common. */
import { html } from '../html.js'

/** Puts the content of a page into a whole document. */
export function layout({ title, content }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Calendar</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
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
