import { UsageError } from '../errors.ts'
import type { Input } from '../contracts/schema.ts'
import { levelAndMode } from '../contracts/variants.ts'
import type { Mission, TextFile } from '../contracts/types.ts'

/**
 * The input of a brief at a level of ProjectEval: the prompt (1), the checklist (2) or the skeleton (3).
 * @param skeleton Read only at level 3
 */
export async function levelInput(
  mission: Mission,
  variant: string,
  skeleton: (mission: Mission) => Promise<readonly TextFile[]>,
): Promise<Input> {
  const found = levelAndMode(variant)
  if (!found) throw new UsageError(`mission "${mission.id}" has no variant "${variant}"`)
  if (found.level === 1) return { type: 'prompt', prompt: mission.prompt ?? '' }
  if (found.level === 2) return { type: 'checklist', checklist: mission.checklist ?? [] }
  const files = await skeleton(mission)
  return { type: 'skeleton', files: files.map(({ path, content }) => ({ path, content })) }
}
