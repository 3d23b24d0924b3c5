/** All requirements of requirements-cases.ts. */
import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { checksVersions } from './requirements-cases.ts'

describe('a requirements.txt', await needs('python3'), () => {
  checksVersions()
})
