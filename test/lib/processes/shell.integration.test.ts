import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inShell } from '../../../harness/lib/processes/shell.ts'

it('quotes arguments so that a shell does not change them', () => {
  expect(inShell(['npx', 'pe', 'run', '--agent', 'folder:./mine', 'a b', "it's", ''])).toBe(
    String.raw`npx pe run --agent folder:./mine 'a b' 'it'\''s' ''`,
  )
  const argument = fc.string().filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 5 }), (argv) => {
      const seen = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${inShell(['start', ...argv])}`], {
        encoding: 'utf8',
      })
      expect(seen.split('\0').slice(0, -1)).toEqual(['start', ...argv])
    }),
    { numRuns: 50 },
  )
})
