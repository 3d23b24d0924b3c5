/** The page with the posts. */
import { html } from '../html.js'
import { layout, tagLinks } from './layout.js'

/** Shows a post by its title and its tags. */
function postEntry({ id, title, tags }) {
  // Shows a post by its title and its tags.
}

/** Gives the address of another page of the same posts. */
function pageAddress({ tag, search }, number) {
  // Gives the address of another page of the same posts.
}

/** Links to the older and the newer posts, where there are such. */
function pageLinks(chosen, { number, hasOlder, hasNewer }) {
  // Links to the older and the newer posts, where there are such.
}

/** Says in a title which posts are shown. */
function titleOf({ tag, search }) {
  // Says in a title which posts are shown.
}

/** Writes one page of the posts that were chosen by a tag or by some words. */
export function homePage({ chosen, page }) {
  // Writes one page of the posts that were chosen by a tag or by some words.
}
