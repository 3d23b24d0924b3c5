/** Large pages, those that show numbers one after another and honest ones. */
import { LARGE_DISHONEST, LARGE_HONEST } from './large-pages-cases.ts'
import { goesThroughValues } from './stillness-dishonest-cases.ts'
import { passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

goesThroughValues(Object.entries(LARGE_DISHONEST))
passesThoughItDoesNotRest(Object.entries(LARGE_HONEST))
