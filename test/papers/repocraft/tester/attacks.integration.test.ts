/** Adapted tests that answer themselves by means of Python, and honest ones that look like them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../helpers.ts'
import { problemsOf } from './compared.ts'

const HEAD = 'import pytest\nfrom lib import f\n'
const PROJECT = 'import pytest\nimport proj\nfrom proj import f\n'

/** Name, reference, adapted; both without their heads if they begin with "def", "class", "@" or a constant. */
type Pair = readonly [string, string, string]

const ONE = 'def test_a():\n    assert f(2) == 9\n'
const NAMED = 'expected = 9\ndef test_a():\n    assert f(2) == expected\n'
const CASES = "@pytest.mark.parametrize('x, y', [(2, 9)])\ndef test_a(x, y):\n    assert f(x) == y\n"
const LIST = 'CASES = [(2, 9)]\ndef test_a():\n    for x, y in CASES:\n        assert f(x) == y\n'
const ERROR = "def test_a():\n    with pytest.raises(ValueError):\n        f('x')\n"
const ERROR_OF_LIBRARY = ERROR.replace('ValueError', 'lib.LibError').replace('def', 'import lib\ndef')
const AUGMENTED = 'def test_a():\n    k = 2\n    k += 7\n    assert f(2) == k\n'
const LOOP = 'def test_a():\n    for x in [2]:\n        assert f(x) == 9\n'
const CLASS = 'class TestA:\n    def test_a(self):\n        assert f(2) == 9\n'

const CHECK = 'def check(a, b):\n    assert a == b\ndef test_a():\n    check(f(2), 9)\n'
const METHOD =
  "class TestA:\n    def check(self, a, b):\n        assert a == b\n    def test_a(self):\n        self.check('ab', f('ab'))\n"
const NESTED = 'def test_a():\n    def check(a, b):\n        assert a == b\n    check(f(2), 9)\n'
const CHAIN =
  'def check(a, b):\n    assert a == b\ndef outer(a, b):\n    check(a, b)\ndef test_a():\n    outer(f(2), 9)\n'
const NUMPY = 'import numpy as np\ndef test_a():\n    assert np.allclose(f(2), 9)\n'
const ALL = 'def test_a():\n    assert all(f(2) == [9])\n'
const FIELD = 'class TestA:\n    expected = 9\n    def test_a(self):\n        assert f(2) == self.expected\n'
const DEFAULT = 'def check(a, b, tol=1e-9):\n    assert abs(a - b) < tol\ndef test_a():\n    check(f(2), 9)\n'
const MUTABLE = 'def test_a():\n    expected = [9]\n    assert f(2) == expected\n'
const APPENDED =
  'def test_a():\n    expected = []\n    expected.append(9)\n    items = [3]\n    f(items, [[items]])\n    assert items == expected\n'

