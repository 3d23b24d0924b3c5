import { afterAll, describe, expect, it } from 'vitest'
import { auditFiles, weightOf } from '../../../../harness/papers/greenfield/contract-coding/audit.ts'
import { areAlike, expectsValue } from '../../../../harness/papers/greenfield/contract-coding/audit.ts'
import { Outlines, outlines } from '../../../../harness/agents/framework/outlines/outlines.ts'
import { readContractEdits } from '../../../../harness/agents/output/contract.ts'

afterAll(() => outlines[Symbol.asyncDispose]())

const contractOf = (...api: readonly object[]) =>
  readContractEdits(JSON.stringify({ api })).flatMap(({ part }) => part.api)

async function problemsOf(api: readonly object[], files: Readonly<Record<string, string>>): Promise<string[]> {
  const found = await auditFiles(contractOf(...api), new Map(Object.entries(files)))
  return [...found.values()].flat()
}

const PLAYER = {
  path: 'player.py',
  globals: ['LIMIT: int'],
  classes: [{ name: 'Player', methods: ['move(self, direction: str, far: bool = False) -> None', 'place() -> tuple'] }],
  functions: ['make(name: str) -> Player'],
}
const RIGHT = `LIMIT = 3

class Player:
    def move(self, direction: str, far=False, *, fast=None):
        self.direction = direction

    def place(self):
        return (self.x, self.y)


def make(name: 'str') -> 'Player':
    return Player()
`

