/** Faults of the machine, made for real in a mount namespace of their own: nothing of the project's may be blamed for them. */
import { execFileSync } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect } from 'vitest'
import { chooseSandbox } from '../harness/sandbox/index.ts'
import { readRun, readTrials } from '../harness/store/read.ts'
import type { TrialRecord } from '../harness/contracts/schema.ts'
import { temporaryFolder } from './helpers.ts'
import { sampled } from './part.ts'

const it = sampled('faults', 3)

const BIN = path.resolve('dist/pe/bin.js')
const able = (await chooseSandbox()).name === 'bubblewrap' && process.getuid?.() === 0 && canUnshare()
if (!able) process.stderr.write('\nNOT TESTED: faults of the machine; they need root, namespaces and bubblewrap\n')

function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-m', 'true'])
    return true
  } catch {
    return false
  }
}

interface Ended {
  readonly code: number | undefined
  readonly records: readonly TrialRecord[]
}

/** A run of our own solution of a mission, after a change of the machine that only this run sees. */
async function runAfter(change: string, mission: string, env: Record<string, string> = {}): Promise<Ended> {
  await using folder = await temporaryFolder()
  const out = folder.file('reports')
  await mkdir(out)
  const pe = [
    'node',
    BIN,
    'run',
    '--agent',
    'canonical',
    '--missions',
    mission,
    '--sandbox',
    'bubblewrap',
    '--out',
    out,
  ]
  const script = `${change} && exec "$@"`
  const { exitCode } = await execa('unshare', ['-m', 'sh', '-c', script, 'run', ...pe], {
    reject: false,
    env: { ...env, OUT: out },
    timeout: 120_000,
  })
  const [run] = await readdir(out)
  const place = path.join(out, run ?? 'no run')
  return { code: exitCode, records: await readTrials(place, await readRun(place)) }
}

const everything = ({ runnable, verdicts }: TrialRecord) => [runnable, ...verdicts]

describe.runIf(able)('a fault of the machine', { timeout: 180_000 }, () => {
  it('such as a sandbox that is gone leaves everything unjudged', async () => {
    const { code, records } = await runAfter('mount --bind /dev/null "$(command -v bwrap)"', 'bmi-calculator')
    expect(code).toBe(1)
    expect(records).toHaveLength(1)
    expect(records[0]?.outcome).toBe('unjudged')
    expect(new Set(records.flatMap(everything).map(({ status }) => status))).toEqual(new Set(['unjudged']))
    expect(records[0]?.reason).toContain('bwrap')
  })

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