const REFUSED: readonly Pair[] = [
  ['star', ONE, `${PROJECT}from proj import *\n${ONE}`],
  ['error of anything missing', ERROR_OF_LIBRARY, ERROR.replace('ValueError', 'AttributeError')],
  ['expected value for assert_…', ONE, 'def test_a():\n    assert proj.assert_echo(9, 2) == 9\n'],
  ['expected value for raises', ONE, 'def test_a():\n    assert proj.raises(9, 2) == 9\n'],
  ['loop in one line', LOOP, 'def test_a():\n    for x in [2]: assert f(x) == 9\n'],
  [
    'two assertions in one line',
    `${CHECK}    assert f(3) == 14\n`,
    CHECK.replace('check(f(2), 9)\n', 'check(f(2), 9); assert f(3) == 14\n'),
  ],
  [
    'variable of a comprehension',
    'x = 9\ndef test_a():\n    assert f(2) == 9\n',
    'x = 9\ndef test_a():\n    assert [x][proj.zero(2, [x for x in proj.items])] == 9\n',
  ],
  [
    'definition in a block',
    `try:\n    import numpy\nexcept ImportError:\n    numpy = None\n${ERROR}`,
    `try:\n    import numpy\n    def test_a(): pass\nexcept ImportError:\n    numpy = None\n${ERROR}`,
  ],
  ['number without a text', ONE, ONE.replace('    assert', `    _ = 0x${'f'.repeat(4000)}\n    assert`)],
  [
    'constant and import',
    NAMED,
    `${PROJECT}expected = 9\nfrom proj import expected\ndef test_a():\n    assert f(2) == expected\n`,
  ],
  ['parameter and import', CASES, CASES.replace('    assert', '    from proj import y\n    assert')],
  ['cases and import', LIST, `${PROJECT}${LIST.replace('\ndef', '\nfrom proj import CASES\ndef')}`],
  [
    'pytest of the project',
    `${ERROR}def test_b():\n    assert f(3) == 4\n`,
    `import proj as pytest\nfrom proj import f\n${ERROR}def test_b():\n    import pytest\n    assert f(3) == 4\n`,
  ],
  ['import in a test', ONE, ONE.replace('    assert', '    from proj import g\n    assert')],
  ['raises of the project', ERROR, `${PROJECT}from proj import raises\n${ERROR.replace('pytest.', '')}`],
  ['raises through the project', ERROR, ERROR.replace('pytest.', 'proj.pytest.')],
  ['quiet', ONE, 'def test_a():\n    with proj.quiet():\n        assert f(2) == 9\n'],
  ['quiet and raises', ERROR, ERROR.replace('(ValueError)', '(ValueError), proj.quiet()')],
  [
    'another context',
    'def test_a():\n    with pytest.MonkeyPatch.context():\n        assert f(2) == 9\n',
    'def test_a():\n    with proj.quiet():\n        assert f(2) == 9\n',
  ],
  ['constants for a helper', CHECK, CHECK.replace('check(f(2), 9)', '_ = 2; check(9, 9)')],
  ['constants for a method', METHOD, METHOD.replace("check('ab', f('ab'))", "check('ab', 'ab')")],
  ['swapped for a method', METHOD, METHOD.replace("check('ab', f('ab'))", "check(f('ab'), f('ab'))")],
  ['no call of a helper', CHECK, CHECK.replace('check(f(2), 9)', '_ = [2, 9]')],
  ['no call of a nested helper', NESTED, NESTED.replace('check(f(2), 9)', '_ = [2, 9]')],
  ['a nested helper without its assertion', NESTED, NESTED.replace('assert a == b', '_ = a')],
  [
    'a nested variable',
    'def test_a():\n    def g():\n        x = f(2)\n        assert x == 9\n    g()\n',
    'def test_a():\n    def g():\n        x = [9, 2][0]\n        assert x == 9\n    g()\n',
  ],
  ['a chain of helpers', CHAIN, CHAIN.replace('outer(f(2), 9)', 'outer(9, 9), 2')],
  ['a conditional call', CHECK, CHECK.replace('    check(f', '    for _ in []:\n        check(f')],
  ['numpy of the project', NUMPY, NUMPY.replace('    assert', '    np = proj.np\n    assert')],
  ['numpy of the project everywhere', NUMPY, `${PROJECT}np = proj.np\n${NUMPY.slice(NUMPY.indexOf('def'))}`],
  ['a class as a builtin', ALL, ALL.replace('    assert', '    class all(f.Yes): pass\n    assert')],
  [
    'a class as a constant',
    NAMED,
    `${PROJECT}from typing import Any\n${NAMED.replace('\ndef', '\nclass expected(Any): pass\ndef')}`,
  ],
  ['a base', CLASS, CLASS.replace('TestA', 'TestA(proj.Base)')],
  ['a decorator of a class', CLASS, `@proj.deco\n${CLASS}`],
  ['a keyword of a class', CLASS, CLASS.replace('TestA', 'TestA(metaclass=proj.Meta)')],
  ['a wrapped test', ONE, `${ONE}test_a = proj.wrap(test_a)\n`],
  ['a wrapped method', CLASS, `${CLASS}    test_a = proj.wrap(test_a)\n`],
  ['a statement in a class', CLASS, `${CLASS}    proj.wrap(f)\n`],
  ['a constant of a class', FIELD, FIELD.replace('expected = 9', 'expected = proj.g(9)')],
  ['a default', DEFAULT, DEFAULT.replace('1e-9', '1e9').replace('    assert', '    _ = 1e-9\n    assert')],
  [
    'a default in its place',
    DEFAULT,
    DEFAULT.replace('1e-9', 'proj.tolerance').replace('    assert', '    _ = 1e-9\n    assert'),
  ],
  ['cases set', LIST, LIST.replace('\ndef', '\nCASES[:] = proj.g\ndef')],
  ['cases cleared', LIST, LIST.replace('\ndef', '\n_ = CASES.clear()\ndef')],
  ['cases given', LIST, LIST.replace('\ndef', '\n_ = proj.g(CASES)\ndef')],
  ['expected changed', MUTABLE, MUTABLE.replace('    assert', '    expected.append(proj.g)\n    assert')],
  ['expected given', MUTABLE, MUTABLE.replace('f(2)', 'f(2, [[expected]])')],
  ['keys of a dictionary', ONE, ONE.replace('f(2)', 'list({9: f(2)})[0]')],
  ['json through the project', ONE, ONE.replace('f(2)', "proj.json.loads('9', f(2))")],
  ['json from the project', ONE, `${PROJECT}from proj import json\n${ONE.replace('f(2)', "json.loads('9', f(2))")}`],
  ['index', ONE, ONE.replace('f(2)', 'proj.echo[9, f(2)]')],
  ['unpacked', ONE, ONE.replace('f(2)', 'f(*[9], 2)')],
  ['plus', ONE, ONE.replace('f(2)', 'f(+9, 2)')],
  ['two assertions in a line', `${ONE}    assert f(3) == 4\n`, `${ONE.trimEnd()}; assert f(3) == 4\n`],
  ['too deep', ONE, `${ONE}    _ = ${'-'.repeat(20_000)}1\n`],
  [
    'a call that raises',
    ERROR,
    `import math\nimport pytest\nfrom proj import f\n${ERROR.replace("f('x')", "f(math.sqrt(-1), 'x')")}`,
  ],
  ['an attribute that is missing', ERROR, ERROR.replace("f('x')", "f(f.missing, 'x')")],
  ['a name that is missing', ERROR, ERROR.replace("f('x')", "f('x', missing)")],
  ...[
    ...['9.0', '9 + 0j', '~-10', "'9'", "b'9'", 'abs(-9)', "len('123456789')", "int('9')", "'{}'.format(9)"],
    ...['[9][0]', '{9: 1}', "f'{9}'", '3 ** 2'],
  ].map((value): Pair => [`the expected value as ${value}`, ONE, ONE.replace('f(2)', `proj.echo(${value}, 2)`)]),
  ['the expected value twice', ONE, ONE.replace('    assert f(2)', '    k = 9\n    k = 9\n    assert proj.echo(k, 2)')],
  [
    'the expected value at the module',
    ONE,
    `${PROJECT}box = proj.Box(9)\ndef test_a():\n    _ = 2\n    assert box.size == 9\n`,
  ],
  [
    'the expected value of a parameter',
    "@pytest.mark.parametrize('x, y', [(2, 9)])\ndef test_a(x, y):\n    assert f(x) == y\n",
    "@pytest.mark.parametrize('x, y', [(2, 9)])\ndef test_a(x, y):\n    assert proj.last([x, y]) == y\n",
  ],
  [
    'a parameter that is not given',
    "@pytest.mark.parametrize('x, y', [('q', 9)])\ndef test_a(x, y):\n    assert f(x) == y\n",
    "@pytest.mark.parametrize('x, y', [('q', 9)])\ndef test_a(x, y):\n    assert proj.NINE == y\n",
  ],
  [
    'the expected value in a fixture',
    '@pytest.fixture\ndef v():\n    return f(2)\ndef test_a(v):\n    assert v == 9\n',
    "@pytest.fixture\ndef v():\n    return proj.Box('', 9, 2).size\ndef test_a(v):\n    assert v == 9\n",
  ],
  [
    'a field of itself',
    'class TestA:\n    def test_a(self):\n        assert f(2) == 9\n',
    'class TestA:\n    v = 9\n    def test_a(self):\n        self.v = self.v\n        _ = 2\n        assert self.v == 9\n',
  ],
  [
    'a member of a subclass',
    'class Own(f.Base):\n    pass\ndef test_a():\n    assert Own().get(2) == 9\n',
    'class Own(proj.Base):\n    def get(self, x):\n        return 9\ndef test_a():\n    assert Own().get(2) == 9\n',
  ],
  ...[
    'run = dict',
    '_callTestMethod = callable',
    'assertGreater = max',
    'from builtins import slice as assertRaises',
  ].map((line): Pair => [
    line,
    'import unittest\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertGreater(f(2), 9)\n',
    `import unittest\n${PROJECT}class TestA(unittest.TestCase):\n    ${line}\n    def test_a(self):\n        self.assertGreater(f(2), 9)\n`,
  ]),
  ...["d = {'a': 9}", 'd = dict(a=9)', "d = {'a': 9.0}"].map((line): Pair => [
    `begun as ${line}`,
    "def test_a():\n    d = {}\n    f(d, 2)\n    assert d == {'a': 9}\n",
    `def test_a():\n    ${line}\n    proj.echo(d, 2)\n    assert d == {'a': 9}\n`,
  ]),
  [
    'a hook called by the test',
    'def test_a():\n    seen = []\n    def hook(x):\n        seen.append(x)\n    f(hook, 2)\n    assert seen == [9]\n',
    'def test_a():\n    seen = []\n    def hook(x):\n        seen.append(x)\n    hook(9)\n    proj.echo(2, hook)\n    assert seen == [9]\n',
  ],
  [
    'one result twice',
    'def test_a():\n    a = f(2)\n    b = f(3)\n    assert a == b\n',
    'def test_a():\n    a = proj.echo(2, 3)\n    b = a\n    assert a == b\n',
  ],
  ...[
    ...[
      "for _ in int('x'):\n            pass",
      "for _ in 'x':\n            int('x')",
      "for _ in f('x'):\n            int('x')",
    ],
    ...["with f(int('x')):\n            pass", "with f('x'):\n            int('x')", "_, _ = f('x')", "int(f('x'))"],
  ].map((body): Pair => [body, ERROR, ERROR.replace("f('x')", body)]),
  [
    'what a handler takes for the answer',
    "def test_a():\n    try:\n        f('x')\n        assert False\n    except ValueError:\n        pass\n",
    "def test_a():\n    try:\n        int('x')\n        assert False\n    except ValueError:\n        pass\n",
  ],
  ['a use at the module', ONE, `${PROJECT}X = proj.g('x').upper()\n${ONE}`],
  ['a use of which nothing comes', ONE, ONE.replace('    assert', '    _ = f(2).upper()\n    assert')],
  ['a statement of which nothing comes', ONE, ONE.replace('    assert', '    f(2).upper()\n    assert')],
]

