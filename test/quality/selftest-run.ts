import { execa } from 'execa'
import { expect } from 'vitest'
import { BIN } from '../helpers.ts'

/** Runs `pe selftest` and expects that all of its checks pass. */
export async function expectContained(args: readonly string[]): Promise<void> {
  const { stdout, exitCode } = await execa('node', [BIN, 'selftest', ...args], { reject: false, stdin: 'ignore' })
  // The message is the whole output, which names the failed checks.
  expect(stdout.split('\n').at(-1), stdout).toMatch(/^[1-9]\d* passed, 0 failed(, \d+ skipped)?$/)
  expect(exitCode).toBe(0)
}
