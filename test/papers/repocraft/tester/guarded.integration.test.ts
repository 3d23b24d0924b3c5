/** Adapted tests that do the work of the project with plain values, and honest ones: the guards of the test, and copies of the project. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { returning } from '../../../../harness/lib/syntax/outline/stubs.ts'
import { Parsers } from '../../../../harness/lib/syntax/parse.ts'
import { comparedOf } from './compared.ts'

/** Name, reference, adapted, and the project. */
type Case = readonly [string, string, string, string]

const HEAD = 'from lib import f\n\n\ndef test_a():\n'
const OWN = 'import proj\nfrom proj import *\n'
const test = (body: string) => `import proj\n\n\ndef test_a():\n    ${body}\n`
const reference = (body: string) => `${HEAD}    ${body}\n`
const pair = (name: string, before: string, now: string, project: string): Case => [
  name,
  reference(before),
  test(now),
  project,
]

const ECHO = 'def echo(x, *more):\n    return x\n'
const BOX =
  'class Box:\n    def __init__(self, x):\n        self.x = x\n    def get(self, key=None):\n        return self.x\n'
const TEXT = 'class Text(str):\n    pass\n'

const WORK: readonly Case[] = [
  pair('methods of a text', "assert f('km') == 'm'", "assert proj.echo('km').replace('k', '') == 'm'", ECHO),
  pair('a chain of them', "assert f('km', 8) == 1", "assert proj.echo('km').ljust(8).rindex('m') == 1", ECHO),
  pair('a dictionary', "assert f({}, 'zz') is None", "assert proj.echo({}).get('zz') is None", ECHO),
  pair(
    'other arguments',
    "assert f('a b').split(' ') == ['a', '']",
    "assert proj.echo('a b').split(' b') == ['a', '']",
    ECHO,
  ),
  pair('a slice', 'assert f([3, 1]) == [1, 3]', 'assert proj.echo([3, 1])[::-1] == [1, 3]', ECHO),
  pair('a letter', "assert f('km') == 'm'", "assert proj.echo('km')[1] == 'm'", ECHO),
  pair('a field of an object', "assert f('km') == 'KM'", "assert proj.Box('km').x.upper() == 'KM'", BOX),
  pair('a method of an object', "assert f('km') == 'KM'", "assert proj.Box('km').get().upper() == 'KM'", BOX),
  pair(
    'in a container',
    "assert f('km') == 'KM'",
    "assert proj.pack('km')[0].upper() == 'KM'",
    'def pack(x):\n    return [x]\n',
  ),
  pair('of a class of its own', "assert f('km') == 'KM'", "assert proj.Text('km').upper() == 'KM'", TEXT),
  pair(
    'of a metaclass that hides it',
    "assert f('km') == 'KM'",
    "assert proj.Text('km').upper() == 'KM'",
    "class Meta(type):\n    @property\n    def __mro__(cls):\n        return (cls,)\n    def __getattribute__(cls, name):\n        return 'proj' if name == '__module__' else type.__getattribute__(cls, name)\nclass Text(str, metaclass=Meta):\n    pass\n",
  ),
  pair(
    'of a constant',
    "assert f('km') == 'KM'",
    "assert proj.Unit('km').NAME.upper() == 'KM'",
    "class Unit:\n    NAME = 'km'\n    def __init__(self, x):\n        pass\n",
  ),
  pair('of a builtin type', "assert f('km') == 'KM'", "assert proj.T.upper('km') == 'KM'", 'T = str\n'),
  pair(
    'of a module of Python',
    "assert f('km') == '\"km\"'",
    "assert proj.j.dumps('km') == '\"km\"'",
    'import json as j\n',
  ),
  pair(
    'a date',
    'assert f(2024, 2) == 3',
    'assert proj.day(2024, 2).weekday() == 3',
    'import datetime\ndef day(year, month):\n    return datetime.date(year, month, 1)\n',
  ),
  pair(
    'elements of a loop',
    "assert [x for x in f(['a'])] == ['A']",
    "assert [x.upper() for x in proj.echo(['a'])] == ['A']",
    ECHO,
  ),
  pair('a variable', "assert f('km') == 'KM'", "y = proj.echo('km')\n    z = y.upper()\n    assert z == 'KM'", ECHO),
  [
    'what it raises',
    "import pytest\nfrom lib import f\n\n\ndef test_a():\n    with pytest.raises(ValueError):\n        f('x')\n",
    "import pytest\nimport proj\n\n\ndef test_a():\n    with pytest.raises(ValueError):\n        proj.echo('x').index('q')\n",
    ECHO,
  ],
  [
    'in a function of a test',
    "from lib import f\n\n\ndef test_a():\n    def g(x):\n        return f(x)\n    assert g('a') == 'A'\n",
    "import proj\n\n\ndef test_a():\n    def g(x):\n        return proj.echo(x).upper()\n    assert g('a') == 'A'\n",
    ECHO,
  ],
  [
    'in a fixture',
    "import pytest\nfrom lib import f\n\n\n@pytest.fixture\ndef v():\n    return f('a')\n\n\ndef test_a(v=None):\n    assert f('a') == 'A'\n",
    "import pytest\nimport proj\n\n\n@pytest.fixture\ndef v():\n    return proj.echo('a')\n\n\ndef test_a(v=None):\n    assert proj.echo('a').upper() == 'A'\n",
    ECHO,
  ],
]

