import { expect, it } from 'vitest'
import type { Site } from '../../../harness/contracts/schema.ts'
import { rewriting } from '../../../harness/testers/pytest/rewrite.ts'

const SOURCE = "def test():\n    assert f(1) == [\n        'secret',\n    ], 'a message'\n    assert g(2)\n"

function at(text: string): [number, number] {
  const from = SOURCE.indexOf(text)
  return [from, from + text.length]
}

const equal: Site = {
  file: 'test_a.py',
  line: 2,
  span: at("assert f(1) == [\n        'secret',\n    ], 'a message'"),
  form: 'equal',
  values: [at('f(1)'), at("[\n        'secret',\n    ]")],
  expected: ['l', [['s', 'secret']]],
}
const truth: Site = { file: 'test_a.py', line: 5, span: at('assert g(2)'), form: 'truth', values: [at('g(2)')] }

it('takes expected values out, keeps the numbers of lines, and gives new names in each run', () => {
  const first = rewriting([equal, truth])
  const second = rewriting([equal, truth])
  const text = first.rewrite('test_a.py', Buffer.from(SOURCE)).toString()
  expect(text).not.toContain('secret')
  expect(text).not.toContain('assert')
  expect(text.split('\n')[4]).toContain('g(2)')
  expect(text.split('\n').length).toBe(SOURCE.split('\n').length)
  expect(second.rewrite('test_a.py', Buffer.from(SOURCE)).toString()).not.toBe(text)
  expect([...first.sites.values()].map(({ number }) => number)).toEqual([0, 1])
})

it('asks for truth and for its opposite', () => {
  const seen = new Set<boolean>()
  for (let tries = 0; tries < 200 && seen.size < 2; tries += 1) {
    const run = rewriting([truth])
    const text = run.rewrite('test_a.py', Buffer.from(SOURCE)).toString()
    const [placed] = run.sites.values()
    expect(text).toContain(
      placed?.inverted === true ? ', lambda _0: not (_0), (g(2)))' : ', lambda _0: not not (_0), (g(2)))',
    )
    seen.add(placed?.inverted === true)
  }
  expect(seen.size).toBe(2)
})

it('leaves other files as they are', () => {
  expect(rewriting([truth]).rewrite('test_b.py', Buffer.from(SOURCE)).toString()).toBe(SOURCE)
})

it('puts assertions back into a traceback, whose source is indented less', () => {
  const run = rewriting([equal, truth])
  const shown = (source: string) =>
    source.replaceAll(/^ {4}/gm, '    ').replaceAll(/^ {8}/gm, '      ') + '\nE   KeyError: 1'
  const traceback = shown(run.rewrite('test_a.py', Buffer.from(SOURCE)).toString())
  expect(traceback).not.toContain('assert')
  const restored = run.restore(traceback).split('\n')
  expect(restored.map((line) => line.trim())).toEqual(
    shown(SOURCE)
      .split('\n')
      .map((line) => line.trim()),
  )
  expect(restored[1]).toBe('    assert f(1) == [')
})

it('leaves the text of an error alone, which a library chooses', () => {
  const run = rewriting([truth])
  const line = `E   RuntimeError: ${run.rewrite('test_a.py', Buffer.from(SOURCE)).toString().split('\n')[4] ?? ''}`
  expect(run.restore(line)).toBe(line)
})

it('leaves a traceback alone that names a site of another run', () => {
  const other = rewriting([truth]).rewrite('test_a.py', Buffer.from(SOURCE)).toString()
  expect(rewriting([truth]).restore(other)).toBe(other)
})

it('replaces comparisons inside an assertion, and puts both back', () => {
  const source = 'def test():\n    assert f(1) == 2 and g(\n        3) > 4\n'
  const span = (text: string): [number, number] => [source.indexOf(text), source.indexOf(text) + text.length]
  const outer: Site = {
    ...{ file: 'test_a.py', line: 2, span: span('assert f(1) == 2 and g(\n        3) > 4') },
    ...{ form: 'truth', values: [span('f(1) == 2 and g(\n        3) > 4')], template: '{0}' },
  }
  const inner: Site = {
    ...{ file: 'test_a.py', line: 2, span: span('g(\n        3) > 4'), form: 'inner', template: '{0} > {1}' },
    ...{ values: [span('g(\n        3)'), span('4')], standings: ['value', 'object'] },
  }
  const run = rewriting([outer, inner])
  const text = run.rewrite('test_a.py', Buffer.from(source)).toString()
  expect(text).toContain("'vo', lambda _0, _1: _0 > _1, (g(\n        3)), (4))")
  expect(text.split('\n').length).toBe(source.split('\n').length)
  const lines = run.restore(text.replaceAll(/^ {8}/gm, '      ')).split('\n')
  expect(lines.map((line) => line.trim())).toEqual(source.split('\n').map((line) => line.trim()))
  const [placed] = run.sites.values()
  expect(placed && run.original(placed)).toBe('assert f(1) == 2 and g(\n        3) > 4')
})
