/** The list of all posts in the administration. */
import { html } from '../html.js'
import { actionButton, administrationLayout } from './layout.js'

/** Shows a post with what can be done with it. */
function postRow({ id, title, published }) {
  const address = `/administration/posts/${id}`
  return html`<tr>
    <th scope="row">${title}</th>
    <td class="actions">
      <a href="${address}">Edit</a>
      ${published ? actionButton(`${address}/unpublish`, 'Unpublish') : actionButton(`${address}/publish`, 'Publish')}
      ${actionButton(`${address}/delete`, 'Delete')}
    </td>
  </tr>`
}

/** Writes the list. */
export function postsPage(posts) {
  return administrationLayout({
    title: 'Posts',
    content: html`<section>
      ${posts.length === 0 && html`<p class="empty">There are no posts yet.</p>`}
      <table>
        ${posts.map(postRow)}
      </table>
    </section>`,
  })
}
