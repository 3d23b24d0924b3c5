/** What all pages have in common. */
import { html } from '../html.js'

/** Puts the content of a page into a whole document. */
function documentOf({ title, header, content }) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Blog</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>${header}</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** Writes a page of the blog, with a way home and the search in its header. */
export function layout({ title, search = '', content }) {
  const header = html`<p class="brand"><a id="home-link" href="/">Blog</a></p>
    <form class="search" method="get" action="/" role="search">
      <label for="search">Search</label>
      <input id="search" name="search" value="${search}" autocomplete="off" />
      <button id="search-button">Search</button>
    </form>`
  return documentOf({ title, header, content })
}

/** Writes a page of the administration, with links to its other pages and the button "Sign out". */
export function administrationLayout({ title, content }) {
  const header = html`<p class="brand">Administration</p>
    <nav aria-label="Pages">
      <a href="/administration/posts">Posts</a>
      <a href="/administration/posts/new">New post</a>
      <a href="/administration/comments">Comments</a>
      <a href="/">Blog</a>
    </nav>
    <form method="post" action="/administration/sign-out"><button>Sign out</button></form>`
  return documentOf({ title, header, content })
}

/** Shows what was wrong with a form, in an element with the given id, or nothing. */
export function problemList(id, problems) {
  return problems.length > 0 && html`<p class="problem" id="${id}" role="alert">${problems.join(' ')}</p>`
}

/** Links to all posts with each of some tags. */
export function tagLinks(tags) {
  const link = (tag) => html`<a rel="tag" href="/?tag=${encodeURIComponent(tag)}">${tag}</a>`
  return tags.length > 0 && html`<p class="tags">${tags.map(link)}</p>`
}

/** A button that does something at once. */
export function actionButton(address, name) {
  return html`<form method="post" action="${address}"><button>${name}</button></form>`
}