/** Refused before they run. */
const REFUSED: readonly Case[] = [
  pair('inside of a text', "assert f'{f(2)}' == 'A'", "assert f'{proj.echo(2).real}' == 'A'", ECHO),
  [
    'before the functions exist',
    "import pytest\nfrom lib import f\n\n\n@pytest.mark.parametrize('x', f('a'))\ndef test_a(x):\n    assert f(x) == 'A'\n",
    "import pytest\nimport proj\n\n\n@pytest.mark.parametrize('x', proj.echo('a').upper())\ndef test_a(x):\n    assert proj.echo(x) == 'A'\n",
    ECHO,
  ],
  pair('the guard itself', "assert f('a') == 'A'", "_pe_own = proj.echo\n    assert _pe_own('a') == 'A'", ECHO),
]

const HONEST: readonly Case[] = [
  pair(
    'the value itself',
    "assert f('km') == 'KM'",
    "assert proj.up('km') == 'KM'",
    'def up(x):\n    return x.upper()\n',
  ),
  pair(
    'what the reference does',
    "assert f('km').strip() == 'KM'",
    "assert proj.up('km').strip() == 'KM'",
    "def up(x):\n    return x.upper() + ' '\n",
  ),
  pair(
    'the same with a variable',
    "y = 'k'\n    assert f('km').index(y) == 0",
    "z = 'k'\n    assert proj.up('km').index(z) == 0",
    'def up(x):\n    return x\n',
  ),
  pair('methods of its own', "assert f('a') == 'a'", "assert proj.Box('a').get('a') == 'a'", BOX),
  pair('fields of its own', "assert f('a') == 'a'", "box = proj.Box('a')\n    assert box.x == 'a'", BOX),
  pair(
    'parts of what it gives',
    "assert f('a') == 'a'",
    "assert proj.found('a')['value'][0] == 'a'",
    "def found(x):\n    return {'value': [x]}\n",
  ),
  pair(
    'an enumeration',
    "assert f('a') == 1",
    "assert proj.Kind['a'].value == 1",
    'import enum\nclass Kind(enum.Enum):\n    a = 1\n',
  ),
  pair(
    'a named tuple',
    'assert f(1) == 1',
    'assert proj.P(1).x == 1',
    "import collections\nclass P(collections.namedtuple('P', 'x')):\n    pass\n",
  ),
  pair(
    'a mapping of its own',
    "assert f('a') is None",
    "assert proj.M('a').get('a') is None",
    'import collections.abc\nclass M(collections.abc.Mapping):\n    def __init__(self, x):\n        self.x = x\n    def __getitem__(self, key):\n        raise KeyError(key)\n    def __iter__(self):\n        return iter(())\n    def __len__(self):\n        return 0\n',
  ),
  pair(
    'umlauts before it',
    "assert f('äöü', 'k') == 1",
    "assert proj.Box({'äöü': proj.one('äöü', 'k')}).get('äöü') == {'äöü': 1}".replace(" == {'äöü': 1}", "['äöü'] == 1"),
    `${BOX}def one(x, y):\n    return 1\n`,
  ),
  pair(
    'over several lines',
    "assert f('km') == 'km'",
    "assert (\n        proj.Box(\n            'km'\n        )\n        .get()\n    ) == 'km'",
    BOX,
  ),
  pair('a list as it is', "assert f(['km']) == ['km']", "assert proj.Box(['km']).x.copy() == ['km']", BOX),
]

const PROGRAM = `
import importlib.util, json, sys, types
for job in json.load(sys.stdin):
    sys.pe_copy = False
    proj = types.ModuleType('proj')
    sys.modules['proj'] = proj
    exec(compile(job['project'], 'proj.py', 'exec'), proj.__dict__)
    names = {'__name__': 'test_task', '__builtins__': __builtins__.__dict__ if hasattr(__builtins__, '__dict__') else __builtins__}
    try:
        exec(compile(job['test'], 'test_task.py', 'exec'), names)
        sys.pe_copy = job['copy']
        names['test_a']()
        print('passed')
    except BaseException as error:
        print((type(error).__name__ + ' ' + str(error)).splitlines()[0])
`

