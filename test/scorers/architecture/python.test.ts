/** Links between modules of Python. */
import { describe, expect, it } from 'vitest'
import { graphFor, linkage, linksIn, type Files } from './projects.ts'

interface Case {
  readonly files: Files
  /** All links of the project. */
  readonly links: readonly string[]
  readonly promised?: readonly string[]
}

const cases: Readonly<Record<string, Case>> = {
  'absolute imports from the folder of the project': {
    files: {
      'main.py': 'import os, core.grid\nfrom core.game import Game\n',
      'core/game.py': 'from core.grid import Grid\nclass Game: pass\n',
      'core/grid.py': 'class Grid: pass\n',
    },
    links: ['main.py → core/grid.py', 'main.py → core/game.py Game', 'core/game.py → core/grid.py Grid'],
  },
  'relative imports of modules, of packages and of names': {
    files: {
      'app/__init__.py': 'from .deep.leaf import Leaf\n',
      'app/one.py': 'from . import two\nfrom .two import x as y\nfrom .. import outside\n',
      'app/two.py': 'x = 1\n',
      'app/deep/__init__.py': '',
      'app/deep/leaf.py': 'from ..two import x\nfrom ...app import one\nclass Leaf: pass\n',
      'outside.py': '',
    },
    links: [
      ...['app/__init__.py → app/deep/leaf.py Leaf', 'app/one.py → app/two.py two', 'app/one.py → app/two.py x'],
      'app/one.py → outside.py outside',
      ...['app/deep/leaf.py → app/two.py x', 'app/deep/leaf.py → app/one.py one'],
    ],
  },
  'a relative import that leaves the project': {
    files: { 'main.py': 'from .. import x\n' },
    links: ['main.py → .. x: no-file'],
  },
  'namespace packages: folders without __init__.py': {
    files: {
      'main.py': 'import pkg.sub.leaf\nfrom pkg import sub, leafless\nfrom pkg.sub import leaf\n',
      'pkg/sub/leaf.py': '',
    },
    links: [
      ...['main.py → pkg/sub/leaf.py', 'main.py → pkg sub', 'main.py → pkg leafless: no-symbol'],
      'main.py → pkg/sub/leaf.py leaf',
    ],
  },
  'names that come through a package and through stars': {
    files: {
      'main.py': 'from pkg import A, B, _c, D\n',
      'pkg/__init__.py': 'from .one import *\nfrom .two import *\n',
      'pkg/one.py': 'class A: pass\n_c = 1\n',
      'pkg/two.py': '__all__ = ["B"]\ndef B(): pass\nD = 2\n',
    },
    links: [
      ...['main.py → pkg/__init__.py A', 'main.py → pkg/__init__.py B'],
      ...['main.py → pkg/__init__.py _c: no-symbol', 'main.py → pkg/__init__.py D: no-symbol'],
      ...['pkg/__init__.py → pkg/one.py', 'pkg/__init__.py → pkg/two.py'],
    ],
  },
  'stars in a cycle': {
    files: { 'main.py': 'from a import x, y\n', 'a.py': 'from b import *\n', 'b.py': 'from a import *\nx = 1\n' },
    links: ['main.py → a.py x', 'main.py → a.py y: no-symbol', 'a.py → b.py', 'b.py → a.py'],
  },
  'a star of a package that is not ours: its names are unknown': {
    files: { 'main.py': 'from settings import K_UP\n', 'settings.py': 'from pygame.locals import *\n' },
    links: ['main.py → settings.py K_UP: unknown'],
  },
  'every way to bind a name': {
    files: {
      'main.py': `from names import (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)\nfrom names import inner, __name__, q\n`,
      'names.py': [
        ...['a = 1', 'b, (c, *d) = 1, [2]', 'e: int = 5', 'import sys as f, os.path', 'from x import y as g'],
        ...[
          'for h in []: pass',
          'with open("") as i: pass',
          'if (j := 1): pass',
          'try:\n    k = 1',
          'except ValueError as l:\n    pass',
        ],
        ...['async def m(): pass', 'class n:\n    inner = 1', 'def set_o():\n    global o\n    o = 1', 'object.q = 1'],
      ].join('\n'),
    },
    links: [
      ...'a b c d e f g h i j k l m n o'.split(' ').map((name) => `main.py → names.py ${name}`),
      ...['main.py → names.py inner: no-symbol', 'main.py → names.py __name__', 'main.py → names.py q: no-symbol'],
    ],
  },
  'names that a module makes while it runs': {
    files: {
      'main.py': 'from a import x\nfrom b import x\nfrom c import x\n',
      'a.py': 'def __getattr__(name): return name\n',
      'b.py': 'for name in "xyz": globals()[name] = 1\n',
      'c.py': 'class A:\n    def __init__(self):\n        setattr(self, "x", 1)\n',
    },
    links: ['main.py → a.py x: unknown', 'main.py → b.py x: unknown', 'main.py → c.py x: no-symbol'],
  },
  'imports in functions, under conditions, and of strings': {
    files: {
      'main.py': [
        ...[
          'import importlib',
          'def f():\n    from late import x',
          'if True:\n    import late',
          'else:\n    import nowhere.late',
        ],
        ...['importlib.import_module("late")', 'importlib.import_module(f"{f}.late")', '__import__("pkg.gone")'],
      ].join('\n'),
      'late.py': 'x = 1\n',
      'pkg/__init__.py': '',
    },
    links: ['main.py → late.py x', 'main.py → late.py', 'main.py → late.py', 'main.py → pkg.gone: no-file'],
  },
  'a standard or installed module wins over a folder without __init__.py, and loses to a file': {
    files: {
      'main.py': 'import json, types, docker, random\n',
      'json/data.py': '',
      'docker/deploy.py': '',
      'random.py': '',
      'requirements.txt': 'docker>=6\n',
    },
    links: ['main.py → random.py'],
  },
  'the folder of sources, and folders of programs': {
    files: {
      'src/pkg/__init__.py': 'from pkg.a import A\n',
      'src/pkg/a.py': 'class A: pass\n',
      'tools/run.py': 'from helper import help_me\nif __name__ == "__main__": help_me()\n',
      'tools/helper.py': 'def help_me(): pass\n',
    },
    links: ['src/pkg/__init__.py → src/pkg/a.py A', 'tools/run.py → tools/helper.py help_me'],
  },
  'the folders that a package is built from; its own name is not that of an installed package': {
    files: {
      'pyproject.toml':
        '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.main:main"\n[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
      'lib/tool/__init__.py': '',
      'lib/tool/main.py': 'from tool.a import A\nfrom tool.gone import B\n',
      'lib/tool/a.py': 'A = 1\n',
      'tool/readme.py': '',
    },
    links: ['lib/tool/main.py → lib/tool/a.py A', 'lib/tool/main.py → tool.gone B: no-file'],
  },
  'a module beside the importing one, where Python does not search': {
    files: {
      'main.py': 'from core.game import Game\n',
      'core/game.py': 'from grid import Grid\nfrom typing import List\nfrom yaml import load\nclass Game: pass\n',
      'core/grid.py': 'class Grid: pass\n',
      'core/typing.py': 'List = 1\n',
      'core/yaml.py': '',
    },
    links: ['main.py → core/game.py Game', 'core/game.py → core/grid.py Grid: not-on-path'],
  },
  'the same, in a folder that is started, or with a changed path': {
    files: {
      'a/main.py': 'from board import Board\n',
      'a/board.py': 'class Board: pass\n',
      'b/c/__init__.py': 'import sys\nsys.path.append(".")\nfrom board import Board\n',
      'b/c/board.py': 'class Board: pass\n',
    },
    links: ['a/main.py → a/board.py Board', 'b/c/__init__.py → b/c/board.py Board'],
  },
  'the nearest of several programs in one repository': {
    files: {
      'one/manage.py': 'import shop.views\n',
      'one/shop/views.py': '',
      'two/manage.py': 'from shop.views import only_here\n',
      'two/shop/views.py': 'only_here = 1\n',
    },
    links: ['one/manage.py → one/shop/views.py', 'two/manage.py → two/shop/views.py only_here'],
  },
  'a module that the contract has and the project does not': {
    files: { 'main.py': 'import utils\nimport pygame\nfrom core.hud import HUD\n' },
    promised: ['utils.py', 'core/hud.py'],
    links: ['main.py → utils: no-file', 'main.py → core.hud HUD: no-file'],
  },
}

