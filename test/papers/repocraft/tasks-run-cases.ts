/** Shared by the tests of repocraft-tasks. */
import path from 'node:path'
import { root } from '../../helpers.ts'
import { needs } from '../../needs.ts'

export const LATE = { timeout: 900_000 }
export const SOURCE = path.join(root, 'test', 'fixtures', 'repositories', 'toolshed')
export const TASKS = 4
export const PYTEST = await needs('python3-pytest')
