/** Validates one quick built-in mission; `npm run prove` validates all missions. */
import { it } from 'vitest'
import { expectMissionsToMeasure } from './suite-sample.ts'

it('a built-in mission measures what it claims', { timeout: 900_000 }, () => expectMissionsToMeasure(['hello'], 1))
