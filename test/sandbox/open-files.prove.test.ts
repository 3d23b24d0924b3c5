/** The other cases of open-files.integration.test.ts. */
import { describe } from 'vitest'
import { needs } from '../needs.ts'
import { countsFilesHeldBy } from './open-files-cases.ts'

describe('files without a name', await needs('python3'), () => {
  countsFilesHeldBy('a file that never had a name', 'a mapping of its first page', 'a child whose parent has ended')
})
