/** The first of the honest pages that do not rest. */
import { HONEST, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

passesThoughItDoesNotRest(Object.entries(HONEST).slice(0, 1))
