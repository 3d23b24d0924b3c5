/**
 * Reads a JSON list of Python texts and writes their syntax trees as JSON: [type, field, start, end, children], with offsets in UTF-16
 * code units. Only the parser is shared with the harness.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Language, Parser } from 'web-tree-sitter'

await Parser.init()
const wasm = gunzipSync(readFileSync(new URL('../../../grammars/python.wasm.gz', import.meta.url)))
const parser = new Parser().setLanguage(await Language.load(wasm))

function treeOf(text) {
  const tree = parser.parse(text)
  const cursor = tree.walk()
  const copy = () => {
    const node = [cursor.nodeType, cursor.currentFieldName, cursor.startIndex, cursor.endIndex, []]
    if (cursor.gotoFirstChild()) {
      do node[4].push(copy())
      while (cursor.gotoNextSibling())
      cursor.gotoParent()
    }
    return node
  }
  const root = copy()
  cursor.delete()
  tree.delete()
  return root
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(treeOf)))
