/** Functions and methods with a body, and which of them are placeholders. */
import { functionBodies } from '../bodies.ts'
import { withoutComments } from '../codebleu/comments.ts'
import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import type { FunctionBody } from './module.ts'
import { basesOf } from './python/shapes.ts'
import { field, linesOf, nameOf } from './tree.ts'

/** Words with which a comment says that the body is not finished. */
const TODO = /\b(TODO|FIXME|XXX)\b/
const UNFINISHED =
  /\b(TODO|FIXME|XXX|placeholder|stub|not (yet )?implemented|unimplemented|implement (this|me|later|here))\b/i
const COMMENTS: readonly string[] = ['comment', 'html_comment']
/** Characters of a comment that are read. */
const LONGEST_COMMENT = 2000

type Named = Pick<FunctionBody, 'name' | 'owner'> & { readonly abstract?: boolean }

/**
 * The bodies of a file. `paper`: a placeholder is a body without statements, one that only passes or refuses, or one with a comment
 * that says TODO. `strict`: a body with a comment that says so must also do nothing but return a constant; abstract methods and
 * functions without a name do not count.
 * @param named The name of a function, by the index of its node in the tree without comments; undefined if it has none
 */
function bodiesBy(tree: SyntaxTree, bare: SyntaxTree, named: (node: SyntaxNode) => Named | undefined): FunctionBody[] {
  const lineOf = linesOf(tree.text)
  const comments = tree.nodes.filter(({ type }) => COMMENTS.includes(type))
  return functionBodies(bare).map(({ node, block, body }): FunctionBody => {
    const about = named(node)
    const inside = block === undefined ? [] : commentsIn(comments, node, block)
    const says = (words: RegExp) =>
      inside.some(({ start, end }) => words.test(tree.text.slice(start, Math.min(end, start + LONGEST_COMMENT))))
    const undone = body !== 'real'
    return {
      name: about?.name ?? '',
      ...(about?.owner === undefined ? {} : { owner: about.owner }),
      line: lineOf(node.start),
      paper: undone || says(TODO),
      strict:
        about === undefined || about.abstract === true
          ? undefined
          : undone || (says(UNFINISHED) && block !== undefined && isConstant(block, bare)),
    }
  })
}

/** Comments between the end of the header and the end of the function, by binary search. */
function commentsIn(comments: readonly SyntaxNode[], node: SyntaxNode, block: SyntaxNode): readonly SyntaxNode[] {
  const header = headerEnd(node, block)
  const [from, to] = [firstFrom(comments, header), firstFrom(comments, Math.max(node.end, block.end))]
  return comments.slice(from, Math.min(to, from + MOST_COMMENTS))
}

/** Comments of one body that are read. */
const MOST_COMMENTS = 50

/** A body of Python begins at its first statement, and its comments may be before it. */
function headerEnd({ children, start }: SyntaxNode, block: SyntaxNode): number {
  const before = children.filter((child) => child.end <= block.start)
  return Math.max(start, ...before.slice(-1).map(({ end }) => end))
}