describe('links between modules of Python', () => {
  it.each(Object.entries(cases))('%s', async (_, { files, links, promised = [] }) => {
    expect(linksIn(await graphFor(files, { promised }))).toEqual(links)
  })

  it('may fail if the program catches it', async () => {
    const graph = await graphFor({
      'main.py': [
        ...['try:\n    from .fast import x', 'except ImportError:\n    from slow import x'],
        ...['with suppress(ImportError):\n    import pkg.gone', 'try:\n    import pkg.other', 'finally:\n    pass'],
      ].join('\n'),
      'slow.py': 'x = 1\n',
      'pkg/__init__.py': '',
    })
    expect(linksIn(graph)).toEqual([
      ...['main.py → .fast x: no-file', 'main.py → slow.py x'],
      ...['main.py → pkg.gone: no-file', 'main.py → pkg.other: no-file'],
    ])
    expect([linkage(graph, 'paper'), linkage(graph, 'strict')]).toEqual(['1/4', '1/2'])
  })

  it('may be an alternative that is needed only if another import fails', async () => {
    const graph = await graphFor({
      'main.py': 'from core.game import Game\n',
      'core/__init__.py': '',
      'core/game.py': [
        ...['try:\n    from .grid import Grid', 'except ImportError:\n    from grid import Grid'],
        ...['try:\n    print()', 'except Exception:\n    from gone import Grid', 'class Game: pass'],
      ].join('\n'),
      'core/grid.py': 'class Grid: pass\n',
      'gone/readme.py': '',
    })
    expect(linkage(graph, 'strict')).toBe('2/3')
  })
})
