/** Forbidden syntax in testcodes, as entries of ESLint's `no-restricted-syntax`. */

/** Methods that run code in the page, whose scripts belong to the produced project and can fake the result. */
const RUN_IN_PAGE = [
  ...['evaluate', 'evaluateAll', 'evaluateHandle', '$eval', '$$eval', 'waitForFunction'],
  ...['addInitScript', 'addScriptTag', 'exposeFunction', 'exposeBinding'],
]
const RUN_IN_PAGE_REASON =
  'A value computed by the page’s own scripts can lie: a testcode looks at the page through locators, as a user does.'

const SLEEP_REASON = 'A fixed sleep is too long or too short: wait for what a user would see, with `expect(locator)`.'

const IMPORT_REASON = "A testcode imports types of 'pe' (`import type`) and `node:` builtins, nothing else."

export const testcodeRules = [
  ...naming(RUN_IN_PAGE, RUN_IN_PAGE_REASON),
  ...naming(['waitForTimeout'], SLEEP_REASON),
  {
    selector: `ImportDeclaration[source.value!=/^node:/]:not([importKind='type'][source.value='pe'])`,
    message: IMPORT_REASON,
  },
  { selector: 'ImportExpression', message: IMPORT_REASON },
  { selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]', message: IMPORT_REASON },
]

/** All ways to access a member by name: `page.name`, `page['name']`, `const { name } = page`. */
function naming(names, message) {
  const pattern = `/^(${names.map((name) => name.replaceAll('$', '\\$')).join('|')})$/`
  return [
    { selector: `MemberExpression[property.name=${pattern}]`, message },
    { selector: `MemberExpression[property.value=${pattern}]`, message },
    { selector: `ObjectPattern > Property[key.name=${pattern}]`, message },
    { selector: `ObjectPattern > Property[key.value=${pattern}]`, message },
  ]
}