function firstFrom(comments: readonly SyntaxNode[], offset: number): number {
  let [low, high] = [0, comments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

const CONSTANTS: readonly string[] = [
  ...['none', 'null', 'undefined', 'true', 'false', 'integer', 'float', 'number', 'string', 'unary_operator'],
  ...['list', 'dictionary', 'tuple', 'array', 'object', 'template_string', 'unary_expression'],
]
const QUIET = /^(pass_statement|empty_statement|ellipsis|;)$/
const PRINTS = /^(print|console\.(log|warn|error|info))\s*\(/

/** Whether each statement does nothing, prints, or returns a constant. */
function isConstant(block: SyntaxNode, tree: SyntaxTree): boolean {
  return block.children.every((statement) => {
    if (!statement.named || QUIET.test(statement.type)) return true
    const values = statement.children.filter(({ named }) => named)
    const isPlain = values.every((value) => CONSTANTS.includes(value.type) && value.next - value.index < MOST_NODES)
    if (statement.type === 'return_statement') return isPlain
    return statement.type === 'expression_statement' && (isPlain || PRINTS.test(nameOf(tree, statement)))
  })
}

/** Nodes of a constant; larger ones are data that somebody wrote. */
const MOST_NODES = 12

const ABSTRACT = /\b(abstractmethod|abstractproperty|overload)\b/
const INTERFACES: readonly string[] = ['Protocol', 'ABC', 'ABCMeta']

export function pythonBodies(tree: SyntaxTree): FunctionBody[] {
  const { tree: bare } = withoutComments(tree)
  const names = new Map<number, Named>()
  for (const node of bare.nodes) {
    if (node.type === 'function_definition' && !names.has(node.index))
      names.set(node.index, { name: nameOf(bare, field(node, 'name')) })
    if (node.type !== 'class_definition') continue
    const owner = nameOf(bare, field(node, 'name'))
    const bases = basesOf(bare, node)
    const isInterface = bases.some((base) => INTERFACES.includes(base))
    for (const { method, decorators } of methodsOf(field(node, 'body'))) {
      const isMarked = decorators.some((decorator) => ABSTRACT.test(nameOf(bare, decorator)))
      const name = nameOf(bare, field(method, 'name'))
      names.set(method.index, { name, owner, abstract: isMarked || isInterface })
    }
  }
  for (const node of bare.nodes) {
    const definition = node.type === 'decorated_definition' ? field(node, 'definition') : undefined
    const known = definition && names.get(definition.index)
    if (
      definition &&
      known &&
      node.children.some((child) => child.type === 'decorator' && ABSTRACT.test(nameOf(bare, child)))
    )
      names.set(definition.index, { ...known, abstract: true })
  }
  return bodiesBy(tree, bare, (node) => names.get(node.index))
}

function methodsOf(body: SyntaxNode | undefined) {
  return (body?.children ?? []).flatMap((child) => {
    if (child.type === 'function_definition') return [{ method: child, decorators: [] }]
    const definition = child.type === 'decorated_definition' ? field(child, 'definition') : undefined
    if (definition?.type !== 'function_definition') return []
    return [{ method: definition, decorators: child.children.filter(({ type }) => type === 'decorator') }]
  })
}

const NAMED: readonly string[] = ['function_declaration', 'generator_function_declaration', 'method_definition']
const HOLDERS: readonly string[] = ['variable_declarator', 'public_field_definition', 'field_definition', 'pair']
const CLASSES: readonly string[] = ['class_declaration', 'abstract_class_declaration', 'class']

/** A function that is the value of a variable or a property has its name; other ones are callbacks. */
export function ecmascriptBodies(tree: SyntaxTree): FunctionBody[] {
  const { tree: bare } = withoutComments(tree)
  const names = new Map<number, Named>()
  for (const node of bare.nodes) {
    if (NAMED.includes(node.type) && !names.has(node.index))
      names.set(node.index, { name: nameOf(bare, field(node, 'name')) })
    const value = HOLDERS.includes(node.type) ? field(node, 'value') : undefined
    if (value) names.set(value.index, { name: nameOf(bare, field(node, 'name') ?? field(node, 'key')) })
    if (!CLASSES.includes(node.type)) continue
    const owner = nameOf(bare, field(node, 'name'))
    for (const method of field(node, 'body')?.children ?? [])
      if (method.type === 'method_definition')
        names.set(method.index, { name: nameOf(bare, field(method, 'name')), owner })
  }
  return bodiesBy(tree, bare, (node) => names.get(node.index)).map(withoutEmptyConstructor)
}

/** `constructor(private readonly x: X) {}` of TypeScript is complete. */
function withoutEmptyConstructor(body: FunctionBody): FunctionBody {
  return body.name === 'constructor' ? { ...body, strict: undefined } : body
}
