/** Environment variables. Passed as an argument, so that few functions read `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether an optional part of the machine counts as missing although it may be installed. `PE_HIDE_OPTIONAL` names the parts, with commas;
 * `1` is all of them. So a test sees the machine of somebody who installed nothing by hand. Every search for such a part asks here.
 */
export function isHidden(part: string, env: Environment): boolean {
  const hidden = env['PE_HIDE_OPTIONAL']?.split(',') ?? []
  return hidden.includes('1') || hidden.includes(part)
}
