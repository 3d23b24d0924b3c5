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
  const chosen = { tag: query.get('tag') ?? undefined, search: query.get('search') ?? undefined }
  const posts = selectPosts(store.publishedPosts(), chosen)
  sendPage(response, homePage({ chosen, page: pageOf(posts, readPageNumber(query.get('page'))) }))
}

/** Shows a published post with its approved comments. */
function showPost({ response, store, query, id }) {
  const post = requirePublished(store, id)
  const sent = query.has('sent')
  sendPage(response, postPage({ post, comments: store.approvedComments(id), sent }))
}

/** Takes a comment, or shows the post with what is wrong with it. */
async function addComment({ request, response, store, id }) {
  const { values, problems } = readComment(await readForm(request))
  const post = requirePublished(store, id)
  if (problems.length > 0) {
    sendPage(response, postPage({ post, comments: store.approvedComments(id), refused: { values, problems } }), 422)
    return
  }
  await store.addComment({ postId: id, ...values })
  redirect(response, `/posts/${id}?sent`)
}

/** Sends the stylesheet. */
async function showStyles({ response }) {
  sendStyles(response, await readFile(STYLES))
}

/** Finds a published post; a draft is refused as if it did not exist. */
function requirePublished(store, id) {
  const post = store.post(id)
  if (post?.published !== true) throw new HttpError(404, 'No such post', 'This post does not exist.')
  return post
}

export const PUBLIC_ROUTES = [
  { path: /^\/$/, methods: { GET: showHome } },
  { path: /^\/style\.css$/, methods: { GET: showStyles } },
  { path: /^\/posts\/(?<id>[\w-]+)$/, methods: { GET: showPost } },
  { path: /^\/posts\/(?<id>[\w-]+)\/comments$/, methods: { POST: addComment } },
]
