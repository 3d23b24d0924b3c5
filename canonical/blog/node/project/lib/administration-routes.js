/** What only the administration can see and do. */
import { readForm } from './form.js'
import { HttpError } from './http-error.js'
import { readPost } from './input.js'
import { commentsPage } from './pages/comments-page.js'
import { postFormPage } from './pages/post-form-page.js'
import { postsPage } from './pages/posts-page.js'
import { signInPage } from './pages/sign-in-page.js'
import { redirect, sendPage } from './responses.js'
import { isSignedIn, signIn, signOut } from './sessions.js'

const SIGN_IN = '/administration'
const POSTS = '/administration/posts'
const COMMENTS = '/administration/comments'

/** Lets a handler work only for a browser that is signed in, and leads every other one to the password. */
function signedIn(handler) {
  return async (context) => {
    if (isSignedIn(context.request)) await handler(context)
    else redirect(context.response, SIGN_IN)
  }
}

/** Asks for the password. */
function showSignIn({ response }) {
  sendPage(response, signInPage())
}

/** Takes the password, and refuses a wrong one with a message that contains the word "password". */
async function takePassword({ request, response }) {
  const headers = signIn((await readForm(request)).get('password') ?? '')
  if (headers === undefined) sendPage(response, signInPage({ problems: ['This is not the password.'] }), 403)
  else redirect(response, POSTS, headers)
}

/** Signs out. */
async function leave({ request, response }) {
  await readForm(request)
  redirect(response, SIGN_IN, signOut(request))
}

/** Lists all posts. */
function showPosts({ response, store }) {
  sendPage(response, postsPage(store.posts()))
}

/** Shows the form for a new post. */
function showNewPost({ response }) {
  sendPage(response, postFormPage())
}

/** Adds a post as a draft, or shows its form with what is wrong with it. */
async function addPost({ request, response, store }) {
  const { values, typed, problems } = readPost(await readForm(request))
  if (problems.length > 0) {
    sendPage(response, postFormPage({ typed, problems }), 422)
    return
  }
  await store.addPost(values)
  redirect(response, POSTS)
}

/** Shows the form that holds a post. */
function showEdit({ response, store, id }) {
  const post = requirePost(store, id)
  sendPage(response, postFormPage({ id, typed: { ...post, tags: post.tags.join(', ') } }))
}

/** Changes the words of a post, or shows its form with what is wrong with them. */
async function changePost({ request, response, store, id }) {
  const { values, typed, problems } = readPost(await readForm(request))
  requirePost(store, id)
  if (problems.length > 0) {
    sendPage(response, postFormPage({ id, typed, problems }), 422)
    return
  }
  await store.changePost(id, values)
  redirect(response, POSTS)
}

/** Makes a handler that does something to one post and goes back to the list. */
function postAction(act) {
  return async ({ request, response, store, id }) => {
    await readForm(request)
    requirePost(store, id)
    await act(store, id)
    redirect(response, POSTS)
  }
}

/** Lists all comments. */
function showComments({ response, store }) {
  sendPage(response, commentsPage(store))
}

/** Makes a handler that does something to one comment and goes back to the list. */
function commentAction(act) {
  return async ({ request, response, store, id }) => {
    await readForm(request)
    if (store.comment(id) === undefined) throw new HttpError(404, 'No such comment', 'Perhaps it was deleted already.')
    await act(store, id)
    redirect(response, COMMENTS)
  }
}

/** Finds a post, or refuses an id that no post has (any more). */
function requirePost(store, id) {
  const post = store.post(id)
  if (post === undefined) throw new HttpError(404, 'No such post', 'Perhaps it was deleted already.')
  return post
}

/** A route that is closed to who is not signed in. */
function closed(path, methods) {
  return {
    path,
    methods: Object.fromEntries(Object.entries(methods).map(([method, handler]) => [method, signedIn(handler)])),
  }
}

export const ADMINISTRATION_ROUTES = [
  { path: /^\/administration$/, methods: { GET: showSignIn, POST: takePassword } },
  closed(/^\/administration\/sign-out$/, { POST: leave }),
  closed(/^\/administration\/posts$/, { GET: showPosts, POST: addPost }),
  closed(/^\/administration\/posts\/new$/, { GET: showNewPost }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)$/, { GET: showEdit, POST: changePost }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/publish$/, {
    POST: postAction((store, id) => store.changePost(id, { published: true })),
  }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/unpublish$/, {
    POST: postAction((store, id) => store.changePost(id, { published: false })),
  }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/delete$/, {
    POST: postAction((store, id) => store.removePost(id)),
  }),
  closed(/^\/administration\/comments$/, { GET: showComments }),
  closed(/^\/administration\/comments\/(?<id>[\w-]+)\/approve$/, {
    POST: commentAction((store, id) => store.approveComment(id)),
  }),
  closed(/^\/administration\/comments\/(?<id>[\w-]+)\/delete$/, {
    POST: commentAction((store, id) => store.removeComment(id)),
  }),
]
