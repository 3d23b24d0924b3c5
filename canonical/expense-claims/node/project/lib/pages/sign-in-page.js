/** The page where people sign in. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with the name that was typed before and what was wrong. */
export function signInPage({ name = '', problems } = {}) {
  return layout({
    title: 'Sign in',
    content: html`<section>
      ${problemList('sign-in-problem', problems)}
      <form class="fields" method="post" action="/sign-in">
        <p>
          <label for="name">Name</label>
          <input id="name" name="name" value="${name}" autocomplete="username" />
        </p>
        <p>
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" />
        </p>
        <p><button class="main" id="sign-in">Sign in</button></p>
      </form>
    </section>`,
  })
}
