/** A list and a place of a large page that show one answer after another. */
import { casesNamed } from '../../helpers.ts'
import { LARGE_DISHONEST } from './large-pages-cases.ts'
import { LISTS_DISHONEST } from './lists-cases.ts'
import { goesThroughValues } from './stillness-dishonest-cases.ts'

goesThroughValues(casesNamed(Object.entries(LARGE_DISHONEST), 'of elements that take turns, found by the answer'))
goesThroughValues(casesNamed(Object.entries(LISTS_DISHONEST), 'orders of the rows, at rest with the fourth'))
