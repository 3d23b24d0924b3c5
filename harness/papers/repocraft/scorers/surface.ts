/** The features that a Python file offers to its users: public functions and methods that do something, and plain classes. */
import { bodyOf } from '../../../scorers/bodies.ts'
import { withoutComments } from '../../../scorers/codebleu/comments.ts'
import type { SyntaxNode, SyntaxTree } from '../../../lib/syntax/syntax-tree.ts'

export interface Feature {
  /** Its name in the file, such as `Frame.pivot`. */
  readonly name: string
  /** The words of its name, and the first sentence of its docstring. */
  readonly text: string
}

/** Statements that may contain definitions of the module. */
const BRANCHES: readonly string[] = [
  ...[
    'if_statement',
    'elif_clause',
    'else_clause',
    'try_statement',
    'except_clause',
    'finally_clause',
    'with_statement',
  ],
  'block',
]

/**
 * A function whose body is empty or only announces an implementation is not a feature, so a repository of stubs has none. A class
 * counts by its public methods, and itself only if it has none and does contain something.
 */
export function featuresOf(tree: SyntaxTree): Feature[] {
  const docstrings = docstringsOf(tree)
  const { tree: bare } = withoutComments(tree)
  return definitionsIn(bare.nodes[0]).flatMap((definition) =>
    definition.type === 'class_definition'
      ? featuresOfClass(definition, bare.text, docstrings)
      : featureOf(definition, [], bare.text, docstrings),
  )
}

type Docstrings = ReadonlyMap<number, string>

/** By the start of the definition that they belong to. */
function docstringsOf({ nodes, text }: SyntaxTree): Docstrings {
  const found = new Map<number, string>()
  for (const node of nodes) {
    if (node.type !== 'function_definition' && node.type !== 'class_definition') continue
    const body = node.children.find(({ field }) => field === 'body')
    const first = body?.children.find(({ type }) => type !== 'comment')
    const [only, ...others] = first?.type === 'expression_statement' ? first.children : []
    if (only?.type === 'string' && others.length === 0) found.set(node.start, text.slice(only.start, only.end))
  }
  return found
}

/** Definitions at the level of a node. */
function definitionsIn({ children }: SyntaxNode): SyntaxNode[] {
  return children.flatMap((child): SyntaxNode[] => {
    if (child.type === 'function_definition' || child.type === 'class_definition') return [child]
    if (child.type === 'decorated_definition' || BRANCHES.includes(child.type)) return definitionsIn(child)
    return []
  })
}

function featuresOfClass(definition: SyntaxNode, text: string, docstrings: Docstrings): Feature[] {
  const name = nameOf(definition, text)
  const body = definition.children.find(({ field }) => field === 'body')
  if (!isPublic(name) || !body) return []
  const methods = definitionsIn(body).filter(({ type }) => type === 'function_definition')
  const features = methods.flatMap((method) => featureOf(method, [name], text, docstrings))
  const hasPublic = methods.some((method) => isPublic(nameOf(method, text)))
  return features.length > 0 || hasPublic || isHollow(body, methods, text)
    ? features
    : [described(definition, [name], docstrings)]
}

/** Whether a class has nothing but placeholders: no fields, and no method with a body. */
function isHollow(body: SyntaxNode, methods: readonly SyntaxNode[], text: string): boolean {
  if (methods.some((method) => doesSomething(method, text))) return false
  const fields = body.children.filter(({ type }) => type === 'expression_statement')
  return !fields.some(({ children }) => children.some(({ type }) => type === 'assignment'))
}

function featureOf(
  definition: SyntaxNode,
  above: readonly string[],
  text: string,
  docstrings: Docstrings,
): readonly Feature[] {
  const name = nameOf(definition, text)
  return isPublic(name) && doesSomething(definition, text) ? [described(definition, [...above, name], docstrings)] : []
}

function described({ start }: SyntaxNode, names: readonly string[], docstrings: Docstrings): Feature {
  const words = names.map(wordsOf).join(' ')
  const sentence = firstSentence(docstrings.get(start) ?? '')
  return { name: names.join('.'), text: sentence === '' ? words : `${words}: ${sentence}` }
}

function doesSomething({ children }: SyntaxNode, text: string): boolean {
  const body = children.find(({ field }) => field === 'body')
  return body !== undefined && bodyOf(body, text) === 'real'
}

/** Characters; no real name is longer. */
const LONGEST_NAME = 100

function nameOf({ children }: SyntaxNode, text: string): string {
  const name = children.find(({ field }) => field === 'name')
  return name === undefined ? '' : text.slice(name.start, Math.min(name.end, name.start + LONGEST_NAME))
}

function isPublic(name: string): boolean {
  return name !== '' && !name.startsWith('_')
}

// ---- words ---------------------------------------------------------------------------------------------------------

/** The words of an identifier in lower case: `HTTPAdapter` and `http_adapter` are both `http adapter`. */
export function wordsOf(identifier: string): string {
  return identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Characters of a docstring that are read. */
const READ = 2000
const LONGEST_SENTENCE = 300

/** The first sentence of the literal of a docstring, on one line and without its quotes. */
export function firstSentence(literal: string): string {
  const text = literal
    .slice(0, READ)
    .replace(/^[A-Za-z]{0,2}("""|'''|"|')/, '')
    .replace(/("""|'''|"|')$/, '')
    .trim()
  const [paragraph = ''] = text.split(/\n\s*\n/)
  const line = plain(paragraph)
  const end = /[.!?](?= |$)/.exec(line)
  return line.slice(0, Math.min(end ? end.index + 1 : LONGEST_SENTENCE, LONGEST_SENTENCE)).trim()
}

/** Characters that a reader does not see become blanks, and blanks are single. */
function plain(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}
