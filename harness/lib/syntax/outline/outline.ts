import type { Grammar, Parsers } from '../parse.ts'
import { javascriptOutline } from './javascript.ts'
import type { Outline, OutlinedClass, OutlinedFunction, OutlinedParameter } from './declarations.ts'
import { firstError } from './syntax-error.ts'
import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'
import { placeholderIn, returningOf, type BodyWords } from './body.ts'
import { below, childOf, lineOf, textOf } from './nodes.ts'

type Language = 'python' | 'javascript' | 'typescript'

const ENDINGS: readonly (readonly [RegExp, Grammar, Language])[] = [
  [/\.pyw?$/, 'python', 'python'],
  [/\.(?:[cm]?js|jsx)$/, 'javascript', 'javascript'],
  [/\.[cm]?ts$/, 'typescript', 'typescript'],
  [/\.tsx$/, 'tsx', 'typescript'],
]

/** Characters; a longer file is data, not hand-written code. */
const LONGEST = 1024 * 1024

/** Whether the declarations of a file are known, by the ending of its path. */
export function languageOf(path: string): Language | undefined {
  return ENDINGS.find(([ending]) => ending.test(path))?.[2]
}

/** @returns undefined for files of other languages and for very long files */
export async function outlineOf(path: string, text: string, parsers: Parsers): Promise<Outline | undefined> {
  const [, grammar] = ENDINGS.find(([ending]) => ending.test(path)) ?? []
  if (grammar === undefined || text.length > LONGEST) return undefined
  const tree = await parsers.parse(grammar, text)
  const outline = grammar === 'python' ? pythonOutline(tree) : javascriptOutline(tree)
  const error = firstError(tree)
  return error === undefined ? outline : { ...outline, error }
}

// ---- python --------------------------------------------------------------------------------------------------------

const WORDS: BodyWords = {
  closed: ['function_definition', 'class_definition', 'lambda'],
  nothing: ({ type, children }) =>
    type === 'pass_statement' ||
    (type === 'expression_statement' && children.every((child) => ['string', 'ellipsis'].includes(child.type))),
  raising: 'raise_statement',
  none: ['None'],
  unclear: ['call', 'await', 'conditional_expression', 'boolean_operator'],
}

/** Statements whose blocks belong to the same scope. */
const OPEN: readonly string[] = [
  ...['if_statement', 'elif_clause', 'else_clause', 'try_statement', 'except_clause', 'finally_clause'],
  ...['with_statement', 'block', 'decorated_definition', 'expression_statement'],
]

function pythonOutline(tree: SyntaxTree): Outline {
  const scope = scopeOf(tree.nodes[0])
  const assigned = scope.filter(({ type }) => type === 'assignment').map((node) => childOf(node, 'left'))
  const imported = scope.filter(({ type }) => /^import_(?:from_)?statement$/.test(type))
  const names = [
    ...assigned.flatMap((left) => (left ? namesIn(tree, left) : [])),
    ...imported.flatMap((node) => importedNames(tree, node)),
  ]
  return {
    classes: scope.filter(({ type }) => type === 'class_definition').map((node) => classOf(tree, node)),
    functions: functionsOf(tree, scope, false),
    names,
  }
}

/** The declarations of a module or of the body of a class, also those under a condition. */
function scopeOf(body: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const open = [...body.children].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    found.push(node)
    if (OPEN.includes(node.type)) open.push(...[...node.children].reverse())
  }
  return found
}

function functionsOf(tree: SyntaxTree, scope: readonly SyntaxNode[], areMethods: boolean): OutlinedFunction[] {
  const decorators = new Map<SyntaxNode, string[]>()
  for (const node of scope.filter(({ type }) => type === 'decorated_definition')) {
    const definition = childOf(node, 'definition')
    const texts = node.children.filter(({ type }) => type === 'decorator').map((each) => textOf(tree, each))
    if (definition) decorators.set(definition, texts)
  }
  return scope
    .filter(({ type }) => type === 'function_definition')
    .map((node) => functionOf(tree, node, decorators.get(node) ?? [], areMethods))
}

