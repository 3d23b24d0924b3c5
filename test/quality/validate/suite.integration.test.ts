/** Validates a seeded sample of quick built-in missions, of one of them in `npm test`; `npm run prove` validates all missions. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../../helpers.ts'
import { everything, part } from '../../part.ts'

const QUICK = ['hello', 'way-to-hello', 'text-adventure', 'histogram', 'markdown-converter']

it('a sample of the built-in missions measures what it claims', { timeout: 900_000 }, async () => {
  const argv = [
    path.join(root, 'dist/pe/bin.js'),
    'validate',
    ...part('missions to validate', 5, QUICK),
    '--faults',
    '--sample',
    everything ? '2' : '1',
    '--seed',
    'sample',
  ]
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore' })
  // The message is the whole output, which names the claims that do not hold.
  expect(exitCode, `${stderr}\n${stdout}`).toBe(0)
  expect(stdout).toContain('faults are caught')
})