const HONEST: readonly Pair[] = [
  ['augmented value', AUGMENTED, AUGMENTED.replaceAll('k', 'n')],
  ['import under another name', ONE, 'from proj.core import plus as f\nimport proj.other\nimport proj\n' + ONE],
  ['raises by itself', ERROR, `${PROJECT}from pytest import raises\n${ERROR.replace('pytest.', '')}`],
  [
    'context of the library',
    "def test_a():\n    with f('x') as box:\n        assert box.get(2) == 9\n",
    "def test_a():\n    with proj.opened('x') as crate:\n        assert crate.take(2) == 9\n",
  ],
  [
    'no context is needed',
    "def test_a():\n    with f('x') as box:\n        assert box.get(2) == 9\n",
    "def test_a():\n    crate = proj.opened('x')\n    assert crate.take(2) == 9\n",
  ],
  [
    'context of Python',
    'import io\nfrom lib import f\ndef test_a():\n    with io.StringIO() as out:\n        f(out)\n        assert out.getvalue() == "9"\n',
    'import io\nfrom proj import g\ndef test_a():\n    with io.StringIO() as out:\n        g(out)\n        assert out.getvalue() == "9"\n',
  ],
  ...[CHECK, METHOD, NESTED, CHAIN].map((text, index): Pair => [
    `helper ${String(index)}`,
    text,
    text.replace(/\bf\(/g, 'proj.core.plus('),
  ]),
  [
    'a helper that calls the library',
    "def check(a, b):\n    assert f(a) == b\ndef test_a():\n    check('ab', 9)\n",
    "def check(a, b):\n    assert proj.plus(a) == b\ndef test_a():\n    check('ab', 9)\n",
  ],
  [
    'a nested variable',
    'def test_a():\n    def g():\n        x = f(2)\n        assert x == 9\n    g()\n',
    'def test_a():\n    def g():\n        y = proj.plus(2)\n        assert y == 9\n    g()\n',
  ],
  ...[NUMPY, ALL, FIELD, CLASS].map((text, index): Pair => [
    `class or tool ${String(index)}`,
    text,
    text.replace(/\bf\(/g, 'proj.core.plus('),
  ]),
  [
    'a base of the library',
    'class Own(f):\n    pass\nclass TestA:\n    def test_a(self):\n        assert Own().get(2) == 9\n',
    'class Own(proj.Other):\n    pass\nclass TestA:\n    def test_a(self):\n        assert Own().take(2) == 9\n',
  ],
  ...[DEFAULT, LIST, MUTABLE, APPENDED].map((text, index): Pair => [
    `default or change ${String(index)}`,
    text,
    text.replace(/\bf\(/g, 'proj.core.plus('),
  ]),
  [
    'parameters and a fixture of pytest',
    "@pytest.mark.parametrize('x, y', [(2, 9)])\ndef test_a(x, y, tmp_path):\n    assert f(x, tmp_path / 'a') == y\n",
    "@pytest.mark.parametrize('x, y', [(2, 9)])\ndef test_a(x, y, tmp_path):\n    box = proj.Box(str(tmp_path / 'a'), mode='w')\n    assert box.take(x) == y\n",
  ],
  [
    'a variable that the library fills',
    "def test_a():\n    d = {}\n    f(d, 2)\n    assert d == {'a': 9}\n",
    "def test_a():\n    d = {}\n    proj.Box().fill(d, [2])\n    assert d == {'a': 9}\n",
  ],
  ['a call that raises by itself', ERROR, ERROR.replace("f('x')", "proj.Box('x').take(2)")],
  ['an index', ONE, ONE.replace('f(2)', "f(2)['value'][0]")],
  ['a module of the project', ONE, `import proj.json\n${ONE.replace('f(2)', 'proj.json.loads(2)')}`],
  ['its own function copy', ONE, `from proj import copy\n${ONE.replace('f(2)', 'copy(2)')}`],
  [
    'import in a test as in the reference',
    'def test_a():\n    from lib import g\n    assert g(2) == 9\n',
    'def test_a():\n    from proj.core import plus\n    assert plus(2) == 9\n',
  ],
]

const BARE = /^(?:import numpy|def|class|@|\w+ = )/

function pairOf([, reference, adapted]: Pair) {
  return {
    reference: BARE.test(reference) ? HEAD + reference : reference,
    adapted: BARE.test(adapted) ? PROJECT + adapted : adapted,
    ...{ tests: ['test_a'], library: ['lib'], project: ['proj'] },
  }
}

describe('an adapted test that answers itself', () => {
  it('is refused', () => {
    const found = problemsOf(REFUSED.map(pairOf))
    expect(REFUSED.filter((_, index) => found[index]?.length === 0).map(([name]) => name)).toEqual([])
  })

  it('is accepted if it is honest', () => {
    const found = problemsOf(HONEST.map(pairOf))
    expect(HONEST.map(([name], index) => [name, ...(found[index] ?? [])]).filter((each) => each.length > 1)).toEqual([])
  })
})

describe('the tests of a library', () => {
  it('keep their own assertions, under the same names and under others', () => {
    const folder = path.join(root, 'test', 'fixtures', 'repositories', 'toolshed', 'tests')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.py'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    const common = { tests: [], library: ['toolshed'] }
    const pairs = files.flatMap((text) => [
      { reference: text, adapted: text, ...common, project: ['toolshed'] },
      { reference: text, adapted: text.replace(/\btoolshed\b/g, 'shed.core'), ...common, project: ['shed'] },
    ])
    expect(pairs.length).toBeGreaterThan(10)
    expect(problemsOf(pairs).flat()).toEqual([])
  })
})
