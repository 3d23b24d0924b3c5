/** The mission id of a published project: `p7` for 7. */
export function missionIdOf(projectId: string): string {
  return `p${projectId}`
}

export function projectIdOf(missionId: string): string {
  return missionId.replace(/^p(?=\d+$)/, '')
}

/** The testcode id for a published `index`, which counts a mission's testcodes from 1 in file order: `t3` for 3. */
export function testcodeIdOf(index: number): string {
  return `t${String(index)}`
}

/** The inverse of `testcodeIdOf`; undefined for any other text. */
export function indexOf(testcodeId: string): number | undefined {
  const digits = /^t([1-9]\d{0,5})$/.exec(testcodeId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
