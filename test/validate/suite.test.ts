/** A seeded part of the built-in missions; `npm run prove` validates them all. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../helpers.ts'

it('a part of the built-in missions measures what it claims', { timeout: 400_000 }, async () => {
  const argv = [path.join(root, 'dist/harness/bin.js'), 'validate', '--faults', '--sample', '3']
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
  // The whole output is the message: it names what does not hold.
  expect(exitCode, `${stderr}\n${stdout}`).toBe(0)
  expect(stdout).toContain('faults are caught')
})
