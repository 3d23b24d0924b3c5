/** Conditions of tests: which of their values are observed, and that they stay as true as they are. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { PythonValue, Site } from '../../../harness/contracts/schema.ts'
import { hitOf, problemOf, type Placed } from '../../../harness/testers/pytest/observation.ts'
import { rewriting } from '../../../harness/testers/pytest/rewrite.ts'
import { root } from '../../helpers.ts'

const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
const FOLDER = path.join(root, 'harness', 'testers', 'pytest')

/** Each with its form, template and number of values. */
const CONDITIONS: readonly (readonly [string, string | undefined, string | undefined, number])[] = [
  ['assert n < m', 'truth', '{0} < {1}', 2],
  ['assert 0 < n <= 3', 'truth', '{0} < {1} <= {2}', 3],
  ['assert n < m < 9 < 10', 'truth', '{0}', 1],
  ['assert abs(n - 2.5) < 1e-6', 'truth', 'abs({0} - {1}) < {2}', 3],
  ['assert not n > m', 'truth', 'not ({0} > {1})', 2],
  ['assert n is not None', 'truth', '{0} is not None', 1],
  ['assert n != m', 'truth', '{0} != {1}', 2],
  ['assert n in (m, 4)', 'truth', '{0} in {1}', 2],
  ['assert n', 'truth', '{0}', 1],
  ['assert n == m', 'same', undefined, 2],
  ['self.assertAlmostEqual(n, 3.1)', 'truth', '{0} == {1} or round(abs({0} - {1}), 7) == 0', 2],
  ['self.assertAlmostEqual(n, 3.1, 1)', 'truth', '{0} == {1} or round(abs({0} - {1}), 1) == 0', 2],
  ['self.assertAlmostEqual(n, m, delta=0.5)', 'truth', '{0} == {1} or abs({0} - {1}) <= {2}', 3],
  ['self.assertAlmostEqual(n, m, places=k)', 'asserting', undefined, 4],
  ['self.assertGreater(n, m)', 'truth', '{0} > {1}', 2],
  ['self.assertFalse(n)', 'truth', 'not ({0})', 1],
  ['self.assertFalse(n == m)', 'truth', 'not ({0} == {1})', 2],
  ['self.assertFalse(n == 3)', 'differ', undefined, 2],
  ['self.assertNotIn(3, k)', 'lacks', undefined, 2],
  ['self.assertNotEqual(n, m)', 'truth', '{0} != {1}', 2],
]

