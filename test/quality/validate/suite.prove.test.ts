/** Validates the quick built-in missions with larger samples than suite.integration.test.ts. */
import { it } from 'vitest'
import { expectMissionsToMeasure } from './suite-sample.ts'

const QUICK = ['hello', 'way-to-hello', 'text-adventure', 'histogram', 'markdown-converter']

it.each(QUICK)('%s measures what it claims', { timeout: 900_000 }, (mission) => expectMissionsToMeasure([mission], 2))
