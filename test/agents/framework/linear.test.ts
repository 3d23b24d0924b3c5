import { expect, it } from 'vitest'
import { importsOf } from '../../../harness/agents/framework/imports.ts'
import { signaturesOf } from '../../../harness/agents/framework/signatures.ts'

const MANY = 200_000

/** A search that tries every way to share out these characters takes minutes. */
it.each([
  ['dots', `from ${'.'.repeat(MANY)}!\n`],
  ['dots and letters', `from ${'.a'.repeat(MANY / 2)}!\n`],
  ['spaces', `from${' '.repeat(MANY)}!\n`],
  ['spaces before a name', `from a${' '.repeat(MANY)}!\n`],
  ['spaces of an import', `import${' '.repeat(MANY)}!\n`],
  ['a long name, and many names from it', `from a${'.b'.repeat(MANY / 2)} import ${'c,'.repeat(2000)}d\n`],
  ['brackets', 'from a import (\n'.repeat(MANY / 16)],
])('finds the imports of a file with many %s', (_, content) => {
  expect(importsOf({ path: 'a.py', content }, new Set(['a.py', 'b.py']))).toEqual([])
})

it.each([
  'from . import b',
  '\tfrom  .b  import  x',
  'from b import (x,\n y)',
  'from b import x as y # z',
  'import os, b',
])('finds the import of %j', (content) => {
  expect(importsOf({ path: 'a.py', content }, new Set(['a.py', 'b.py']))).toEqual(['b.py'])
})

it.each([
  ['colons and comments', `def f${':#'.repeat(MANY / 2)}\u2028x`],
  ['colons', `def f${': '.repeat(MANY / 2)}x`],
  ['spaces after a colon', `def f:${' '.repeat(MANY)}x`],
  ['bodies', `def f${': ... '.repeat(MANY / 6)}x`],
])('finds the signatures of a file with many %s', (_, head) => {
  expect(signaturesOf({ path: 'a.py', content: `${head}\n` })).toContain(head)
})

it.each(['def f():', 'def f():  # why', 'def f():\r', 'def f():  # why\r', 'class A: ...', 'async def f(): pass'])(
  'ends the head %j on its line',
  (head) => {
    expect(signaturesOf({ path: 'a.py', content: `${head}\n    return 1\n` })).toBe(head)
  },
)
