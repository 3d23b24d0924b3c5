/** Runs the hostile suite with every attack that fits into two minutes. */
import { it } from 'vitest'
import { expectContained } from './selftest-run.ts'

it('pe selftest --quick contains its attacks', { timeout: 900_000 }, () => expectContained(['--quick']))
