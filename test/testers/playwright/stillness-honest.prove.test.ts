/** Every honest page that does not rest. */
import { HONEST, HONEST_BEFORE, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

passesThoughItDoesNotRest(Object.entries(HONEST))
passesThoughItDoesNotRest(Object.entries(HONEST_BEFORE))