const foundSchema = z.record(z.string(), z.object({ sites: z.array(z.unknown()) }))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'conditions-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the conditions of tests', () => {
  it('are observed by the values that decide them', async () => {
    const lines = CONDITIONS.map(([text]) => `    ${text}\n`).join('')
    const sites = await sitesOf(`def test(self, n, m, k):\n${lines}`)
    const found = CONDITIONS.map(([text], index) => {
      const site = sites.find(({ line }) => line === index + 2)
      return [text, site?.form, site?.template, site?.values.length ?? 0]
    })
    expect(found).toEqual(CONDITIONS)
  })

  it('are observed inside larger ones, in calls that assert and in blocks that must raise', async () => {
    const sites = await sitesOf(`def test(self, n, m, callback):
    assert n == 1 and m.k in (2, n)
    ok = all(a < b for a in n)
    with session(), pytest.raises(ValueError) as error:
        parse(f"{n == 3}")
    self.assertRaises(ValueError, parse, 'x')
    callback.assert_called_once_with(4, *m, a=5)
    assert np.allclose(n, [1.5], rtol=0.1)
    self.assertIsInstance(n, list)
    self.assertCountEqual(first=n, second=m)
    ok = 2 < n < 3 and 2 < n < m()
    if n is m: pass
DEFAULT = 1 == 2
`)
    expect(sites.map(({ line, form, template, values }) => [line, form, template, values.length])).toEqual([
      [2, 'truth', '{0}', 1],
      [2, 'inner', '{0} == {1}', 2],
      [2, 'inner', '{0} in {1}', 2],
      [3, 'inner', '{0} < {1}', 2],
      [4, 'block', undefined, 1],
      [6, 'raising', undefined, 4],
      [7, 'mocked', 'assert_called_once_with', 4],
      [8, 'truth', '{0}', 1],
      [8, 'inner', '{0}({1}, {2}, rtol=0.1)', 3],
      [9, 'raising', undefined, 3],
      [10, 'asserting', undefined, 3],
      [11, 'inner', '{0} < {1} < {2}', 3],
    ])
  })

  it('are as true as they were, with each value computed once', async () => {
    const conditions = CONDITIONS.filter(([, form]) => form === 'truth').map(([text]) => text)
    const body = conditions.map((text) => `    ${text}\n`).join('')
    const source = `def test(self, n, m, k):\n${body}`
    const sites = await sitesOf(source)
    const run = rewriting(sites.map((site) => ({ ...site, file: 'test_a.py' })))
    const made = run.rewrite('test_a.py', Buffer.from(source)).toString()
    const inverted = Object.fromEntries([...run.sites].map(([id, placed]) => [id, placed.inverted]))
    const wrong = python(`
import json, unittest
case = unittest.TestCase()
original, rewritten, inverted = json.loads(${JSON.stringify(JSON.stringify([source, made, inverted]))})
lines = len(original.splitlines())
assert lines == len(rewritten.splitlines())
def one(text, line):
    return 'def test(self, n, m, k):\\n' + text.splitlines()[line]
def run(text, line, values, told=None):
    names = {${JSON.stringify(run.names.truth)}: told}
    exec(one(text, line), names)
    names['test'](case, *values)
wrong = []
for line in range(1, lines):
    for values in ((1, 2, [1]), (2, 2, [3]), (3, 2, [2]), (2.5, 3.1, []), (3.1, 3.1, []), (None, None, [])):
        try:
            run(original, line, values)
            holds = True
        except Exception as error:
            holds = type(error).__name__
        told = []
        try:
            run(rewritten, line, values, lambda site, least, condition, *values: told.append((site, condition(*values))))
            holds_there = told[0][1] is not inverted[told[0][0]] or 'AssertionError'
        except Exception as error:
            holds_there = type(error).__name__
        if holds != holds_there:
            wrong.append([original.splitlines()[line], str(values), holds, holds_there])
print(json.dumps(wrong))
`)
    expect(JSON.parse(wrong)).toEqual([])
  })
})

