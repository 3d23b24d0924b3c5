/** Reports about expectations and actions that wait with full patience on a page at rest. */
import { casesNamed } from '../../helpers.ts'
import { THAT_HOLDS_IN_THE_END_CASES, thatHoldsInTheEnd } from './early-watch-cases.ts'

thatHoldsInTheEnd(casesNamed(THAT_HOLDS_IN_THE_END_CASES, 'an action'))
