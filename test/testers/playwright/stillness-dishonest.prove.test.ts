/** Every page that goes through values. */
import { CYCLES, UNSEEN, goesThroughValues } from './stillness-dishonest-cases.ts'

goesThroughValues(Object.entries(CYCLES))
goesThroughValues(Object.entries(UNSEEN))