describe('the standing of a class', () => {
  it('is that of others only if it existed before', () => {
    const told = python(`
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
sys.dont_write_bytecode = True
import datetime, pathlib, weakref
from kinds import kinds
standing, plain_of, parts_of = kinds()
class Own(datetime.date): pass
Own.__module__, Own.__qualname__ = 'datetime', 'date'
print([standing(None, each) for each in (datetime.date, pathlib.PurePath, weakref.ProxyType, Own)])
class Number(float): pass
own = Number(3)
Number.__module__ = 'numpy'
Number.item = lambda self: 4.0
print(plain_of(own, Number) is own)
`)
    expect(told).toBe("['atom', 'known', 'object', 'object']\nTrue")
  })

  it('and what they hold are read of numbers, dictionaries and calls of the standard library', () => {
    const told = python(`
import sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
sys.dont_write_bytecode = True
import collections, datetime, decimal, fractions, http, unittest.mock as mock, weakref
from channel import copied, encode
from kinds import kinds
from _json import encode_basestring_ascii as quote
others = kinds()
class Own:
    pass
class Zone(datetime.tzinfo):
    pass
own = Own()
def told(value):
    return encode(value, quote, [1000, 10000], others)
def moment(zone):
    return datetime.datetime(2020, 1, 3, tzinfo=zone)
for value in (
    fractions.Fraction(5, 2), fractions.Fraction(1, 3), decimal.Decimal('2.5'), decimal.Decimal('0.1'), decimal.Decimal('1e999999'),
    http.HTTPStatus.OK, collections.OrderedDict(a=1), collections.Counter(a=2), collections.Counter(a=0), mock.call(4, 5), mock.call(own),
    mock.ANY, weakref.proxy(own), moment(datetime.timezone.utc), moment(Zone()), moment(None),
):
    print(told(value))
deep = []
for _ in range(40):
    deep = [deep, deep]
home = [[1]]
copy = copied(home)
home[0].append(2)
print(copy, type(copied(deep)).__name__)
hashed = []
class Key:
    def __hash__(self):
        hashed.append(1)
        return 1
    def __eq__(self, other):
        hashed.append(2)
        return self is other
tables = [kind([(Key(), 1), (Key(), 2)]) for kind in (dict, collections.OrderedDict)]
tables.append([{Key(), Key()}])
hashed.clear()
for table in tables:
    copied(table), told(table), copied({1: table})
decimal.getcontext().traps[decimal.FloatOperation] = True
ordered = collections.OrderedDict(b=[1], a=2)
again = copied(ordered)
ordered['b'].append(3)
print(hashed.count(2), len([each for each in hashed if each == 1]), told(decimal.Decimal('2.5')), list(again.items()), type(again).__name__)
`)
    expect(told.split('\n')).toEqual([
      ...['["?","known"]', '["?","known"]', '["f","2.5"]', '["?","atom"]', '["?","atom"]', '["i","200"]'],
      ...['["d",[[["s","a"],["i","1"]]]]', '["d",[[["s","a"],["i","2"]]]]', '["?","known"]'],
      ...['["?","atom"]', '["?","object"]', '["?","object"]', '["?","object"]'],
      ...['["?","atom"]', '["?","object"]', '["?","atom"]', '[[1]] list'],
      `0 0 ["f","2.5"] [('b', [1]), ('a', 2)] OrderedDict`,
    ])
  })

  it('of an object decides a comparison where the reference has a value', () => {
    const [value, known, own]: PythonValue[] = [
      ['f', '2.5'],
      ['?', 'known'],
      ['?', 'object'],
    ]
    const site: Site = { file: 'a.py', line: 1, span: [0, 1], form: 'truth', values: [[0, 1]] }
    const compared: Site = {
      ...site,
      values: [site.span, site.span],
      template: '{0} < {1}',
      standings: ['value', 'known'],
    }
    const single: Site = { ...site, template: '{0}', standings: ['known'] }
    const problem = (at: Site, ...values: (PythonValue | undefined)[]) =>
      problemOf({ site: at, inverted: false }, [['b', true], ...values.filter((each) => each !== undefined)])
    expect(problem(compared, value, known)).toBeUndefined()
    expect(problem(compared, value, value)).toBeUndefined()
    expect(problem(compared, known, value)).toContain('decides itself')
    expect(problem(compared, value, own)).toContain('decides itself')
    expect(problem(compared, ['l', [value ?? ['n'], own ?? ['n']]], value)).toContain('decides itself')
    expect(problem(compared, value)).toContain('decides itself')
    expect(problem(single, known)).toBeUndefined()
    expect(problem(single, ['l', [['?', 'object']]])).toBeUndefined()
    expect(problem(single, own)).toContain('decides itself')
  })

  it('on the reference is never more than that of a known class where a value alone decides', () => {
    const placed = (count: number): Placed => {
      const values: [number, number][] = Array.from({ length: count }, () => [0, 1])
      return { site: { file: 'a.py', line: 1, span: [0, 1], form: 'truth', values }, number: 0, inverted: false }
    }
    expect(
      hitOf(placed(1), [
        ['b', true],
        ['b', true],
      ]).standings,
    ).toEqual(['known'])
    expect(
      hitOf(placed(2), [
        ['b', true],
        ['b', true],
        ['?', 'atom'],
      ]).standings,
    ).toEqual(['value', 'value'])
    expect(
      hitOf(placed(2), [
        ['b', true],
        ['?', 'known'],
        ['?', 'object'],
      ]).standings,
    ).toEqual(['known', 'object'])
  })
})

async function sitesOf(source: string): Promise<Site[]> {
  await writeFile(path.join(folder, 'test_a.py'), source)
  const { stdout, stderr } = spawnSync(PYTHON, ['-I', '-B', path.join(FOLDER, 'sites.py'), folder], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return Object.values(foundSchema.parse(JSON.parse(stdout))).flatMap(({ sites }) => sites as Site[])
}

function python(program: string): string {
  const { stdout, stderr } = spawnSync(PYTHON, ['-I', '-B', '-c', program], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.trim()
}
