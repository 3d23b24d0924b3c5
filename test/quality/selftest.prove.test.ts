/** Runs the hostile suite with every attack that fits into two minutes. */
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { BIN } from '../helpers.ts'
import { expectContained } from './selftest-run.ts'

it('pe selftest --quick contains its attacks', { timeout: 900_000 }, () => expectContained(['--quick']))

it('contains an attack on the machine and one on the verdict', { timeout: 900_000 }, () =>
  expectContained(['many-files', 'says-passed']),
)

it('pe selftest names an unknown attack', async () => {
  const { stderr, exitCode } = await execa('node', [BIN, 'selftest', 'no-such-attack'], { reject: false })
  expect(stderr).toMatch(/^pe: there is no attack "no-such-attack"; the attacks are the folders of \/[^\n]+$/)
  expect(exitCode).toBe(2)
})
