import { launchPlanSchema } from '../../contracts/schema.ts'
import type { Project } from '../../contracts/types.ts'
import { digestOfFiles, sha256 } from './digest.ts'

/** Digest of the frozen project: its files and how it is started, defaults included, in whatever order that was written. */
export function projectDigest({ files, launch }: Project): string {
  const plan = launch === undefined ? {} : launchPlanSchema.parse(launch)
  const fields = Object.entries(plan).filter(([, value]) => value !== undefined)
  return sha256(`${digestOfFiles(files)}\n${JSON.stringify(fields.toSorted())}`)
}
