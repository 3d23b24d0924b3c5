/** The measures of architecture, by hand-made cases and by their laws. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SETTINGS, contractSchema, type Architecture, type Setting } from '../../../harness/contracts/schema.ts'
import { contractOf, contractShare, declaredBy } from '../../../harness/scorers/architecture/contract.ts'
import { linkageOf } from '../../../harness/scorers/architecture/linkage.ts'
import type { Link } from '../../../harness/scorers/architecture/links.ts'
import { orphansOf, reachedFrom } from '../../../harness/scorers/architecture/orphans.ts'
import { pathsOf } from '../../../harness/scorers/architecture/scorers.ts'
import { placeholdersOf } from '../../../harness/scorers/architecture/scorers.ts'
import { graphFor, linkage, type Files } from './projects.ts'

/** `part/whole` in both settings. */
function both(measure: (setting: Setting) => { readonly part: number; readonly whole: number } | undefined): string[] {
  return SETTINGS.map((setting) => {
    const share = measure(setting)
    return share ? `${setting} ${String(share.part)}/${String(share.whole)}` : `${setting} –`
  })
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const paths = fc.uniqueArray(
  fc.tuple(name, name).map(([folder, file]) => `${folder}/${file}.py`),
  { maxLength: 20 },
)

describe('path F1', () => {
  it('counts all files as published, and only source files in the strict setting', () => {
    const mine = ['main.py', './core/a.py', 'assets/logo.png', 'tests/test_a.py', 'node_modules/x/index.js']
    const theirs = ['main.py', 'core/a.py', 'core/b.py', 'README.md']
    expect(both((setting) => pathsOf(mine, theirs, setting))).toEqual(['paper 4/9', 'strict 4/5'])
    expect(pathsOf(mine, theirs, 'strict').findings).toEqual([{ path: 'core/b.py', text: 'missing' }])
  })

  it('is 1 for equal sets and 0 for disjoint ones, and the same from both sides', () => {
    fc.assert(
      fc.property(paths, paths, (mine, theirs) => {
        fc.pre(mine.length + theirs.length > 0)
        const { part, whole, findings } = pathsOf(mine, theirs, 'paper')
        const other = pathsOf(theirs, mine, 'paper')
        const common = mine.filter((path) => theirs.includes(path)).length
        const [precision, recall] = [common / mine.length, common / theirs.length]
        const f1 = common === 0 ? 0 : (2 * precision * recall) / (precision + recall)
        expect(part / whole).toBeCloseTo(f1, 12)
        expect([other.part, other.whole]).toEqual([part, whole])
        expect(findings.length).toBe(whole - part)
      }),
    )
  })
})

const status = fc.constantFrom('resolved', 'no-file', 'no-symbol', 'not-on-path', 'unknown') satisfies fc.Arbitrary<
  Link['status']
>
const link: fc.Arbitrary<Link> = fc
  .record({ from: name, specifier: name, symbol: name, status, optional: fc.boolean() })
  .map(({ optional, ...each }): Link => ({ ...each, line: 1, also: [], ...(optional ? { optional: true } : {}) }))

describe('linkage', () => {
  it('counts a repeated import once in the strict setting', async () => {
    const graph = await graphFor({
      'main.py': 'from a import x\nfrom a import x\nfrom a import gone\n',
      'a.py': 'x = 1\n',
    })
    expect([linkage(graph, 'paper'), linkage(graph)]).toEqual(['2/3', '1/2'])
    expect(linkageOf(graph.links, 'strict').findings).toEqual([
      { path: 'main.py', line: 3, text: '"gone" of "a": the file does not define the name' },
    ])
  })

  it('has no value without internal imports', async () => {
    expect(linkage(await graphFor({ 'main.py': 'import os, pygame\n' }))).toBe('0/0')
  })

  it('is between 0 and 1, is 1 if and only if nothing is broken, and falls with each broken link', () => {
    fc.assert(
      fc.property(fc.array(link), fc.constantFrom(...SETTINGS), (links, setting) => {
        const { part, whole, findings } = linkageOf(links, setting)
        expect(part).toBeGreaterThanOrEqual(0)
        expect(whole - part).toBe(findings.length)
        const broken: Link = { from: 'z', specifier: 'z', line: 1, also: [], status: 'no-file' }
        const more = linkageOf([...links, broken], setting)
        expect([more.part, more.whole]).toEqual([part, whole + 1])
      }),
    )
  })

  it('is not changed by links that are unknown or caught, nor by their order', () => {
    fc.assert(
      fc.property(fc.array(link), (links) => {
        const counted = links.filter(
          (each) => each.status === 'resolved' || (each.status !== 'unknown' && !each.optional),
        )
        const [all, certain] = [linkageOf(links.toReversed(), 'strict'), linkageOf(counted, 'strict')]
        expect(all.whole).toBe(certain.whole)
      }),
    )
  })
})

const GAME: Files = {
  'main.py': 'from game.loop import run\nif __name__ == "__main__":\n    run()\n',
  'game/__init__.py': '',
  'game/loop.py': 'from game import sprites\ndef run(): pass\n',
  'game/sprites.py': 'x = 1\n',
  'game/forgotten.py': 'from game import older\n',
  'game/older.py': 'y = 1\n',
  'tests/test_loop.py': 'from game import loop\n',
  'setup.py': '',
}

describe('orphans', () => {
  it('are modules that no chain of imports reaches', async () => {
    const graph = await graphFor(GAME)
    expect(graph.entries).toEqual(['main.py'])
    expect(both((setting) => orphansOf(graph, setting))).toEqual(['paper 4/8', 'strict 2/5'])
    expect(orphansOf(graph, 'strict')?.findings.map(({ path }) => path)).toEqual(['game/forgotten.py', 'game/older.py'])
  })

  it('are reached by a package that is loaded before its module', async () => {
    const graph = await graphFor({
      'main.py': 'import pkg.deep.leaf\n',
      'pkg/__init__.py': 'from . import side\n',
      ...{ 'pkg/side.py': '', 'pkg/deep/__init__.py': 'x = 1\n', 'pkg/deep/leaf.py': '' },
    })
    expect(both((setting) => orphansOf(graph, setting))).toEqual(['paper 0/5', 'strict 0/5'])
  })

  it.each<[string, Files]>([
    [
      'the entry point itself',
      { 'lice/__init__.py': 'version = 1\n', 'lice/core.py': 'if __name__ == "__main__":\n    x = 1\n' },
    ],
    [
      'a relative import',
      {
        'pyproject.toml': '[project.scripts]\ntool = "pkg.cli:main"\n',
        'pkg/__init__.py': 'from . import side\n',
        ...{ 'pkg/side.py': '', 'pkg/cli.py': 'from .deep.er.leaf import a\n' },
        ...{
          'pkg/deep/__init__.py': 'x = 1\n',
          'pkg/deep/er/__init__.py': 'y = 1\n',
          'pkg/deep/er/leaf.py': 'a = 1\n',
        },
      },
    ],
  ])('are not the packages around a module that is reached: %s', async (_, files) => {
    const graph = await graphFor(files)
    for (const setting of SETTINGS) expect(orphansOf(graph, setting)?.part).toBe(0)
  })

  it('include the packages around a module that nothing reaches', async () => {
    const graph = await graphFor({
      'main.py': '',
      '__init__.py': 'x = 1\n',
      'pkg/__init__.py': 'x = 1\n',
      'pkg/lost.py': 'y = 1\n',
    })
    const { findings } = orphansOf(graph, 'strict') ?? { findings: [] }
    expect(findings.map(({ path }) => path)).toEqual(['__init__.py', 'pkg/__init__.py', 'pkg/lost.py'])
  })

  it('are not what a framework or a page loads by its name, in the strict setting', async () => {
    const graph = await graphFor(
      {
        'manage.py': 'import os\nos.environ["DJANGO_SETTINGS_MODULE"] = "site1.settings"\n',
        'site1/settings.py': 'INSTALLED_APPS = ["shop", "django.contrib.admin"]\nROOT_URLCONF = "site1.urls"\n',
        'site1/urls.py': 'from shop import views\n',
        'shop/views.py': '',
        'shop/models.py': '',
        'shop/migrations/0001_initial.py': '',
        'site1/wsgi.py': '',
        'templates/base.html': `<script src='{% static 'js/app.js' %}'></script><script>register('/worker.js')</script>`,
        'static/worker.js': '',
        'static/js/app.js': `import './part.js'\n`,
        'static/js/part.js': '',
        'scratch.py': '',
      },
      { launch: { start: ['python', 'manage.py', 'runserver'], port: 8000, homepage: '/' } },
    )
    expect(both((setting) => orphansOf(graph, setting))).toEqual(['paper 10/11', 'strict 1/11'])
  })

  it.each<[string, Files, Parameters<typeof graphFor>[1], string[]]>([
    ['a program', { 'a/start.py': '', 'main.py': '' }, { launch: { run: ['python', 'a/start.py'] } }, ['a/start.py']],
    [
      'a module',
      { 'src/app/__main__.py': '', 'main.py': '' },
      { launch: { run: ['python', '-m', 'app'] } },
      ['src/app/__main__.py'],
    ],
    [
      'an application',
      { 'web/server.py': '', 'main.py': '' },
      { launch: { start: ['uvicorn', 'web.server:app'], port: 8000, homepage: '/' } },
      ['web/server.py'],
    ],
    [
      'a script of a package',
      { 'package.json': '{"scripts":{"start":"node ./src/run.mjs --fast"}}', 'src/run.mjs': '', 'index.js': '' },
      {},
      ['src/run.mjs'],
    ],
    [
      'a command of a library',
      { 'pyproject.toml': '[project.scripts]\ntool = "pkg.cli:main"\n', 'pkg/cli.py': '', 'pkg/__init__.py': '' },
      {},
      ['pkg/cli.py'],
    ],
    ['a usual name in the uppermost folder', { 'src/main.py': '', 'src/deep/app.py': '' }, {}, ['src/main.py']],
    [
      'a module that can be started',
      { 'play.py': 'if "__main__" == __name__:\n    pass\n', 'b.py': '' },
      {},
      ['play.py'],
    ],
    ['nothing', { 'pkg/__init__.py': '', 'pkg/b.py': '' }, {}, []],
  ])('are counted from an entry: %s', async (_, files, options, entries) => {
    const graph = await graphFor(files, options)
    expect(graph.entries).toEqual(entries)
    expect(reachedFrom(graph, 'paper') === undefined).toBe(entries.length === 0)
  })

  it('become fewer with each link', () => {
    const links = fc.array(fc.record({ from: name, to: name }), { maxLength: 12 })
    fc.assert(
      fc.property(links, name, name, (given, from, to) => {
        const graphWith = (all: readonly { from: string; to: string }[]) => ({
          ...{ modules: new Map(), mentions: [], entries: ['a'] },
          links: all.map((each): Link => ({ ...each, specifier: each.to, line: 1, also: [], status: 'resolved' })),
        })
        const before = reachedFrom(graphWith(given), 'strict') ?? new Set()
        const after = reachedFrom(graphWith([...given, { from, to }]), 'strict') ?? new Set()
        expect([...before].filter((each) => !after.has(each))).toEqual([])
        expect(after.has('a')).toBe(true)
      }),
    )
  })
})

describe('placeholders', () => {
  const share = async (files: Files) => {
    const { modules } = await graphFor(files)
    return both((setting) => placeholdersOf([...modules.values()], setting))
  }

  it.each<[string, string, string[]]>([
    ['pass', 'def f():\n    pass\n', ['paper 1/1', 'strict 1/1']],
    ['a docstring and an ellipsis', 'def f():\n    """Does it."""\n    ...\n', ['paper 1/1', 'strict 1/1']],
    ['a refusal', 'def f():\n    raise NotImplementedError("later")\n', ['paper 1/1', 'strict 1/1']],
    [
      'a comment that says so, and a constant',
      'def f():\n    # TODO: choose\n    return "House"\n',
      ['paper 1/1', 'strict 1/1'],
    ],
    [
      'other words of such a comment',
      'def f(self):\n    # Placeholder for the menu\n    return None\n',
      ['paper 0/1', 'strict 1/1'],
    ],
    ['a remark in real code', 'def f(a):\n    # TODO: faster\n    return sorted(a)[0]\n', ['paper 1/1', 'strict 0/1']],
    ['real code', 'def f():\n    return 1\n', ['paper 0/1', 'strict 0/1']],
    [
      'a caught error',
      'def f():\n    try:\n        g()\n    except KeyError:\n        pass\n',
      ['paper 0/1', 'strict 0/1'],
    ],
    [
      'an abstract method',
      'class A:\n    @abstractmethod\n    def f(self):\n        pass\n',
      ['paper 1/1', 'strict 0/0'],
    ],
    ['a method of an interface', 'class A(Protocol):\n    def f(self): ...\n', ['paper 1/1', 'strict 0/0']],
    ['an overload', '@overload\ndef f(a: int) -> int: ...\n', ['paper 1/1', 'strict 0/0']],
  ])('of Python: %s', async (_, text, expected) => {
    expect(await share({ 'a.py': text })).toEqual(expected)
  })

  it('are not what another class of the project overrides, in the strict setting', async () => {
    const files = {
      'base.py':
        'class Entity:\n    def move(self):\n        raise NotImplementedError\n    def draw(self):\n        pass\n',
      'orc.py': 'from base import Entity\nclass Orc(Entity):\n    def move(self):\n        self.x += 1\n',
    }
    expect(await share(files)).toEqual(['paper 2/3', 'strict 1/2'])
  })

  it.each<[string, string, string[]]>([
    ['an empty function', 'function f() {}\n', ['paper 1/1', 'strict 1/1']],
    ['an error', 'const f = () => { throw new Error("not implemented") }\n', ['paper 1/1', 'strict 1/1']],
    ['a comment alone', 'class A { f() { /* FIXME */ } }\n', ['paper 1/1', 'strict 1/1']],
    [
      'a comment and a message',
      'function f() {\n  // TODO\n  console.log("soon")\n  return []\n}\n',
      ['paper 1/1', 'strict 1/1'],
    ],
    ['a callback that does nothing', 'start().catch(() => {})\n', ['paper 1/1', 'strict 0/0']],
    [
      'a constructor of TypeScript',
      'class A { constructor(private readonly x: number) {} }\n',
      ['paper 1/1', 'strict 0/0'],
    ],
    ['real code', 'const f = (a) => a + 1\nfunction g() { return f(1) }\n', ['paper 0/2', 'strict 0/2']],
  ])('of TypeScript: %s', async (_, text, expected) => {
    expect(await share({ 'a.ts': text })).toEqual(expected)
  })
})

describe('declared symbols', () => {
  const plain = { description: '' }
  const functions = (...names: string[]) => names.map((each) => ({ name: each, ...plain, parameters: [] }))
  const plan: Architecture = {
    modules: [
      {
        ...{ name: 'all', ...plain },
        files: [
          {
            path: './game/player.py',
            ...plain,
            globals: [],
            classes: [{ name: 'Player', ...plain, functions: functions('move', 'fire', 'draw') }],
            functions: functions('spawn', 'Reads the file (in words)'),
          },
          { path: 'game/score.js', ...plain, globals: [], classes: [], functions: functions('total') },
          {
            path: 'gone.py',
            ...plain,
            globals: [],
            classes: [{ name: 'A', ...plain, functions: functions('b') }],
            functions: [],
          },
        ],
      },
    ],
  }

  it('are missing with their file, their class or alone; words in place of a name declare nothing', async () => {
    const files = {
      'game/player.py':
        'from base import Base\nclass Player(Base):\n    def move(self): pass\n    fire = lambda self: 1\n',
      'base.py': 'class Root:\n    def draw(self): pass\nclass Base(Root): pass\n',
      'game/score.js': 'export const total = () => 1\n',
    }
    const { modules } = await graphFor(files)
    const share = (setting: Setting) => contractShare(contractOf(plan), modules, new Set(Object.keys(files)), setting)
    expect(both(share)).toEqual(['paper 6/11', 'strict 7/11'])
    expect(share('strict').findings).toEqual([
      { path: 'game/player.py', text: 'function "spawn" is missing' },
      { path: 'gone.py', text: 'the file is missing' },
      { path: 'gone.py', text: 'class "A" is missing' },
      { path: 'gone.py', text: 'method "A.b" is missing' },
    ])
  })

  it('are declared by a contract that an agent reported as by a plan', () => {
    const named = (...names: string[]) => names.map((name) => ({ name }))
    const contract = contractSchema.parse({
      api: [
        {
          path: './game/player.py',
          classes: [{ name: 'Player', methods: named('move', 'fire', 'draw') }],
          functions: named('spawn', 'Reads the file (in words)'),
        },
        { path: 'game/score.js', functions: named('total') },
        { path: 'gone.py', classes: [{ name: 'A', methods: named('b') }] },
      ],
    })
    expect(declaredBy(contract)).toEqual(contractOf(plan))
  })
})
