/** The most common project of own-port-cases.ts. */
import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { listensWhereItWants } from './own-port-cases.ts'

describe('a project that is recognised by its files', await needs('bubblewrap'), () => {
  listensWhereItWants(['a default beside the port of a database'])
})
