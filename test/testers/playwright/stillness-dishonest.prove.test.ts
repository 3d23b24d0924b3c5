/** Every page that goes through values. */
import { afterAll } from 'vitest'
import { closeBed } from './bed.ts'
import { CYCLES, goesThroughValues } from './stillness-dishonest-cases.ts'

afterAll(closeBed)

goesThroughValues(Object.entries(CYCLES))
