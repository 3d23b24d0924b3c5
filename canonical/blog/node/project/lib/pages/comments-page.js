/** The list of all comments in the administration. */
import { html } from '../html.js'
import { actionButton, administrationLayout } from './layout.js'

/** Shows a comment with what can be done with it. */
function commentRow({ id, name, text, approved }, post) {
  const address = `/administration/comments/${id}`
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="text">${text}</td>
    <td>${post.title}</td>
    <td class="actions">
      ${!approved && actionButton(`${address}/approve`, 'Approve')} ${actionButton(`${address}/delete`, 'Delete')}
    </td>
  </tr>`
}

/** Writes the list. */
export function commentsPage(store) {
  const comments = store.comments()
  return administrationLayout({
    title: 'Comments',
    content: html`<section>
      ${comments.length === 0 && html`<p class="empty">There are no comments yet.</p>`}
      <table>
        ${comments.map((comment) => commentRow(comment, store.post(comment.postId)))}
      </table>
    </section>`,
  })
}
