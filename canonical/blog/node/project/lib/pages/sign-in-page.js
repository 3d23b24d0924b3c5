/** The page that asks for the password. */
import { html } from '../html.js'
import { layout, problemList } from './layout.js'

/** Writes the page, with what was wrong with the password that was given. */
export function signInPage({ problems = [] } = {}) {
  return layout({
    title: 'Administration',
    content: html`<section>
      ${problemList('sign-in-problem', problems)}
      <form method="post" action="/administration">
        <p>
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" />
        </p>
        <p><button class="main" id="sign-in">Sign in</button></p>
      </form>
    </section>`,
  })
}
