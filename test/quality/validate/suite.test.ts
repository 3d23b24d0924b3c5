/** A seeded part of the built-in missions that take little time; `npm run prove` validates them all. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../../helpers.ts'

const QUICK = ['hello', 'way-to-hello', 'text-adventure', 'histogram', 'markdown-converter']

it('a part of the built-in missions measures what it claims', { timeout: 280_000 }, async () => {
  const argv = [path.join(root, 'dist/harness/bin.js'), 'validate', ...QUICK, '--faults', '--sample', '2']
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
  // The whole output is the message: it names what does not hold.
  expect(exitCode, `${stderr}\n${stdout}`).toBe(0)
  expect(stdout).toContain('faults are caught')
})
