/** Patterns of testcodes run in the harness's one thread, on what pages and programs have written. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { processorTime } from './processor.ts'

const ROOT = path.dirname(import.meta.dirname)
const FILES = readdirSync(path.join(ROOT, 'missions'))
  .map((name) => `missions/${name}/testcodes.ts`)
  .filter((file) => existsSync(path.join(ROOT, file)))
const LENGTH = 50_000
/** A pattern that takes the square of the length takes several times as long. */
const MOST_MILLISECONDS = 300

const HOSTILE = [
  ...[
    'a',
    '1',
    ' ',
    '\n',
    '\t',
    '-',
    '.',
    '<',
    '<a ',
    '<a',
    '1 ',
    '1,',
    '1.',
    '1.5',
    '- ',
    '$ ',
    ' 1\n',
    '\n\n a',
    ' at .',
  ],
  ...[
    'at :1',
    ':1',
    '1:',
    '1 EUR = ',
    'EUR 1 ',
    'Word ',
    'Word 1',
    'word',
    'Word -',
    'Word 1 - ',
    'row ',
    'rows',
    '<p>',
    '<h2> ',
  ],
  ...[
    '1 numbers, ',
    '1 numbers, 1 empty, mean -',
    '1 observations, ',
    '1 lessons, ',
    'can ',
    'x@',
    '# ',
    '`',
    '*a',
    '[a](',
    '> ',
  ],
].map((part) => part.repeat(LENGTH / part.length))
const PREFIXES = ['', 'Word', ' at ', '<p>']

/** Every pattern of a file; where a text is put into one, that text is a word. */
function patternsIn(file: string): RegExp[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: RegExp[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = '', flags = ''] = /^\/([^]*)\/(\w*)$/.exec(node.text) ?? []
      found.push(new RegExp(pattern, flags))
    }
    if (ts.isTaggedTemplateExpression(node) && ts.isNewExpression(node.parent)) {
      const text = node.template
        .getText()
        .slice(1, -1)
        .replace(/\$\{[^}]*(?:\{[^}]*\}[^}]*)*\}/g, 'Word')
      found.push(new RegExp(text))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The inputs on which a pattern takes too long. */
function slowInputs(pattern: RegExp): string[] {
  const global = new RegExp(pattern.source, [...new Set(`${pattern.flags.replace('y', '')}g`)].join(''))
  return PREFIXES.flatMap((prefix) => HOSTILE.map((hostile) => `${prefix}${hostile}`)).flatMap((input) => {
    // Again, because the first time compiles the pattern.
    let took = Infinity
    for (let time = 0; time < 3 && took > MOST_MILLISECONDS; time += 1) {
      const used = processorTime()
      const matches = [...input.matchAll(global)]
      took = matches.length >= 0 ? used() : Infinity
    }
    return took > MOST_MILLISECONDS
      ? [`${String(pattern)} takes ${took.toFixed()} ms on ${JSON.stringify(input.slice(0, 30))}`]
      : []
  })
}

describe('the patterns of a mission take no more than a moment on a long text', () => {
  it.each(FILES)('%s', (file) => {
    const patterns = patternsIn(path.join(ROOT, file))
    expect(patterns.flatMap(slowInputs)).toEqual([])
  })
})
