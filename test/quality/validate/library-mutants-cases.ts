/** Shared by the tests of library-mutants. */
import path from 'node:path'
import { root } from '../../helpers.ts'
import { needs } from '../../needs.ts'

export const LIBRARIES = path.join(root, 'test', 'fixtures', 'libraries')
export const PYTEST = await needs('python3-pytest')

export const plan = (source: string) => ({
  source,
  count: 3,
  seed: 1,
  concurrency: 1,
  signal: new AbortController().signal,
})
