/** The first of the honest pages that do not rest. */
import { casesNamed } from '../../helpers.ts'
import { HONEST, HONEST_BEFORE, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

passesThoughItDoesNotRest(
  casesNamed(
    Object.entries(HONEST),
    'a database in the browser that answers 0.2 s after an input, long after the page was loaded',
  ),
)
passesThoughItDoesNotRest(
  casesNamed(Object.entries(HONEST_BEFORE), 'an old text, a request to wait, and the right text'),
)
