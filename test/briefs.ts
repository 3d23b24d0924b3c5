import { briefOf } from '../harness/trial/brief.ts'
import { levelInput } from '../harness/benchmarks/projecteval-input.ts'
import type { Brief } from '../harness/contracts/schema.ts'
import type { Mission, TextFile } from '../harness/contracts/types.ts'

/** The brief of a mission in a variant of ProjectEval, without a benchmark around it. */
export function briefFor(mission: Mission, variant: string, skeleton: readonly TextFile[] = []): Promise<Brief> {
  return briefOf({ input: (of, as) => levelInput(of, as, () => Promise.resolve(skeleton)) }, mission, variant)
}
