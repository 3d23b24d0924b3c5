/** Names that a module of Python has once it was imported. */
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'
import { below, field, fields, marksBelow, nameOf, stringOf } from '../tree.ts'
import { dottedName } from './imports.ts'

export interface Bindings {
  readonly names: ReadonlySet<string>
  readonly open: boolean
  /** `__all__`, if it is a plain list of names. */
  readonly listed?: ReadonlySet<string>
}

const SCOPES: readonly string[] = ['function_definition', 'class_definition', 'lambda']
/** Calls that make names of the module while it runs. */
const MAKERS = /^(exec|globals)$/

export function bindingsOf(tree: SyntaxTree): Bindings {
  const inner = marksBelow(tree, ({ type }) => SCOPES.includes(type))
  const names = new Set<string>()
  let open = false
  let listed: ReadonlySet<string> | undefined
  for (const node of tree.nodes) {
    if (node.type === 'call' && makesNames(tree, node)) open = true
    if (inner[node.index] === 1 && node.type !== 'global_statement') continue
    for (const name of boundBy(tree, node)) names.add(name)
    if (node.type === 'assignment' && nameOf(tree, field(node, 'left')) === '__all__') listed = listOf(tree, node)
  }
  if (names.has('__getattr__')) open = true
  return { names, open, ...(listed ? { listed } : {}) }
}

function makesNames(tree: SyntaxTree, call: SyntaxNode): boolean {
  const called = nameOf(tree, field(call, 'function'))
  return MAKERS.test(called) || (called === 'setattr' && nameOf(tree, field(call, 'arguments')).includes('sys.modules'))
}

function boundBy(tree: SyntaxTree, node: SyntaxNode): string[] {
  switch (node.type) {
    case 'function_definition':
    case 'class_definition':
    case 'named_expression':
      return [nameOf(tree, field(node, 'name'))]
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'type_alias_statement':
      return targets(tree, field(node, 'left'))
    case 'as_pattern':
      return targets(tree, field(node, 'alias'))
    case 'global_statement':
      return targets(tree, node)
    case 'case_pattern':
      return node.children.filter(({ type }) => type === 'dotted_name').map((name) => nameOf(tree, name))
    case 'import_statement':
      return fields(node, 'name').map((name) => boundName(tree, name, true))
    case 'import_from_statement':
      return fields(node, 'name').map((name) => boundName(tree, name, false))
    default:
      return []
  }
}

/** `import a.b` binds `a`, and `import a.b as c` binds `c`. */
function boundName(tree: SyntaxTree, name: SyntaxNode, first: boolean): string {
  if (name.type === 'aliased_import') return nameOf(tree, field(name, 'alias'))
  const dotted = dottedName(tree, name)
  return first ? (dotted.split('.')[0] ?? '') : dotted
}

const NO_TARGETS: readonly string[] = ['attribute', 'subscript', 'call']

/** The identifiers of a target of assignment; members of something else are not names of the module. */
function targets(tree: SyntaxTree, node: SyntaxNode | undefined): string[] {
  if (!node) return []
  if (node.type === 'identifier') return [nameOf(tree, node)]
  if (NO_TARGETS.includes(node.type)) return []
  const found: string[] = []
  const nodes = below(tree, node)
  for (let at = 0; at < nodes.length;) {
    const each = nodes[at]
    if (!each) break
    if (each.type === 'identifier') found.push(nameOf(tree, each))
    at += NO_TARGETS.includes(each.type) ? each.next - each.index : 1
  }
  return found
}

function listOf(tree: SyntaxTree, assignment: SyntaxNode): ReadonlySet<string> | undefined {
  const right = field(assignment, 'right')
  if (!right || !['list', 'tuple'].includes(right.type)) return undefined
  const strings = right.children.filter(({ named, type }) => named && type !== 'comment')
  const values = strings.map((each) => stringOf(tree, each))
  return values.includes(undefined) ? undefined : new Set(values.filter((each) => each !== undefined))
}

/** Whether a part of the module runs only if it is started: `if __name__ == "__main__"`. */
export function isStartable(tree: SyntaxTree): boolean {
  return tree.nodes[0].children.some((node) => {
    if (node.type !== 'if_statement') return false
    const condition = field(node, 'condition')
    const words = condition ? [...below(tree, condition), condition] : []
    const hasName = words.some((word) => word.type === 'identifier' && nameOf(tree, word) === '__name__')
    return hasName && words.some((word) => stringOf(tree, word) === '__main__')
  })
}
