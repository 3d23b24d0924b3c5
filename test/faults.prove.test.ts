/** The other cases of faults.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from './helpers.ts'
import { NEEDS, runAfter, everything } from './faults-cases.ts'

describe('a fault of the machine', { ...NEEDS, timeout: 180_000 }, () => {
  it('such as a full disk before a trial leaves everything unjudged', async () => {
    await using temporary = await temporaryFolder()
    const mount = `mount -t tmpfs -o size=64m tmpfs ${temporary.path}`
    const { code, records } = await runAfter(mount, 'timetable', { TMPDIR: temporary.path })
    expect(code).toBe(1)
    expect(new Set(records.flatMap(everything).map(({ status }) => status))).toEqual(new Set(['unjudged']))
    expect(records[0]?.reason).toMatch(/ENOSPC.*TMPDIR/)
  })

  it('such as a disk that others fill while testcodes go on blames nobody', async () => {
    await using temporary = await temporaryFolder()
    const mount = `mount -t tmpfs -o size=600m tmpfs ${temporary.path}`
    // Bounded: a thousand looks.
    const fill = `(for i in $(seq 1000); do
        grep -qs '"status":"passed"' "$OUT"/*/events.jsonl && break; sleep 0.05
      done; head -c 700M /dev/zero > ${temporary.path}/fill) 2> /dev/null &`
    const { code, records } = await runAfter(`${mount} && { ${fill} }`, 'timetable', { TMPDIR: temporary.path })
    expect(code).toBe(1)
    const statuses = new Set(records.flatMap(everything).map(({ status }) => status))
    expect([...statuses].sort()).toEqual(['passed', 'unjudged'])
    expect(JSON.stringify(records)).toContain('ENOSPC')
  })
})
