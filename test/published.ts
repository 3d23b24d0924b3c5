import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './helpers.ts'

/** The published ProjectEval benchmark, which is not part of this repository. */
export const published = (() => {
  const given = process.env['PE_PROJECTEVAL_DIR']
  const folder = path.resolve(given ?? path.join(root, '..', 'shared', 'projecteval'))
  return existsSync(path.join(folder, 'dataset')) ? folder : undefined
})()

/** A suffix for titles of tests that are skipped because the published benchmark is missing. */
export const NEEDS_PUBLISHED = published === undefined ? ' (needs the published data: PE_PROJECTEVAL_DIR)' : ''

export function readPublished(...parts: string[]): unknown {
  if (published === undefined) throw new Error('the published benchmark is not there')
  return JSON.parse(readFileSync(path.join(published, ...parts), 'utf8'))
}

/** CodeBLEU values of the reference implementation, beside the published benchmark. */
export function readGolden(name: string): unknown {
  return readPublished('..', 'golden', name)
}
