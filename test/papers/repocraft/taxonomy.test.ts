import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '../../../harness/papers/repocraft/dataset.ts'
import { categoriesOf, leavesOf, taxonomySchema } from '../../../harness/papers/repocraft/taxonomy.ts'
import { UsageError } from '../../../harness/errors.ts'
import { needs, publishedFolder } from '../../needs.ts'

describe('the published taxonomies', await needs('data: repocraft'), () => {
  const read = (name: string) => {
    const file = path.join(publishedFolder('repocraft'), `${name}.json`)
    return parse(file, readFileSync(file, 'utf8'), taxonomySchema)
  }

  it.each([
    ['HttpEasy', 22],
    ['MLKit-Py', 47],
    ['SymbolicMath', 49],
    ['TableKit', 76],
  ])('%s has %i leaves, each a category of its own', (name, leaves) => {
    const categories = categoriesOf(read(name))
    expect(categories).toHaveLength(leaves)
    expect(new Set(categories.map(({ id }) => id)).size).toBe(leaves)
    expect(new Set(categories.map(({ text }) => text)).size).toBe(leaves)
  })

  it('do not name the reference in a category', () => {
    const [first] = categoriesOf(read('HttpEasy'))
    expect(first).toEqual({
      id: 'requests / Core Request Features / HTTP Method Support',
      text: 'Core Request Features / HTTP Method Support',
    })
  })

  it('keep leaves of the same name apart', () => {
    const same = leavesOf(read('SymbolicMath')).filter((leaf) => leaf.at(-1) === 'Transformations')
    expect(same).toEqual([
      ['Mathematical Analysis', 'Transformations'],
      ['Geometry', 'Transformations'],
    ])
  })
})

describe('leaves', () => {
  it('are the names of lists, and the categories that contain nothing', () => {
    expect(leavesOf({ a: { b: ['c', 'd'], e: [] }, f: {}, g: ['h'] })).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'd'],
      ['a', 'e'],
      ['f'],
      ['g', 'h'],
    ])
  })

  it('lose the levels that all of them share, and never their own name', () => {
    expect(categoriesOf({ lib: { part: { a: [], b: [] } } }).map(({ text }) => text)).toEqual(['a', 'b'])
    expect(categoriesOf({ lib: { part: ['a'] } }).map(({ text }) => text)).toEqual(['a'])
    expect(categoriesOf({ lib: [] })).toEqual([{ id: 'lib', text: 'lib' }])
    expect(categoriesOf({ lib: { a: [] }, other: [] }).map(({ text }) => text)).toEqual(['lib / a', 'other'])
  })

  const name = fc.stringMatching(/^[a-z]{1,6}$/)
  const taxonomy = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.uniqueArray(name, { maxLength: 4 }),
      fc.dictionary(name, tie('node'), { maxKeys: 4 }),
    ),
  })).node

  it('are as many as the categories, with ids of their own', () => {
    fc.assert(
      fc.property(fc.dictionary(name, taxonomy, { minKeys: 1, maxKeys: 4 }), (value) => {
        const parsed = taxonomySchema.parse(value)
        const categories = categoriesOf(parsed)
        expect(categories).toHaveLength(leavesOf(parsed).length)
        expect(new Set(categories.map(({ id }) => id)).size).toBe(categories.length)
        expect(categories.every(({ text }) => text !== '')).toBe(true)
      }),
    )
  })
})

describe('a taxonomy is refused', () => {
  const nested = (levels: number): unknown => (levels === 0 ? [] : { a: nested(levels - 1) })
  it.each<[string, unknown, RegExp]>([
    ['that is no object', [], /x\.json: it is not an object of categories/],
    ['that is empty', {}, /it is not an object of categories/],
    ['with a number', { a: { b: 3 } }, /"a \/ b" is neither an object of categories nor a list of names/],
    ['with a list of something else', { a: ['b', 3] }, /"a" has a name that is not a text of 1 to 200 characters: 3/],
    ['with an empty name', { a: { ' ': [] } }, /"a" has a name that is not a text/],
    ['with a long name', { a: ['x'.repeat(201)] }, /"a" has a name that is not a text/],
    ['that is deep', nested(20), /is deeper than 8 levels/],
    ['that is wide', { a: Array.from({ length: 2001 }, (_, index) => String(index)) }, /"a" has more than 2000 names/],
    ['with a leaf twice', { a: ['b', 'b'] }, /it has the leaf "a \/ b" twice/],
    [
      'with too many leaves',
      Object.fromEntries(
        ['a', 'b', 'c'].map((each) => [each, Array.from({ length: 1900 }, (_, index) => `l${index}`)]),
      ),
      /it has more than 5000 leaves/,
    ],
  ])('%s', (_, value, message) => {
    expect(() => parse('x.json', JSON.stringify(value), taxonomySchema)).toThrow(UsageError)
    expect(() => parse('x.json', JSON.stringify(value), taxonomySchema)).toThrow(message)
  })

  it('that is nested so deeply that recursion would exhaust the stack', () => {
    const text = `${'{"a":'.repeat(100_000)}[]${'}'.repeat(100_000)}`
    expect(() => parse('x.json', text, taxonomySchema)).toThrow(UsageError)
  })
})
