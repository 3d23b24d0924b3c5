/** Validates the quick built-in missions. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../../helpers.ts'

/** Runs `pe validate` on a seeded sample of the faults of built-in missions, and expects that all are caught. */
async function expectMissionsToMeasure(missions: readonly string[], sample: number): Promise<void> {
  const flags = ['--faults', '--sample', String(sample), '--seed', 'sample']
  const argv = [path.join(root, 'dist/pe/bin.js'), 'validate', ...missions, ...flags]
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
  // The message is the whole output, which names the claims that do not hold.
  expect(exitCode, `${stderr}\n${stdout}`).toBe(0)
  expect(stdout).toContain('faults are caught')
}

const QUICK = ['hello', 'way-to-hello', 'text-adventure', 'histogram', 'markdown-converter']

it.each(QUICK)('%s measures what it claims', { timeout: 900_000 }, (mission) => expectMissionsToMeasure([mission], 2))
