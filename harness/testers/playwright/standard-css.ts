/** Name of the selector engine for plain CSS. The library's own `css` engine adds pseudo-classes such as `:has-text`. */
export const STANDARD_CSS = 'standard-css'

/** Runs in its own world, isolated from the page's scripts. Searches open shadow roots too, each separately. */
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
