/** Scores of agents that do nothing useful: points for them mean that testcodes are too weak. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { root, temporaryFolder } from '../helpers.ts'
import { everything } from '../part.ts'

const MISSIONS = everything ? ['hello', 'timetable'] : ['hello']

it('baselines run and score next to nothing', { timeout: 280_000 }, async () => {
  await using out = await temporaryFolder()
  const agents = ['parameters-only', 'skeleton', 'always-200', 'echo']
  const flags = ['--agent', agents.join(','), '--missions', MISSIONS.join(), '--testcode-timeout', '2']
  const { stdout } = await execa(
    'node',
    [path.join(root, 'dist/pe/bin.js'), 'run', ...flags, '--json', '--out', out.path],
    {
      reject: false,
      stdin: 'ignore',
    },
  )
  const { groups } = summarySchema.parse(JSON.parse(stdout))
  const points = Object.fromEntries(groups.map(({ agent, points: { passed, total } }) => [agent, { passed, total }]))
  expect(points['parameters-only']?.passed).toBe(0)
  for (const agent of ['always-200', 'echo']) {
    // Both projects run; almost nothing else may score.
    const runnable = groups.find((group) => group.agent === agent)?.runnable
    expect(runnable).toEqual({ total: MISSIONS.length, passed: MISSIONS.length })
    expect(points[agent]?.passed).toBeLessThanOrEqual(2 * MISSIONS.length)
  }
  expect(points['skeleton']?.passed).toBeLessThanOrEqual(4 * MISSIONS.length)
})
