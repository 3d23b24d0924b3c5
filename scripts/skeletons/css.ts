const COMMENT = /\/\*[\s\S]*?\*\//g
const PRELUDE = /([^{};]+)\{/g
const NOT_A_TYPE = /\[[^\]]*\]|::?[\w-]+(\([^)]*\))?/g
const TYPE = /(?<![\w.#-])[a-z][a-z\d]*(?![\w-])/gi
const STEP = /^(from|to)$/i

/**
 * Reduces a stylesheet to a comment that names the kinds of elements it styles: selectors would reveal ids and classes. A file
 * without rules stays as it is.
 */
export function maskCss(text: string): string {
  const rules = text.replace(COMMENT, '')
  if (!rules.includes('{')) return text
  const selectors = preludes(rules).filter((prelude) => !prelude.startsWith('@'))
  const parts = [...elementsIn(selectors), ...(selectors.some(hasNames) ? ['parts with names of your own'] : [])]
  return `/* ${['The styles belong here', parts.join(', ')].filter((part) => part !== '').join(': ')}. */\n`
}

function preludes(rules: string): string[] {
  return [...rules.matchAll(PRELUDE)].map(([, prelude = '']) => prelude.trim())
}

function hasNames(selector: string): boolean {
  return /[#.][a-z_-]/i.test(selector)
}

function elementsIn(selectors: readonly string[]): string[] {
  const types = selectors.flatMap((selector) => selector.replace(NOT_A_TYPE, '').match(TYPE) ?? [])
  return [...new Set(types.filter((type) => !STEP.test(type)).map((type) => type.toLowerCase()))].sort()
}
