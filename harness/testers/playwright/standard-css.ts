/** What the browser's own CSS is called among selectors. The library's `css` adds words such as `:has-text` and `:right-of`. */
export const STANDARD_CSS = 'standard-css'

/** Runs in a world of its own beside the page's scripts. Open shadow roots are searched too, each by itself. */
export const STANDARD_CSS_ENGINE = `{
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
