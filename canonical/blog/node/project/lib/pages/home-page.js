/** The page with the posts. */
import { html } from '../html.js'
import { layout, tagLinks } from './layout.js'

/** Shows a post by its title and its tags. */
function postEntry({ id, title, tags }) {
  return html`<article>
    <h2><a href="/posts/${id}">${title}</a></h2>
    ${tagLinks(tags)}
  </article>`
}

/** Gives the address of another page of the same posts. */
function pageAddress({ tag, search }, number) {
  const query = new URLSearchParams({ ...(tag && { tag }), ...(search && { search }), page: number })
  return `/?${query}`
}

/** Links to the older and the newer posts, where there are such. */
function pageLinks(chosen, { number, hasOlder, hasNewer }) {
  return html`<nav class="pages" aria-label="More posts">
    ${hasNewer && html`<a href="${pageAddress(chosen, number - 1)}">Newer</a>`}
    ${hasOlder && html`<a href="${pageAddress(chosen, number + 1)}">Older</a>`}
  </nav>`
}

/** Says in a title which posts are shown. */
function titleOf({ tag, search }) {
  if (tag !== undefined) return `Posts about ${tag}`
  return search === undefined ? 'Posts' : `Posts with “${search}”`
}

/** Writes one page of the posts that were chosen by a tag or by some words. */
export function homePage({ chosen, page }) {
  return layout({
    title: titleOf(chosen),
    search: chosen.search,
    content: html`${page.posts.length === 0 && html`<p class="empty">There are no posts here.</p>`}
    ${page.posts.map(postEntry)} ${pageLinks(chosen, page)}`,
  })
}
