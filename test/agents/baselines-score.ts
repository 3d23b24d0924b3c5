import path from 'node:path'
import { execa } from 'execa'
import { expect } from 'vitest'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { root, temporaryFolder } from '../helpers.ts'

/** Runs the agents that do nothing useful: points for them mean that testcodes are too weak. */
export async function expectNextToNothing(missions: readonly string[]): Promise<void> {
  await using out = await temporaryFolder()
  const agents = ['parameters-only', 'skeleton', 'always-200', 'echo']
  const flags = ['--agent', agents.join(','), '--missions', missions.join(), '--testcode-timeout', '2']
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
    expect(runnable).toEqual({ total: missions.length, passed: missions.length })
    expect(points[agent]?.passed).toBeLessThanOrEqual(2 * missions.length)
  }
  expect(points['skeleton']?.passed).toBeLessThanOrEqual(4 * missions.length)
}
