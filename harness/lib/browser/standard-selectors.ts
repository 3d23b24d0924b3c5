/**
 * Selectors as browsers know them. The library's own `css` and `xpath` engines are not used for what an agent answers: `css` adds
 * pseudo-classes such as `:has-text`, and the text of either is a part of the whole selector, where an open quote would hide
 * everything that a testcode chains to it. So the text is written with codes in place of all signs that mean something to the
 * library, or to a reader of the locators that it prints.
 */
export const STANDARD_CSS = 'standard-css'
export const STANDARD_XPATH = 'standard-xpath'
/** Name of an engine by which one count tells whether a locator finds exactly one element, and one that matches. */
export const ONE_MATCHING = 'one-matching'

/** Quotes, escapes, `>>`, brackets of calls, slashes of patterns, ends of lines, and the sign of codes itself. */
const SIGNS = /[%'"`\\/>()\r\n\u2028\u2029]/g
const CODE = /%([0-9A-F]{4})/g

/** A CSS selector as a selector of the library. */
export function standardCss(css: string): string {
  return `${STANDARD_CSS}=${encoded(css)}`
}

/** An XPath expression as a selector of the library. */
export function standardXPath(xpath: string): string {
  return `${STANDARD_XPATH}=${encoded(xpath)}`
}

/** Selects each element that matches a CSS selector once, and two new elements instead of every other one. */
export function oneMatching(css: string): string {
  return `${ONE_MATCHING}=${encoded(css)}`
}

function encoded(text: string): string {
  return text.replace(SIGNS, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
}

function decoded(text: string): string {
  return text.replace(CODE, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/** Ends at a quote or at `>>`, which are written as codes in a selector of an agent. */
const STANDARD = new RegExp(`(?:${STANDARD_CSS}|${STANDARD_XPATH})=([^"'\`>]*)`, 'g')
const LOCATOR = new RegExp(`locator\\('((?:${STANDARD_CSS}|${STANDARD_XPATH})=[^']*)'\\)`, 'g')

/** A selector of the library, with those in it that an agent wrote as it wrote them. For people only. */
export function asWritten(selector: string): string {
  return selector.replaceAll(STANDARD, (_, text: string) => decoded(text))
}

/** A message of the library, with the selectors in it as an agent wrote them. */
export function messageAsWritten(message: string): string {
  return message.replaceAll(LOCATOR, (_, selector: string) => `locator(${JSON.stringify(asWritten(selector))})`)
}

/** Code that decodes in the browser. */
const DECODE = `const text = encoded.replace(${String(CODE)}, (_, code) => String.fromCharCode(parseInt(code, 16)))`

/** Runs in its own world, isolated from the page's scripts. Searches open shadow roots too, each separately. */
export const STANDARD_CSS_ENGINE = `{
  queryAll(root, encoded) {
    ${DECODE}
    const found = []
    const search = (scope) => {
      for (const element of scope.querySelectorAll(text)) found.push(element)
      for (const element of scope.querySelectorAll('*')) if (element.shadowRoot) search(element.shadowRoot)
    }
    search(root)
    return found
  }
}`

/** Like the library's own `xpath`: below an element, an absolute path begins at that element. */
export const STANDARD_XPATH_ENGINE = `{
  queryAll(root, encoded) {
    ${DECODE}
    const path = text.startsWith('/') && root.nodeType !== Node.DOCUMENT_NODE ? '.' + text : text
    const nodes = (root.ownerDocument || root).evaluate(path, root, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE)
    const found = []
    for (let node = nodes.iterateNext(); node; node = nodes.iterateNext())
      if (node.nodeType === Node.ELEMENT_NODE) found.push(node)
    return found
  }
}`

/** `matches` is taken from the prototype: fields of a form can hide properties of the form. */
export const ONE_MATCHING_ENGINE = `{
  queryAll(root, encoded) {
    ${DECODE}
    if (Reflect.apply(Element.prototype.matches, root, [text])) return [root]
    return [document.createElement('i'), document.createElement('i')]
  }
}`
