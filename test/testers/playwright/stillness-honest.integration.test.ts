/** The first of the honest pages that do not rest. */
import { afterAll } from 'vitest'
import { closeBed } from './bed.ts'
import { HONEST, passesThoughItDoesNotRest } from './stillness-honest-cases.ts'

afterAll(closeBed)

passesThoughItDoesNotRest(Object.entries(HONEST).slice(0, 1))