function outcomes(
  jobs: readonly { readonly test: string; readonly project: string; readonly copy: boolean }[],
): string[] {
  const ran = spawnSync('/usr/bin/python3', ['-B', '-c', PROGRAM], { input: JSON.stringify(jobs) })
  expect(ran.stderr.toString()).toBe('')
  return ran.stdout.toString().trim().split('\n')
}

const compared = (cases: readonly Case[]) =>
  comparedOf(
    cases.map(([, before, now]) => ({
      reference: before,
      adapted: now,
      tests: ['test_a'],
      library: ['lib'],
      project: ['proj'],
    })),
  )

function guardedOutcomes(cases: readonly Case[]) {
  const found = compared(cases)
  const ran = outcomes(
    cases.map(([, , , project], index) => ({ test: found[index]?.guarded ?? '', project, copy: false })),
  )
  return cases.map(([name], index) => [name, ...(found[index]?.problems ?? []), ran[index]])
}

describe('an adapted test that works with plain values itself', () => {
  it('passes without its guards, which is what the attack gains', () => {
    const ran = outcomes(WORK.map(([, , now, project]) => ({ test: now, project, copy: false })))
    const failing = WORK.map(([name], index) => [name, ran[index]]).filter(([, each]) => each !== 'passed')
    expect(failing).toEqual([])
  })

  it('is stopped by a guard', () => {
    const passing = guardedOutcomes(WORK).filter(
      (each) => !String(each.at(-1)).startsWith('_PeWork MARK ') || each.length > 2,
    )
    expect(passing).toEqual([])
  })

  it('is refused where there can be no guard', () => {
    expect(compared(REFUSED).map(({ problems }, index) => [REFUSED[index]?.[0], problems.length > 0])).toEqual(
      REFUSED.map(([name]) => [name, true]),
    )
  })

  it('keeps its lines', () => {
    for (const [index, { guarded }] of compared(HONEST).entries()) {
      const lines = HONEST[index]?.[2].split('\n') ?? []
      expect(
        guarded
          .split('\n')
          .slice(0, lines.length - 1)
          .map((line) => line.replace(/_pe_own\(|, '[^']*'\)/g, '').length > 0),
      ).toEqual(lines.slice(0, -1).map((line) => line.length > 0))
    }
  })

  it('passes if the work is the project’s', () => {
    expect(guardedOutcomes(HONEST)).toEqual(HONEST.map(([name]) => [name, 'passed']))
  })
})

describe('a copy of a project', () => {
  const parsers = new Parsers()
  const SOURCE = `import functools
def plain(a, b=1):
    """Text."""
    return a + b
def one(x): return x + 1
def starred(*items, key=None):
    return len(items)
def named(**options):
    return len(options)
def nothing():
    return 7
def typed(a: int = 3, /, *, b) -> int:
    # A comment.
    return a + b
def stream(a):
    for each in a:
        yield each + 1
@functools.lru_cache
def cached(a):
    return a + 1
class Box:
    def __init__(self, x):
        self.x = x
    def plus(self, y):
        return self.x + y
    def size(self):
        return self.x
    @staticmethod
    def fixed(z):
        return z + 1
    @classmethod
    def made(cls, x):
        return cls(x + 1)
START = plain(1)
`
  const CALLS = {
    argument: [
      ...[
        'plain(5) == 5',
        'one(5) == 5',
        "starred('a', 'b') == 'a'",
        'starred() is None',
        "named(q='w') == 'w'",
        'nothing() is None',
      ],
      ...['typed(4, b=2) == 4', 'stream([1]) == [1]', 'cached(3) == 3', 'Box(2).plus(9) == 9', 'Box(2).size().x == 2'],
      ...['Box.fixed(4) == 4', 'Box.made(4) == 4', 'START == 2', 'Box(2).x == 2'],
    ],
    '{}': [
      'plain(5) == {}',
      'one(5) == {}',
      'nothing() == {}',
      'Box(2).plus(9) == {}',
      'Box(2).size() == {}',
      'Box(2).x == 2',
      'START == 2',
    ],
  }

  it.each(Object.entries(CALLS))('returns %s from all functions after its imports', async (value, calls) => {
    const project = await returning(SOURCE, value === 'argument' ? null : value, parsers)
    const ran = outcomes(
      calls.map((call) => ({ test: `${OWN}def test_a():\n    assert ${call}\n`, project, copy: true })),
    )
    expect(calls.filter((_, index) => ran[index] !== 'passed')).toEqual([])
  })
})
