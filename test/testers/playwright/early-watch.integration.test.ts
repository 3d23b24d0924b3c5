/** Reports about expectations and actions that wait with full patience on a page at rest. */
import { THAT_HOLDS_IN_THE_END_CASES, thatHoldsInTheEnd } from './early-watch-cases.ts'

thatHoldsInTheEnd(THAT_HOLDS_IN_THE_END_CASES.slice(0, 1))
