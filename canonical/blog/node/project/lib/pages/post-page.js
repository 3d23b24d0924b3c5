/** The page of a post. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { layout, problemList, tagLinks } from './layout.js'

const NOTHING_TYPED = { name: '', text: '' }

/** Takes a text apart at its empty lines. */
function paragraphs(text) {
  return text.split(/\n\s*\n/).map((paragraph) => html`<p class="text">${paragraph}</p>`)
}

/** Shows a comment. */
function commentEntry({ name, text }) {
  return html`<li>
    <p class="name">${name}</p>
    <p class="text">${text}</p>
  </li>`
}

/** Shows the form for a comment, with what was typed before and what was wrong with that. */
function commentForm(post, { values = NOTHING_TYPED, problems = [] } = {}) {
  return html`<section aria-labelledby="comment-heading">
    <h2 id="comment-heading">Write a comment</h2>
    ${problemList('comment-problem', problems)}
    <form method="post" action="/posts/${post.id}/comments" novalidate>
      <p>
        <label for="name">Name</label>
        <input id="name" name="name" maxlength="${MAX_LINE}" value="${values.name}" autocomplete="off" />
      </p>
      <p>
        <label for="text">Comment</label>
        <textarea id="text" name="text" rows="4" maxlength="${MAX_TEXT}">${values.text}</textarea>
      </p>
      <p><button class="main" id="send">Send comment</button></p>
    </form>
  </section>`
}

/**
 * Writes the page of a post with its approved comments.
 * `sent` says that a comment was just sent; `refused` holds one that was refused.
 */
export function postPage({ post, comments, sent = false, refused }) {
  return layout({
    title: post.title,
    content: html`<article>${tagLinks(post.tags)} ${paragraphs(post.text)}</article>
      <section aria-labelledby="comments-heading">
        <h2 id="comments-heading">${comments.length} comments</h2>
        <ol class="comments">
          ${comments.map(commentEntry)}
        </ol>
        ${sent && html`<p id="sent" role="status">Thank you. Your comment awaits approval.</p>`}
      </section>
      ${commentForm(post, refused)}`,
  })
}
