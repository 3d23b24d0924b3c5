/** Shared by the tests of skeletons. */
import { resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')
export const PROJECT = 'canonical/demo/node/project'
