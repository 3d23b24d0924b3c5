import type { Draw, DrawnPoint } from '../../harness/benchmarks/judge/points.ts'

type Tree = bigint | string | readonly [operator: string, left: Tree, right: Tree] | readonly ['neg', Tree]

/** Builds an expression as a tree, so that its value does not depend on a parser. */
function tree(draw: Draw, depth: number, names: readonly string[]): Tree {
  const kind = depth === 0 ? draw(2) : draw(7)
  if (kind === 0 || names.length === 0) return BigInt(draw(100))
  if (kind === 1) return names[draw(names.length)] ?? 0n
  if (kind === 2) return ['neg', tree(draw, depth - 1, names)]
  return ['+-*/%'[draw(5)] ?? '+', tree(draw, depth - 1, names), tree(draw, depth - 1, names)]
}

const LEVEL: Readonly<Record<string, number>> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, neg: 3 }

function text(draw: Draw, each: Tree, level = 0): string {
  if (typeof each === 'bigint') return String(each)
  if (typeof each === 'string') return each
  const own = LEVEL[each[0]] ?? 0
  const blank = draw(3) === 0 ? ' ' : ''
  const inner =
    each.length === 2
      ? `-${text(draw, each[1], 4)}`
      : `${text(draw, each[1], own)}${blank}${each[0]}${blank}${text(draw, each[2], own + 1)}`
  return own < level || draw(12) === 0 ? `(${inner})` : inner
}

class Trouble extends Error {}

function value(each: Tree, known: ReadonlyMap<string, bigint>): bigint {
  if (typeof each === 'bigint') return each
  if (typeof each === 'string') return known.get(each) ?? 0n
  if (each.length === 2) return -value(each[1], known)
  const [left, right] = [value(each[1], known), value(each[2], known)]
  if (each[0] === '+') return left + right
  if (each[0] === '-') return left - right
  if (each[0] === '*') return left * right
  if (right === 0n) throw new Trouble('division by zero')
  return each[0] === '/' ? left / right : left % right
}

const LIMIT = 2n ** 62n

/** Lines with a value that fits, and what is printed. */
function session(draw: Draw, count: number, depth: number): { readonly input: string; readonly expected: string } {
  const known = new Map<string, bigint>([['a', 7n]])
  const [lines, printed]: [string[], string[]] = [['a = 7'], []]
  while (lines.length < count) {
    const made = tree(draw, depth, [...known.keys()])
    const name = 'abcdefgh'[draw(8)] ?? 'a'
    const assigns = draw(3) === 0
    try {
      const result = value(made, known)
      if (!fits(made, known)) continue
      if (assigns) known.set(name, result)
      else printed.push(String(result))
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      printed.push(error.message)
    }
    lines.push(`${assigns ? `${name} = ` : ''}${text(draw, made)}`)
  }
  return { input: `${lines.join('\n')}\n`, expected: `${printed.join('\n')}\n` }
}

function fits(each: Tree, known: ReadonlyMap<string, bigint>): boolean {
  const own = value(each, known)
  if (own > LIMIT || own < -LIMIT) return false
  if (typeof each === 'bigint' || typeof each === 'string') return true
  return each.slice(1).every((child) => fits(child, known))
}

const BAD: readonly (readonly [string, string])[] = [
  ['1 +', 'syntax error'],
  ['(1', 'syntax error'],
  ['1)', 'syntax error'],
  ['2 3', 'syntax error'],
  ['= 3', 'syntax error'],
  ['1 = 3', 'syntax error'],
  ['x = ', 'syntax error'],
  ['nothing + other', 'unknown nothing'],
  ['x = y', 'unknown y'],
  ['x', 'unknown x'],
  ['1 / 0', 'division by zero'],
  ['1 % (2 - 2)', 'division by zero'],
  ['5 - 3 - 1', '1'],
  ['2 * 3 % 4', '2'],
  ['-7 / 2', '-3'],
  ['-7 % 2', '-1'],
  ['2 - -3', '5'],
  ['9000000000 * 1000', '9000000000000'],
  ['(((4)))', '4'],
]

export default function points(draw: Draw): DrawnPoint[] {
  const deep = `${'('.repeat(2000)}1${')'.repeat(2000)}\n`
  const long = Array.from({ length: 40_000 }, (_, each) => String(each % 10))
  const sum = long.reduce((all, each) => all + Number(each), 0)
  const lines = Array.from({ length: 20_000 }, (_, each) => `v = ${String(each)} * 2 + 1`)
  return [
    { id: 'plain', ...session(draw, 200, 3) },
    { id: 'deeper', ...session(draw, 400, 6) },
    {
      id: 'edges',
      input: BAD.map(([line]) => `${line}\n`).join('\n'),
      expected: BAD.map(([, told]) => `${told}\n`).join(''),
    },
    { id: 'deep', input: deep, expected: '1\n' },
    { id: 'long', input: `${long.join('+')}\n`, expected: `${String(sum)}\n` },
    { id: 'many-lines', input: `${lines.join('\n')}\nv\n`, expected: '39999\n' },
  ]
}
