/** The page with the form for a post. */
import { html } from '../html.js'
import { MAX_LINE, MAX_TEXT } from '../input.js'
import { administrationLayout, problemList } from './layout.js'

const NOTHING_TYPED = { title: '', text: '', tags: '' }

/** Writes the page for a new post, or for the post with an id; with what was typed and what was wrong with that. */
export function postFormPage({ id, typed = NOTHING_TYPED, problems = [] } = {}) {
  return administrationLayout({
    title: id === undefined ? 'New post' : 'Edit post',
    content: html`<section>
      ${problemList('post-problem', problems)}
      <form method="post" action="/administration/posts${id && `/${id}`}" novalidate>
        <p>
          <label for="title">Title</label>
          <input id="title" name="title" maxlength="${MAX_LINE}" value="${typed.title}" autocomplete="off" />
        </p>
        <p>
          <label for="text">Text</label>
          <textarea id="text" name="text" rows="12" maxlength="${MAX_TEXT}">${typed.text}</textarea>
        </p>
        <p>
          <label for="tags">Tags, separated by commas</label>
          <input id="tags" name="tags" maxlength="${MAX_LINE}" value="${typed.tags}" autocomplete="off" />
        </p>
        <p><button class="main" id="save">Save</button></p>
      </form>
    </section>`,
  })
}
