import type { Draw, DrawnPoint } from '../../harness/benchmarks/judge/points.ts'

/** The same set as a sorted list. */
function answers(calls: readonly (readonly [string, number])[]): string {
  let set: number[] = []
  let kept: number[] = []
  const lines: string[] = []
  const rank = (value: number) => {
    let [low, high] = [0, set.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((set[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    return low
  }
  for (const [what, value] of calls) {
    const at = rank(value)
    const isThere = set[at] === value
    if (what === 'i') {
      if (!isThere) set.splice(at, 0, value)
      lines.push(isThere ? '0' : '1')
    } else if (what === 'e') {
      if (isThere) set.splice(at, 1)
      lines.push(isThere ? '1' : '0')
    } else if (what === 'c') lines.push(isThere ? '1' : '0')
    else if (what === 'r') lines.push(String(at))
    else if (what === 's') lines.push(String(set.length))
    else if (what === 'k') kept = [...set]
    else if (what === 'b') set = [...kept]
    else lines.push(value < set.length ? String(set[value]) : 'out of range')
  }
  return `${lines.join('\n')}\n`
}

function point(id: string, calls: readonly (readonly [string, number])[], rest: Partial<DrawnPoint> = {}): DrawnPoint {
  const input = calls.map(([what, value]) => `${what} ${String(value)}\n`).join('')
  return { id, input, expected: answers(calls), ...rest }
}

function drawn(draw: Draw, count: number, range: number, kinds = 'iieecra'): [string, number][] {
  return Array.from({ length: count }, () => {
    const what = kinds[draw(kinds.length)] ?? 'i'
    return [what, draw(range) - (what === 'a' ? 0 : range >> 1)]
  }).map(([what, value]) => [what as string, what === 'a' ? Math.max(0, value as number) : (value as number)])
}

export default function points(draw: Draw): DrawnPoint[] {
  const small = drawn(draw, 300, 40, 'iiecras')
  const copies: [string, number][] = [0, 1, 2, 3].flatMap((): [string, number][] => [
    ...drawn(draw, 60, 30),
    ['k', 0],
    ...drawn(draw, 60, 30),
    ['s', 0],
    ['b', 0],
    ['s', 0],
    ['a', 0],
  ])
  const rising = Array.from({ length: 60_000 }, (_, each): [string, number] => ['i', each * 2])
  const asked = drawn(draw, 20_000, 120_000, 'crae')
  return [
    point('few', small),
    point('nothing', [
      ['a', 0],
      ['e', 1],
      ['c', 1],
      ['r', 1],
      ['s', 0],
    ]),
    point('copies', copies),
    point('many', drawn(draw, 30_000, 20_000)),
    point('in-order', [...rising, ...asked]),
    point('memcheck', [...small, ...copies], {
      leak: 'verdict',
      limits: { seconds: 20, memoryMiB: 512, outputMiB: 4 },
    }),
  ]
}
