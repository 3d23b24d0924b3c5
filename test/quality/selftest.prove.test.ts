/** Runs the hostile suite with every attack that fits into two minutes. */
import { it } from 'vitest'
import { expectContained } from './selftest-run.ts'

it('pe selftest --quick contains its attacks', { timeout: 900_000 }, () => expectContained(['--quick']))

it('contains an attack on the machine and one on the verdict', { timeout: 900_000 }, () =>
  expectContained(['many-files', 'says-passed']),
)
