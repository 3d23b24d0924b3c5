/** The first of the honest pages that do not rest. */
import { casesNamed } from '../../helpers.ts'
import { HONEST_BEFORE, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

passesThoughItDoesNotRest(
  casesNamed(Object.entries(HONEST_BEFORE), 'an old text, a request to wait, and the right text'),
)
