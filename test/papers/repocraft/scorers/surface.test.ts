import { describe, expect, it } from 'vitest'
import { Parsers } from '../../../../harness/lib/syntax/parse.ts'
import { featuresOf } from '../../../../harness/papers/repocraft/scorers/surface.ts'
import { firstSentence, wordsOf } from '../../../../harness/papers/repocraft/scorers/surface.ts'

const parsers = new Parsers()
const features = async (...lines: readonly string[]) =>
  featuresOf(await parsers.parse('python', `${lines.join('\n')}\n`))

describe('words', () => {
  it.each([
    ['HTTPAdapter', 'http adapter'],
    ['http_adapter', 'http adapter'],
    ['toJSON2Text', 'to json2 text'],
    ['x', 'x'],
    ['', ''],
  ])('of %j', (identifier, words) => {
    expect(wordsOf(identifier)).toBe(words)
  })
})

describe('the first sentence', () => {
  it.each([
    ['"""Converts units. Slowly."""', 'Converts units.'],
    ["'''One\n    line\n    of many\n\n    More.'''", 'One line of many'],
    ['r"raw 3.5 m"', 'raw 3.5 m'],
    ['"""a\u001b[2J\u200bb"""', 'a [2J b'],
    ['""""""', ''],
  ])('of %j', (literal, sentence) => {
    expect(firstSentence(literal)).toBe(sentence)
  })

  it('is bounded', () => {
    expect(firstSentence(`"${'word '.repeat(100_000)}"`).length).toBeLessThanOrEqual(300)
  })
})

describe('features', () => {
  it('are public functions with the first sentence of their docstring', async () => {
    expect(
      await features(
        'import os',
        '@cached',
        'def toMetres(value):',
        '    """Converts a length to metres. Never fails."""',
        '    return value',
        'async def fetch_all(): return await os',
        'def _private(): return 1',
      ),
    ).toEqual([
      { name: 'toMetres', text: 'to metres: Converts a length to metres.' },
      { name: 'fetch_all', text: 'fetch all' },
    ])
  })

  it('are the public methods of public classes, not the class and not the inner functions', async () => {
    expect(
      await features(
        'class Gauge:',
        '    """A gauge."""',
        '    def __init__(self): self.value = 0',
        '    @property',
        '    def level(self):',
        '        def inner(): return 1',
        '        return inner()',
        '    def _reset(self): self.value = 0',
        'class _Hidden:',
        '    def shown(self): return 1',
      ),
    ).toEqual([{ name: 'Gauge.level', text: 'gauge level' }])
  })

  it('are plain classes that contain something', async () => {
    expect(
      await features(
        'class Point:',
        '    """A point."""',
        '    x: int = 0',
        'class Call:',
        '    def __call__(self): return 1',
        'class Failed(Exception):',
        '    pass',
      ),
    ).toEqual([
      { name: 'Point', text: 'point: A point.' },
      { name: 'Call', text: 'call' },
    ])
  })

  it('are found in branches of a module', async () => {
    const found = await features(
      'try:',
      '    import a',
      'except ImportError:',
      '    def load(): return 1',
      'if a:',
      '    def save(): return 2',
    )
    expect(found.map(({ name }) => name)).toEqual(['load', 'save'])
  })

  it('are not stubs, whatever their names and docstrings say', async () => {
    expect(
      await features(
        'def solve():',
        '    """Solves linear equations."""',
        'def plot(): ...',
        'def fit():',
        '    """Fits."""',
        '    raise NotImplementedError',
        'class Model:',
        '    """A model of everything."""',
        '    def predict(self): pass',
        'class Nothing:',
        '    """Linear algebra, statistics, plots."""',
      ),
    ).toEqual([])
  })

  it('are found as far as a broken file can be read', async () => {
    const found = await features('def good(): return 1', 'def broken(:', '  )', 'def', '\0')
    expect(found.map(({ name }) => name)).toContain('good')
  })
})
