import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../helpers.ts'

const folder = path.resolve(
  process.env['PE_CODEPROJECTEVAL_DIR'] ?? path.join(root, '..', 'shared', 'codeprojecteval', 'CodeProjectEval'),
)
/** The published CodeProjectEval, which is not part of this repository. */
export const repositories = existsSync(folder) ? folder : undefined

/** A suffix for titles of tests that are skipped because the published benchmark is missing. */
export const NEEDS_REPOSITORIES =
  repositories === undefined ? ' (needs the published data: PE_CODEPROJECTEVAL_DIR)' : ''
