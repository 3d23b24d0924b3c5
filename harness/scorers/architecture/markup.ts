/** Pages and components: they load scripts, and contain some. */
import type { Parsers } from '../../lib/syntax/parse.ts'
import type { SyntaxNode, SyntaxTree } from '../../lib/syntax/syntax-tree.ts'
import { MOST_MENTIONS } from './bounds.ts'
import { importsOf } from './ecmascript/imports.ts'
import { mentionsOf } from './ecmascript/read.ts'
import { emptyModule, type Import, type Module } from './module.ts'
import { childOf, linesOf, nameOf } from './tree.ts'

/** Inner scripts of one page that are read. */
const MOST_SCRIPTS = 50

/** @param language `component` for a file of Vue or Svelte, which has a default export that its compiler makes */
export async function readPage(
  path: string,
  language: 'html' | 'component',
  tree: SyntaxTree,
  parsers: Parsers,
): Promise<Module> {
  const lineOf = linesOf(tree.text)
  const imports: Import[] = []
  const mentions = new Set<string>()
  let scripts = 0
  for (const node of tree.nodes) {
    if (node.type !== 'script_element') continue
    const source = sourceOf(tree, node)
    const text = childOf(node, 'raw_text')
    if (source !== undefined) imports.push({ specifier: source, line: lineOf(node.start) })
    else if (text && (scripts += 1) <= MOST_SCRIPTS) {
      const script = await parsers.parse(
        language === 'html' ? 'javascript' : 'typescript',
        tree.text.slice(text.start, text.end),
      )
      const base = lineOf(text.start) - 1
      imports.push(...importsOf(script).map((each) => ({ ...each, line: each.line + base })))
      for (const mention of mentionsOf(script)) mentions.add(mention)
    }
  }
  const made = language === 'component' ? { names: new Set(['default']), open: true, esm: true } : {}
  return { ...emptyModule(path, language), ...made, imports, mentions: [...mentions].slice(0, MOST_MENTIONS) }
}

/** Templates compute addresses: `{{ url_for('static', filename='js/app.js') }}` and `{% static 'js/app.js' %}` name a file in quotes. */
function sourceOf(tree: SyntaxTree, script: SyntaxNode): string | undefined {
  const attributes = childOf(script, 'start_tag')?.children.filter(({ type }) => type === 'attribute') ?? []
  const source = attributes.find((each) => nameOf(tree, childOf(each, 'attribute_name')).toLowerCase() === 'src')
  if (!source) return undefined
  const value =
    childOf(source, 'attribute_value') ??
    childOf(childOf(source, 'quoted_attribute_value') ?? source, 'attribute_value')
  const text = nameOf(tree, value)
  if (!/[{<]/.test(text)) return /^([./]|[a-z][a-z\d+.-]*:)/i.test(text) ? text : `./${text}`
  // The quotes in a template may end the attribute.
  const quoted = /['"]([\w@./-]+\.m?js)['"]/.exec(nameOf(tree, childOf(script, 'start_tag')))?.[1]
  return quoted === undefined ? undefined : `/${quoted}`
}
