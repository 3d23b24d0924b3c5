/** Shared by the tests of problem 008. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Place } from '../../../harness/papers/projdevbench/problem.ts'
import { mov } from '../../../harness/papers/projdevbench/ways/mov.ts'
import type { JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { needs, publishedFolder } from '../../needs.ts'
import { judged } from '../../testers/judge/open.ts'

export const NEEDS = await needs('gcc', 'data: projdevbench')

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

export const lines = (...all: readonly string[]) => `${all.join('\n')}\n`
export const SOLUTIONS: Readonly<Record<string, string>> = {
  '2276': lines(
    '# each character',
    ...Array.from('Hello World!', (letter) => `O<${String(letter.charCodeAt(0))}`),
    'Z<1',
  ),
  '2277': lines('A<I', 'B<I', '[A]<48', '[B]<49', 'O<[A]', 'Z<1'),
  '2279': lines('A<I', '[A]<0', '[0]<1', 'O<A', 'Z<[A]'),
}

export const statusesOf = async (files: Readonly<Record<string, string>>) =>
  Object.values(await judged(files, planOf('2279'))).map(({ status }) => status)

export function isAccepted(ids: readonly string[]): void {
  it.each(ids)('a solution of %s is accepted', NEEDS, async (id) => {
    const found = await judged({ [`code/${id}.mv`]: SOLUTIONS[id] ?? '' }, planOf(id))
    expect(Object.values(found).map(({ status, reason = '' }) => [status, reason])).toEqual(
      Object.values(found).map(() => ['passed', '']),
    )
  })
}
