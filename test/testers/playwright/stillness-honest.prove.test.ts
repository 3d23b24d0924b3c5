/** Every honest page that does not rest. */
import { HONEST, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

passesThoughItDoesNotRest(Object.entries(HONEST))
