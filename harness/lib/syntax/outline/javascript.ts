import type { SyntaxNode, SyntaxTree } from '../syntax-tree.ts'
import { placeholderIn, returningOf, type BodyWords } from './body.ts'
import { below, childOf, lineOf, textOf } from './nodes.ts'
import type { Outline, OutlinedClass, OutlinedFunction, OutlinedParameter } from './declarations.ts'

const FUNCTIONS: readonly string[] = [
  ...['function_declaration', 'function_expression', 'arrow_function', 'method_definition'],
  ...['generator_function_declaration', 'generator_function'],
]
const CLASSES: readonly string[] = ['class_declaration', 'class', 'abstract_class_declaration']

const WORDS: BodyWords = {
  closed: [...FUNCTIONS, ...CLASSES],
  nothing: ({ type }) => type === 'empty_statement',
  raising: 'throw_statement',
  none: ['undefined', 'null', 'void 0'],
  unclear: ['call_expression', 'await_expression', 'ternary_expression', 'binary_expression'],
}

/** JavaScript and TypeScript. Functions in other functions count, because pages often wrap all of their code. */
export function javascriptOutline(tree: SyntaxTree): Outline {
  const nodes = [...tree.nodes]
  return {
    classes: nodes.flatMap((node) => classesAt(tree, node)),
    functions: nodes.flatMap((node) => functionsAt(tree, node)),
    names: nodes.flatMap((node) => namesAt(tree, node)),
  }
}

function classesAt(tree: SyntaxTree, node: SyntaxNode): OutlinedClass[] {
  const value = valueOf(node)
  if (value?.type === 'class') return [classOf(tree, value, nameOf(tree, node))]
  if (!CLASSES.includes(node.type)) return []
  const name = textOf(tree, childOf(node, 'name'))
  return name === '' ? [] : [classOf(tree, node, name)]
}

function functionsAt(tree: SyntaxTree, node: SyntaxNode): OutlinedFunction[] {
  const value = valueOf(node)
  if (value && FUNCTIONS.includes(value.type))
    return [functionOf(tree, value, nameOf(tree, node), node.type !== 'pair')]
  const isDeclared = node.type === 'function_declaration' || node.type === 'generator_function_declaration'
  return isDeclared ? [functionOf(tree, node, textOf(tree, childOf(node, 'name')))] : []
}

/** The value of `const a = …`, `exports.a = …` and `{ a: … }`. */
function valueOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'variable_declarator' || node.type === 'pair') return childOf(node, 'value')
  return node.type === 'assignment_expression' ? childOf(node, 'right') : undefined
}

function nameOf(tree: SyntaxTree, node: SyntaxNode): string {
  const written = textOf(tree, childOf(node, 'name') ?? childOf(node, 'key') ?? childOf(node, 'left'))
  return written.split('.').at(-1) ?? ''
}

function namesAt(tree: SyntaxTree, node: SyntaxNode): string[] {
  switch (node.type) {
    case 'variable_declarator':
    case 'pair':
    case 'assignment_expression':
      return [nameOf(tree, node)]
    case 'export_specifier':
    case 'import_specifier':
      return [textOf(tree, childOf(node, 'alias') ?? childOf(node, 'name'))]
    case 'import_clause':
      return node.children.filter(({ type }) => type === 'identifier').map((each) => textOf(tree, each))
    case 'shorthand_property_identifier':
    case 'shorthand_property_identifier_pattern':
      return [textOf(tree, node)]
    case 'interface_declaration':
    case 'type_alias_declaration':
    case 'enum_declaration':
      return [textOf(tree, childOf(node, 'name'))]
    default:
      return []
  }
}

/** @param isDeclared Whether an empty body is a placeholder: many callbacks in objects are empty on purpose */
function functionOf(tree: SyntaxTree, node: SyntaxNode, name: string, isDeclared = true): OutlinedFunction {
  const body = childOf(node, 'body')
  const isBlock = body?.type === 'statement_block'
  const single = childOf(node, 'parameter')
  const written = single ? [single] : (childOf(node, 'parameters')?.children ?? [])
  const returns = childOf(node, 'return_type')
  const found = body && isBlock && name !== 'constructor' ? placeholderIn(tree, node, body, WORDS) : undefined
  const isNoop = found === 'its body is empty' && (!isDeclared || node.type === 'arrow_function')
  return {
    name,
    line: lineOf(tree, node),
    parameters: written.flatMap((each) => parameterOf(tree, each)),
    ...(returns ? { returns: textOf(tree, returns).replace(/^:\s*/, '') } : {}),
    returning: body === undefined ? 'unclear' : isBlock ? returningOf(tree, body, WORDS) : 'unclear',
    ...(found === undefined || isNoop ? {} : { placeholder: found }),
  }
}

function parameterOf(tree: SyntaxTree, node: SyntaxNode): OutlinedParameter[] {
  switch (node.type) {
    case 'identifier':
      return [{ name: textOf(tree, node), optional: false, rest: false }]
    case 'assignment_pattern': {
      const left = childOf(node, 'left')
      return left ? parameterOf(tree, left).map((each) => ({ ...each, optional: true })) : []
    }
    case 'rest_pattern':
      return [{ name: textOf(tree, node).replace(/^\.\.\.\s*/, ''), optional: true, rest: true }]
    case 'object_pattern':
    case 'array_pattern':
      return [{ name: '', optional: false, rest: false }]
    case 'required_parameter':
    case 'optional_parameter': {
      const type = textOf(tree, childOf(node, 'type')).replace(/^:\s*/, '')
      const pattern = childOf(node, 'pattern')
      const optional = node.type === 'optional_parameter' || childOf(node, 'value') !== undefined
      return (pattern ? parameterOf(tree, pattern) : []).map((each) => ({
        ...each,
        ...(type === '' ? {} : { type }),
        optional: each.optional || optional,
      }))
    }
    default:
      return []
  }
}

function classOf(tree: SyntaxTree, node: SyntaxNode, name: string): OutlinedClass {
  const members = childOf(node, 'body')?.children ?? []
  const fields = members.filter(({ type }) => /^(?:public_)?field_definition$/.test(type))
  const fieldName = (field: SyntaxNode) => textOf(tree, childOf(field, 'property') ?? childOf(field, 'name'))
  const methods = members
    .filter(({ type }) => type === 'method_definition')
    .map((member) => functionOf(tree, member, textOf(tree, childOf(member, 'name'))))
  const arrows = fields.flatMap((field) => {
    const value = childOf(field, 'value')
    return value && FUNCTIONS.includes(value.type) ? [functionOf(tree, value, fieldName(field))] : []
  })
  return {
    name,
    line: lineOf(tree, node),
    bases: basesOf(tree, node),
    methods: [...methods, ...arrows],
    attributes: [...new Set([...fields.map(fieldName), ...ownAttributes(tree, node)])],
  }
}

function basesOf(tree: SyntaxTree, node: SyntaxNode): string[] {
  const heritage = node.children.find(({ type }) => type === 'class_heritage')
  const written = /\bextends\s+([\w$.]+)/.exec(textOf(tree, heritage).slice(0, 500))?.[1]
  return written === undefined ? [] : [written]
}

function ownAttributes(tree: SyntaxTree, node: SyntaxNode): string[] {
  return below(tree, node)
    .filter(({ type, field }) => type === 'member_expression' && field === 'left')
    .flatMap((each) => /^this\.([\w$]+)$/.exec(textOf(tree, each))?.[1] ?? [])
}
