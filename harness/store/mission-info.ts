import type { RunRecord } from '../contracts/schema.ts'
import type { Mission } from '../contracts/types.ts'

/** What the record of a run says of one of its missions. */
export function missionInfo(mission: Mission): RunRecord['benchmark']['missions'][number] {
  const { id, title, kind, digest, testcodes } = mission
  const named = testcodes.map((testcode) => {
    const { id: name, page, function: does, expects } = testcode
    return { id: name, page, function: does, expects }
  })
  return { id, title, kind, digest, testcodes: named }
}
