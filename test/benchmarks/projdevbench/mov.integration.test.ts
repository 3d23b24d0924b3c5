/** Problem 008 by the published interpreter, on programs of ours. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Place } from '../../../harness/benchmarks/projdevbench/problem.ts'
import { mov } from '../../../harness/benchmarks/projdevbench/ways/mov.ts'
import type { JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { drawings } from '../../../harness/testers/judge/drawn/index.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { judged } from '../../testers/judge/open.ts'

const folder = path.join(publishedFolder('projdevbench'), 'dataset')
const place: Place = {
  file: (...parts) => path.join(folder, ...parts),
  names: () => [],
  has: (...parts) => existsSync(path.join(folder, ...parts)),
  limits: () => ({ seconds: 1, memoryMiB: 64 }),
}

/** The points of a judge id; the first two suffice. */
function planOf(id: string): JudgePlanInput {
  const { programs = {}, points = [] } = mov(place).find((each) => each.id === id) ?? {}
  const plans = points.flatMap(({ id: name, plan }) => (plan ? [[name, plan] as const] : [])).slice(0, 2)
  return { programs, points: Object.fromEntries(plans) } as JudgePlanInput
}

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
const SOLUTIONS: Readonly<Record<string, string>> = {
  '2276': lines(
    '# each character',
    ...Array.from('Hello World!', (letter) => `O<${String(letter.charCodeAt(0))}`),
    'Z<1',
  ),
  '2277': lines('A<I', 'B<I', '[A]<48', '[B]<49', 'O<[A]', 'Z<1'),
  '2279': lines('A<I', '[A]<0', '[0]<1', 'O<A', 'Z<[A]'),
}

it.each(Object.keys(SOLUTIONS))(
  'a solution of %s is accepted',
  await needs('gcc', 'data: projdevbench'),
  async (id) => {
    const found = await judged({ [`code/${id}.mv`]: SOLUTIONS[id] ?? '' }, planOf(id))
    expect(Object.values(found).map(({ status, reason = '' }) => [status, reason])).toEqual(
      Object.values(found).map(() => ['passed', '']),
    )
  },
)

it(
  'wrong, broken and missing programs are not',
  { timeout: 60_000, ...(await needs('gcc', 'data: projdevbench')) },
  async () => {
    const statusOf = async (files: Readonly<Record<string, string>>) =>
      Object.values(await judged(files, planOf('2279'))).map(({ status }) => status)
    expect(await statusOf({ '2279.mv': lines('O<65', 'Z<1') })).toEqual(['failed', 'failed'])
    expect(await statusOf({ '2279.mv': lines('A<I', 'nonsense') })).not.toContain('passed')
    expect(await statusOf({ '2278.mv': SOLUTIONS['2279'] ?? '' })).not.toContain('passed')
  },
)

it('inputs follow the seed, and their outputs the statement', () => {
  expect(drawings['mov-hello']('one').output).toBe('Hello World!')
  expect(drawings['mov-sum']('one').input).toMatch(/^[1-9]\d{9}\+[1-9]\d{9}$/)
  expect(drawings['mov-sum']('one')).toEqual(drawings['mov-sum']('one'))
  expect(drawings['mov-sum']('two').input).not.toBe(drawings['mov-sum']('one').input)
  const { input, output } = drawings['mov-hanoi']('one')
  const disks = input.charCodeAt(0) - 48
  expect(output.split('\n').filter((line) => line !== '')).toHaveLength(2 ** disks - 1)
  expect(drawings['mov-sort']('one').output).toMatch(/^0*1*2*3*4*5*6*7*8*9*$/)
})
