/** Faults of the machine, made for real in a mount namespace of their own: nothing of the project's may be blamed for them. */
import { describe, expect, it } from 'vitest'
import { NEEDS, runAfter, everything } from './faults-cases.ts'

describe('a fault of the machine', NEEDS, () => {
  it('such as a sandbox that is gone leaves everything unjudged', async () => {
    const { code, records } = await runAfter('mount --bind /dev/null "$(command -v bwrap)"', 'bmi-calculator')
    expect(code).toBe(1)
    expect(records).toHaveLength(1)
    expect(records[0]?.outcome).toBe('unjudged')
    expect(new Set(records.flatMap(everything).map(({ status }) => status))).toEqual(new Set(['unjudged']))
    expect(records[0]?.reason).toContain('bwrap')
  })
})
