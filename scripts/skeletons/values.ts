import ts from 'typescript'
import { boundNames, nameOf } from './functions.ts'
import { oneLine } from './words.ts'

const LONGEST_TEXT = 60
const LARGEST_VALUE = 400
const MARKUP = /<[a-z!/]/i
const SELECTOR = /^[#.][a-z_][\w-]*/i
const COLOUR = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const COLLECTION = /^(Map|Set)$/
const PAGE_OBJECTS = new Set(['document', 'elements', 'forms'])
const GIVING_TEXT = new Set(['join', 'trim', 'trimStart', 'trimEnd', 'replace', 'replaceAll', 'concat', 'repeat'])
const GIVING_LIST = new Set(['split', 'map', 'filter', 'flat', 'flatMap'])

/** Whether a value without functions may stay: it is small and reveals neither markup nor names in the page. */
export function mayStay(value: ts.Expression): boolean {
  return oneLine(value.getText()).length <= LARGEST_VALUE && !anywhere(value, gives)
}

function anywhere(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  return test(node) || (ts.forEachChild(node, (child) => anywhere(child, test) || undefined) ?? false)
}

/** Whether a value reveals something: a long text, markup, a selector, a part of the page, or a call that may look one up. */
function gives(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node)) return !isKey(node) && isTelling(node.text)
  if (ts.isTemplateExpression(node)) return isTelling(node.getText().slice(1, -1))
  if (ts.isIdentifier(node)) return PAGE_OBJECTS.has(node.text)
  return ts.isCallExpression(node) && mayLookUp(node)
}

function isKey(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}

function isTelling(text: string): boolean {
  return text.length > LONGEST_TEXT || MARKUP.test(text) || (SELECTOR.test(text) && !COLOUR.test(text))
}

/** A call of the file's own function with a text: `const field = find('weight')` would reveal an id. */
function mayLookUp(call: ts.CallExpression): boolean {
  const root = rootOf(call.expression)
  return root !== undefined && ownNames(call.getSourceFile()).has(root) && call.arguments.some(holdsText)
}

function holdsText(node: ts.Node): boolean {
  return anywhere(node, (part) => ts.isStringLiteralLike(part) || ts.isTemplateExpression(part))
}

function rootOf(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text
  const goesOn =
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isCallExpression(expression) ||
    ts.isParenthesizedExpression(expression)
  return goesOn ? rootOf(expression.expression) : undefined
}

/** The functions and variables that a file declares at its top level, except results of `require`. */
function ownNames(source: ts.SourceFile): Set<string> {
  return new Set(
    source.statements.flatMap((statement) => {
      if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : []
      if (!ts.isVariableStatement(statement)) return []
      return statement.declarationList.declarations.filter((it) => !isImport(it)).flatMap((it) => boundNames(it.name))
    }),
  )
}

function isImport({ initializer }: ts.VariableDeclaration): boolean {
  return initializer !== undefined && /^(require|await import)\(/.test(initializer.getText())
}

/** An empty value of the same type, with a comment that describes the original. */
export function emptied(value: ts.Expression): string {
  const empty = emptyPattern(value.parent) ?? emptyValue(value)
  const name = nameOf(value)
  return `${empty} /* The ${kindOf(empty)}${name === undefined ? '' : ` of ${name}`} belongs here. */`
}

function kindOf(empty: string): string {
  if (empty === "''") return 'text'
  return empty === 'undefined' ? 'value' : 'data'
}

/** A pattern cannot destructure `undefined`. */
function emptyPattern(parent: ts.Node): string | undefined {
  if (!ts.isVariableDeclaration(parent) || ts.isIdentifier(parent.name)) return undefined
  return ts.isObjectBindingPattern(parent.name) ? '{}' : '[]'
}

function emptyValue(value: ts.Expression): string {
  if (ts.isParenthesizedExpression(value)) return emptyValue(value.expression)
  if (ts.isArrayLiteralExpression(value)) return '[]'
  if (ts.isObjectLiteralExpression(value)) return '{}'
  if (ts.isNewExpression(value)) return emptyInstance(value.expression.getText())
  if (ts.isCallExpression(value)) return emptyResult(value)
  return isText(value) ? "''" : 'undefined'
}

function emptyInstance(className: string): string {
  return COLLECTION.test(className) ? `new ${className}()` : 'undefined'
}

function emptyResult({ expression, arguments: [first] }: ts.CallExpression): string {
  if (!ts.isPropertyAccessExpression(expression)) return 'undefined'
  if (first !== undefined && expression.getText() === 'Object.freeze') return emptyValue(first)
  if (expression.getText() === 'String.raw' || GIVING_TEXT.has(expression.name.text)) return "''"
  return GIVING_LIST.has(expression.name.text) ? '[]' : 'undefined'
}

function isText(value: ts.Expression): boolean {
  if (ts.isStringLiteralLike(value) || ts.isTemplateExpression(value) || ts.isTaggedTemplateExpression(value))
    return true
  if (!ts.isBinaryExpression(value) || value.operatorToken.kind !== ts.SyntaxKind.PlusToken) return false
  return isText(value.left) || isText(value.right)
}
