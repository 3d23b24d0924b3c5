/** The tests of one Python file and all that stands beside them, as pieces that can be put together again. */
import { below, childOf, statementsOf, textOf } from '../../../../lib/syntax/outline/nodes.ts'
import type { Parsers } from '../../../../lib/syntax/parse.ts'
import type { SyntaxNode, SyntaxTree } from '../../../../lib/syntax/syntax-tree.ts'

/** A statement of a module or of a class. */
export interface Piece {
  /** Names that it defines or binds. */
  readonly names: readonly string[]
  /** Names that it uses. */
  readonly uses: readonly string[]
  readonly code: string
  readonly kind: 'import' | 'function' | 'class' | 'other'
  /** Whether it is a fixture that tests use without naming it. */
  readonly always: boolean
}

export interface TestFunction {
  readonly name: string
  readonly code: string
  readonly uses: readonly string[]
  readonly about: string
}

export interface TestClass {
  readonly name: string
  /** Its first line, with decorators. */
  readonly head: string
  readonly uses: readonly string[]
  /** Its statements that are no tests. */
  readonly others: readonly string[]
  readonly tests: readonly TestFunction[]
}

export interface ReadTests {
  readonly pieces: readonly Piece[]
  readonly functions: readonly TestFunction[]
  readonly classes: readonly TestClass[]
  /** Set if the file is not valid Python. */
  readonly broken: boolean
}

export async function readTests(text: string, parsers: Parsers): Promise<ReadTests> {
  const tree = await parsers.parse('python', text)
  const found = { pieces: [] as Piece[], functions: [] as TestFunction[], classes: [] as TestClass[] }
  for (const statement of statementsOf(tree.nodes[0])) {
    const definition = definitionOf(statement)
    const name = definition ? textOf(tree, childOf(definition, 'name')) : ''
    if (definition?.type === 'function_definition' && name.startsWith('test'))
      found.functions.push(testOf(tree, statement, definition))
    else if (definition?.type === 'class_definition' && hasTests(tree, definition))
      found.classes.push(classOf(tree, statement, definition))
    else found.pieces.push(pieceOf(tree, statement, definition))
  }
  return { ...found, broken: tree.hasErrors }
}

function definitionOf(statement: SyntaxNode): SyntaxNode | undefined {
  if (statement.type === 'decorated_definition') return childOf(statement, 'definition')
  return statement.type === 'function_definition' || statement.type === 'class_definition' ? statement : undefined
}

function hasTests(tree: SyntaxTree, definition: SyntaxNode): boolean {
  return membersOf(definition).some((each) => isTest(tree, each))
}

function membersOf(definition: SyntaxNode): SyntaxNode[] {
  const body = childOf(definition, 'body')
  return body ? statementsOf(body) : []
}

function isTest(tree: SyntaxTree, member: SyntaxNode): boolean {
  const definition = definitionOf(member)
  return definition?.type === 'function_definition' && textOf(tree, childOf(definition, 'name')).startsWith('test')
}

/** The text of a statement from the beginning of its line, so that its indentation is that of its body. */
function codeOf(tree: SyntaxTree, node: SyntaxNode): string {
  const line = tree.text.lastIndexOf('\n', node.start - 1) + 1
  const from = tree.text.slice(line, node.start).trim() === '' ? line : node.start
  return tree.text.slice(from, node.end)
}

function testOf(tree: SyntaxTree, statement: SyntaxNode, definition: SyntaxNode): TestFunction {
  return {
    name: textOf(tree, childOf(definition, 'name')),
    code: codeOf(tree, statement),
    uses: usesOf(tree, statement),
    about: docstringOf(tree, definition),
  }
}

function classOf(tree: SyntaxTree, statement: SyntaxNode, definition: SyntaxNode): TestClass {
  const body = childOf(definition, 'body')
  const members = membersOf(definition)
  const tests = members.filter((each) => isTest(tree, each))
  const others = members.filter((each) => !isTest(tree, each))
  const head = tree.text.slice(statement.start, body?.start ?? definition.end).trimEnd()
  return {
    name: textOf(tree, childOf(definition, 'name')),
    head,
    uses: [...new Set([...wordsIn(head), ...others.flatMap((each) => usesOf(tree, each))])],
    others: others.map((each) => codeOf(tree, each)),
    tests: tests.map((each) => testOf(tree, each, definitionOf(each) ?? each)),
  }
}

function pieceOf(tree: SyntaxTree, statement: SyntaxNode, definition: SyntaxNode | undefined): Piece {
  const code = codeOf(tree, statement)
  const kind = definition
    ? definition.type === 'class_definition'
      ? 'class'
      : 'function'
    : /^(?:import|import_from|future_import)_statement$/.test(statement.type)
      ? 'import'
      : 'other'
  return {
    names: definition ? [textOf(tree, childOf(definition, 'name'))] : boundIn(tree, statement, kind),
    uses: usesOf(tree, statement),
    ...{ code, kind },
    always: /autouse\s*=\s*True/.test(code),
  }
}

/** Names that a statement binds: those of an import, or all that are assigned anywhere in it. */
function boundIn(tree: SyntaxTree, statement: SyntaxNode, kind: Piece['kind']): string[] {
  if (kind === 'import')
    return below(tree, statement)
      .filter(({ type }) => type === 'dotted_name' || type === 'identifier')
      .map((node) => textOf(tree, node).split('.')[0] ?? '')
  const nodes = [statement, ...below(tree, statement)]
  const targets = nodes.filter(({ type }) => type === 'assignment' || type === 'augmented_assignment')
  const names = targets.flatMap((node) => {
    const left = childOf(node, 'left')
    return left ? [left, ...below(tree, left)].filter(({ type }) => type === 'identifier') : []
  })
  const imported = nodes
    .filter(({ type }) => /^import_(?:from_)?statement$/.test(type))
    .flatMap((node) => below(tree, node).filter(({ type }) => type === 'identifier'))
  const defined = nodes.flatMap((node) =>
    node.type === 'function_definition' || node.type === 'class_definition' ? (childOf(node, 'name') ?? []) : [],
  )
  return [...new Set([...names, ...imported, ...defined].map((node) => textOf(tree, node)))]
}

/** Identifiers, and words in strings that may name fixtures. */
function usesOf(tree: SyntaxTree, node: SyntaxNode): string[] {
  const nodes = [node, ...below(tree, node)]
  const names = nodes.filter(({ type }) => type === 'identifier').map((each) => textOf(tree, each))
  const fixtures = nodes
    .filter(({ type, start, end }) => type === 'decorator' && end - start < 2000)
    .flatMap((each) => wordsIn(textOf(tree, each)))
  return [...new Set([...names, ...fixtures])]
}

function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])]
}

function docstringOf(tree: SyntaxTree, definition: SyntaxNode): string {
  const [first] = membersOf(definition)
  const [only] = first?.type === 'expression_statement' ? first.children : []
  if (only?.type !== 'string') return ''
  const text = textOf(tree, only).replace(/^\w{0,2}("""|'''|"|')/, '')
  return text
    .replace(/("""|'''|"|')$/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1000)
}
