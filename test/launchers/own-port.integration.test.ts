/** One project of each class of own-port-cases.ts. */
import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { listensWhereItWants } from './own-port-cases.ts'

describe('a project that is recognised by its files', await needs('bubblewrap'), () => {
  listensWhereItWants([
    'a default beside the port of a database',
    'a random port if it gets none',
    'Python with a default of its own',
  ])
})