describe('the auditor', () => {
  it('finds nothing in a file that keeps its contract', async () => {
    expect(await problemsOf([PLAYER], { 'player.py': RIGHT })).toEqual([])
  })

  it.each([
    ['a missing class', RIGHT.replace('class Player', 'class Gamer'), ['missing-class: Player']],
    ['a missing method', RIGHT.replace('def place', 'def where'), ['missing-method: Player.place']],
    ['a missing function', RIGHT.replace('def make', 'def build'), ['missing-function: make']],
    ['a missing variable', RIGHT.replace('LIMIT', 'MOST'), ['missing-variable: LIMIT']],
    [
      'parameters in another order',
      RIGHT.replace('direction: str, far=False', 'far, direction: str'),
      [
        /^parameters: Player\.move: the contract says move\(direction: str, far\?: bool\) -> None, line 4 has \(far, direction: str, fast\)$/,
      ],
    ],
    ['a parameter too many', RIGHT.replace('far=False', 'far, fast'), [/^parameters: Player\.move/]],
    [
      'another type',
      RIGHT.replace("'str'", 'int'),
      ['parameters: make: name is int in the code and str in the contract'],
    ],
    [
      'another annotated result',
      RIGHT.replace("'Player'", 'int'),
      ['returns: make: the code says int, the contract Player'],
    ],
    [
      'no result',
      RIGHT.replace('return (self.x, self.y)', 'print(self.x)'),
      ['returns: Player.place: the contract says tuple, and the code returns nothing'],
    ],
    [
      'a result too many',
      RIGHT.replace('self.direction = direction', 'return direction'),
      ['returns: Player.move: the contract says None, and the code returns a value'],
    ],
    [
      'a placeholder',
      RIGHT.replace('return (self.x, self.y)', 'pass  # later'),
      ['placeholder: Player.place in line 7: its body is empty'],
    ],
    ['an error', `${RIGHT}\ndef broken(:\n`, [/^syntax-error: line 1\d/]],
  ])('finds %s', async (_, content, expected) => {
    const found = await problemsOf([PLAYER], { 'player.py': content })
    expect(found).toEqual(
      expected.map((each) => (typeof each === 'string' ? each : (expect.stringMatching(each) as string))),
    )
  })

  it('finds files that are missing or empty', async () => {
    const api = [{ path: 'a.css' }, { path: 'b/__init__.py' }, { path: 'c.txt' }, { path: 'd.js' }, { path: 'e.html' }]
    const files = { 'b/__init__.py': '', 'c.txt': ' \n', 'd.js': '// TODO: the game', 'e.html': '<p>TODO list</p>' }
    const found = await auditFiles(contractOf(...api), new Map(Object.entries(files)))
    expect(Object.fromEntries(found)).toEqual({
      'a.css': ['missing-file: the file was not written'],
      'b/__init__.py': [],
      'c.txt': ['placeholder: the file is empty'],
      'd.js': ['placeholder: the file is only a remark'],
      'e.html': [],
    })
  })

  it('takes inherited methods and names that are handed on for what the contract promises', async () => {
    const api = [
      { path: 'a.py', classes: [{ name: 'Orc', methods: ['hit(target) -> int'] }], functions: ['parse(text)'] },
    ]
    const files = {
      'a.py': 'from b import Being, parse\n\nclass Orc(Being):\n    name = "orc"\n',
      'b.py': 'class Thing:\n    def hit(self, target):\n        return 1\n\nclass Being(Thing):\n    x = 1\n',
    }
    expect(await problemsOf(api, files)).toEqual([])
    expect(await problemsOf(api, { ...files, 'b.py': 'class Being(Orc):\n    x = 1\n' })).toEqual([
      'missing-method: Orc.hit',
    ])
  })

  it('reads JavaScript', async () => {
    const api = [
      {
        path: 'a.js',
        classes: [{ name: 'Game', methods: ['start()', 'points() -> number'] }],
        functions: ['add(a, b) -> number'],
      },
    ]
    const files = { 'a.js': 'export const add = (a) => a\nexport class Game { start() {} points() { this.x = 1 } }\n' }
    expect(await problemsOf(api, files)).toEqual([
      'placeholder: Game.start in line 2: its body is empty',
      'returns: Game.points: the contract says number, and the code returns nothing',
      'parameters: add: the contract says add(a, b) -> number, line 1 has (a)',
    ])
  })

  it('thinks worse of a file that cannot be parsed than of one where much is missing', () => {
    expect(weightOf(['syntax-error: line 1'])).toBeGreaterThan(
      weightOf(Array.from({ length: 20 }, () => 'missing-class: A')),
    )
  })

  it('reads files that are made to break it', async () => {
    await using bounded = new Outlines({ cpu: 5000, wall: 5000 })
    const deep = `x = ${'['.repeat(200_000)}`
    const wide = Array.from({ length: 5000 }, (_, index) => `def f${String(index)}(a): return a`).join('\n')
    const [first, second] = await Promise.all([
      bounded.of({ path: 'deep.py', content: deep }),
      bounded.of({ path: 'wide.py', content: wide }),
    ])
    expect(first.problem ?? first.outline?.error).toBeDefined()
    expect(second.outline?.functions).toHaveLength(5000)
  })
})

describe('types', () => {
  it.each([
    ['Optional[List[int]]', 'list[int] | None'],
    ['pygame.Surface', 'Surface'],
    ['"Player"', 'Player'],
    ['tuple', 'Tuple[int, int]'],
    ['string[]', 'list[str]'],
    ['Promise<void>', 'None'],
    ['Any', 'int'],
    ['Union[int, str]', 'str | int'],
  ])('%s and %s may be the same', (one, other) => {
    expect(areAlike(one, other)).toBe(true)
    expect(areAlike(other, one)).toBe(true)
  })

  it.each([
    ['int', 'str'],
    ['list[int]', 'list[str]'],
    ['int | None', 'int'],
    ['Player', 'Enemy'],
  ])('%s and %s are not', (one, other) => {
    expect(areAlike(one, other)).toBe(false)
  })

  it('say if a value is returned', () => {
    expect(['None', 'void', 'Promise<void>'].map(expectsValue)).toEqual([false, false, false])
    expect(['int', 'Promise<number>', 'list[int]'].map(expectsValue)).toEqual([true, true, true])
    expect(['Any', 'int | None', ''].map(expectsValue)).toEqual([undefined, undefined, undefined])
  })
})
