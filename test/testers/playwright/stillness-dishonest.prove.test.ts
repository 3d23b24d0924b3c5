/** Every page that goes through values. */
import { CYCLES, goesThroughValues } from './stillness-dishonest-cases.ts'

goesThroughValues(Object.entries(CYCLES))
