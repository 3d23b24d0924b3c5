import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../helpers.ts'

/** The published taxonomies, which are not part of this repository. */
export const taxonomies = (() => {
  const folder = path.resolve(process.env['PE_REPOCRAFT_DIR'] ?? path.join(root, '..', 'shared', 'repocraft'))
  return existsSync(path.join(folder, 'HttpEasy.json')) ? folder : undefined
})()

export const NEEDS_TAXONOMIES = taxonomies === undefined ? ' (needs the published taxonomies: PE_REPOCRAFT_DIR)' : ''
if (taxonomies === undefined)
  process.stderr.write('\nNOT TESTED: the taxonomies of RepoCraft; set PE_REPOCRAFT_DIR to their folder\n')
