import { launchPlanSchema } from '../../contracts/schema.ts'
import type { Project } from '../../contracts/types.ts'
import { digestOfFiles, sha256 } from './digest.ts'

/** Digest of a frozen project: its files and its launch plan with defaults, independent of the order of fields. */
export function projectDigest({ files, launch }: Project): string {
  const plan = launch === undefined ? {} : launchPlanSchema.parse(launch)
  const fields = Object.entries(plan).filter(([, value]) => value !== undefined)
  return sha256(`${digestOfFiles(files)}\n${JSON.stringify(fields.toSorted())}`)
}
