import { selectors } from '@playwright/test'

/** What the browser's own CSS is called among selectors. The library's `css` adds words such as `:has-text` and `:right-of`. */
export const STANDARD_CSS = 'standard-css'

/** Runs in a world of its own beside the page's scripts. Open shadow roots are searched too, each by itself. */
const ENGINE = `{
  queryAll(root, selector) {
    const found = []
    const search = (scope) => {
      for (const element of scope.querySelectorAll(selector)) found.push(element)
      for (const element of scope.querySelectorAll('*')) if (element.shadowRoot) search(element.shadowRoot)
    }
    search(root)
    return found
  }
}`

let registered: Promise<void> | undefined

/** To be done before the context is opened in which such selectors are used. */
export function registerStandardCss(): Promise<void> {
  return (registered ??= selectors.register(STANDARD_CSS, { content: ENGINE }, { contentScript: true }))
}
