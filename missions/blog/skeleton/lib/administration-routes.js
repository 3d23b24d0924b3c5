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
  // Lets a handler work only for a browser that is signed in, and leads every other one to the password.
}

/** Asks for the password. */
function showSignIn({ response }) {
  // Asks for the password.
}

/** Takes the password, and refuses a wrong one with a message that contains the word "password". */
async function takePassword({ request, response }) {
  // Takes the password, and refuses a wrong one with a message that contains the word "password".
}

/** Signs out. */
async function leave({ request, response }) {
  // Signs out.
}

/** Lists all posts. */
function showPosts({ response, store }) {
  // Lists all posts.
}

/** Shows the form for a new post. */
function showNewPost({ response }) {
  // Shows the form for a new post.
}

/** Adds a post as a draft, or shows its form with what is wrong with it. */
async function addPost({ request, response, store }) {
  // Adds a post as a draft, or shows its form with what is wrong with it.
}

/** Shows the form that holds a post. */
function showEdit({ response, store, id }) {
  // Shows the form that holds a post.
}

/** Changes the words of a post, or shows its form with what is wrong with them. */
async function changePost({ request, response, store, id }) {
  // Changes the words of a post, or shows its form with what is wrong with them.
}

/** Makes a handler that does something to one post and goes back to the list. */
function postAction(act) {
  // Makes a handler that does something to one post and goes back to the list.
}

/** Lists all comments. */
function showComments({ response, store }) {
  // Lists all comments.
}

/** Makes a handler that does something to one comment and goes back to the list. */
function commentAction(act) {
  // Makes a handler that does something to one comment and goes back to the list.
}

/** Finds a post, or refuses an id that no post has (any more). */
function requirePost(store, id) {
  // Finds a post, or refuses an id that no post has (any more).
}

/** A route that is closed to who is not signed in. */
function closed(path, methods) {
  // A route that is closed to who is not signed in.
}

export const ADMINISTRATION_ROUTES = [
  { path: /^\/administration$/, methods: { GET: showSignIn, POST: takePassword } },
  closed(/^\/administration\/sign-out$/, { POST: leave }),
  closed(/^\/administration\/posts$/, { GET: showPosts, POST: addPost }),
  closed(/^\/administration\/posts\/new$/, { GET: showNewPost }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)$/, { GET: showEdit, POST: changePost }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/publish$/, {
    POST: postAction((store, id) => {
      // The function that postAction calls, given store and id.
    }),
  }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/unpublish$/, {
    POST: postAction((store, id) => {
      // The function that postAction calls, given store and id.
    }),
  }),
  closed(/^\/administration\/posts\/(?<id>[\w-]+)\/delete$/, {
    POST: postAction((store, id) => {
      // The function that postAction calls, given store and id.
    }),
  }),
  closed(/^\/administration\/comments$/, { GET: showComments }),
  closed(/^\/administration\/comments\/(?<id>[\w-]+)\/approve$/, {
    POST: commentAction((store, id) => {
      // The function that commentAction calls, given store and id.
    }),
  }),
  closed(/^\/administration\/comments\/(?<id>[\w-]+)\/delete$/, {
    POST: commentAction((store, id) => {
      // The function that commentAction calls, given store and id.
    }),
  }),
]
