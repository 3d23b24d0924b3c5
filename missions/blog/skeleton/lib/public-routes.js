/** What everybody can see and do. */
import { readFile } from 'node:fs/promises'
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readComment } from './input.js'
import { homePage } from './pages/home-page.js'
import { postPage } from './pages/post-page.js'
import { redirect, sendPage, sendStyles } from './responses.js'
import { pageOf, readPageNumber, selectPosts } from './selection.js'

const STYLES = new URL('../public/style.css', import.meta.url)

/** Shows one page of the published posts, perhaps only those with a tag or with some words. */
function showHome({ response, store, query }) {
  // Shows one page of the published posts, perhaps only those with a tag or with some words.
}

/** Shows a published post with its approved comments. */
function showPost({ response, store, query, id }) {
  // Shows a published post with its approved comments.
}

/** Takes a comment, or shows the post with what is wrong with it. */
async function addComment({ request, response, store, id }) {
  // Takes a comment, or shows the post with what is wrong with it.
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  // Sends the stylesheet.
}

/** Finds a published post; a draft is refused as if it did not exist. */
function requirePublished(store, id) {
  // Finds a published post; a draft is refused as if it did not exist.
}

export const PUBLIC_ROUTES = [
  { path: /^\/$/, methods: { GET: showHome } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/posts\/(?<id>[\w-]+)$/, methods: { GET: showPost } },
  { path: /^\/posts\/(?<id>[\w-]+)\/comments$/, methods: { POST: addComment } },
]