function functionOf(
  tree: SyntaxTree,
  node: SyntaxNode,
  decorators: readonly string[],
  isMethod: boolean,
): OutlinedFunction {
  const body = childOf(node, 'body')
  const all = (childOf(node, 'parameters')?.children ?? []).flatMap((child) => parameterOf(tree, child))
  const isBound = isMethod && !decorators.some((each) => each.includes('staticmethod'))
  const returns = childOf(node, 'return_type')
  const isAbstract = decorators.some((each) => /abstract|overload/.test(each))
  const placeholder = body && !isAbstract ? placeholderIn(tree, node, body, WORDS) : undefined
  return {
    name: textOf(tree, childOf(node, 'name')),
    line: lineOf(tree, node),
    parameters: isBound && all[0]?.rest === false ? all.slice(1) : all,
    ...(returns ? { returns: textOf(tree, returns) } : {}),
    returning: body && !isAbstract ? returningOf(tree, body, WORDS) : 'unclear',
    ...(placeholder === undefined ? {} : { placeholder }),
  }
}

function parameterOf(tree: SyntaxTree, node: SyntaxNode): OutlinedParameter[] {
  const type = childOf(node, 'type')
  const typed = type ? { type: textOf(tree, type) } : {}
  switch (node.type) {
    case 'identifier':
      return [{ name: textOf(tree, node), optional: false, rest: false }]
    case 'default_parameter':
    case 'typed_default_parameter':
      return [{ name: textOf(tree, childOf(node, 'name')), ...typed, optional: true, rest: false }]
    case 'typed_parameter': {
      const inner = node.children.find((child) => child.named && child.field !== 'type')
      return inner ? parameterOf(tree, inner).map((each) => ({ ...each, ...typed })) : []
    }
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
      return [{ name: textOf(tree, node).replace(/^\*+\s*/, ''), optional: true, rest: true }]
    default:
      return []
  }
}

function classOf(tree: SyntaxTree, node: SyntaxNode): OutlinedClass {
  const body = childOf(node, 'body')
  const scope = body ? scopeOf(body) : []
  const bases = (childOf(node, 'superclasses')?.children ?? [])
    .filter(({ named, type }) => named && type !== 'keyword_argument' && type !== 'comment')
    .map((each) => textOf(tree, each))
  const isProtocol = bases.some((base) => /\bProtocol\b/.test(base))
  const methods = functionsOf(tree, scope, true)
  const own = scope
    .filter(({ type }) => type === 'assignment')
    .flatMap((each) => {
      const left = childOf(each, 'left')
      return left ? namesIn(tree, left) : []
    })
  return {
    name: textOf(tree, childOf(node, 'name')),
    line: lineOf(tree, node),
    bases,
    methods: isProtocol ? methods.map(({ placeholder: _, ...method }) => method) : methods,
    attributes: [...new Set([...own, ...(body ? selfAttributes(tree, body) : [])])],
  }
}

function selfAttributes(tree: SyntaxTree, body: SyntaxNode): string[] {
  return below(tree, body)
    .filter(({ type, field }) => type === 'attribute' && field === 'left')
    .flatMap((node) => /^self\.(\w+)$/.exec(textOf(tree, node))?.[1] ?? [])
}

function namesIn(tree: SyntaxTree, left: SyntaxNode): string[] {
  if (left.type === 'identifier') return [textOf(tree, left)]
  return below(tree, left, ['attribute', 'subscript'])
    .filter(({ type }) => type === 'identifier')
    .map((node) => textOf(tree, node))
}

function importedNames(tree: SyntaxTree, node: SyntaxNode): string[] {
  return node.children
    .filter(({ field }) => field === 'name')
    .map(
      (each) =>
        textOf(tree, childOf(each, 'alias') ?? each)
          .split('.')
          .at(-1) ?? '',
    )
}
