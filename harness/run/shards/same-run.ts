import type { RunRecord } from '../../contracts/schema.ts'
import { seedOf } from '../seed.ts'
import { canonicalJson } from '../../lib/collections/canonical-json.ts'

/** Places on a machine, and how much it does at a time: they may differ between machines. */
const OF_A_MACHINE = new Set(['concurrency', 'config', 'python', 'pythonPath', 'own', 'expected'])

/** The first thing in which two runs are not about the same trials; undefined if they are. */
export function differenceOf(one: RunRecord, other: RunRecord): string | undefined {
  const [a, b] = [comparable(one), comparable(other)]
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].find((name) => canonicalJson(a[name] ?? null) !== canonicalJson(b[name] ?? null))
}

function comparable(record: RunRecord): Record<string, unknown> {
  const { benchmark, settings, agents, host } = record
  const shared = Object.entries({ ...settings, seed: seedOf(record) }).filter(([name]) => !OF_A_MACHINE.has(name))
  const files = Object.entries(settings.own ?? {}).map(([seam, all]) => [seam, all.map(({ sha256 }) => sha256)])
  return {
    'the version of pe': host.pe,
    'the benchmark': benchmark.name,
    'the digest of the suite': benchmark.digest ?? benchmark.missions.map(({ id, digest }) => [id, digest]),
    'the configuration of an agent': agents,
    'a file of your own': files,
    ...Object.fromEntries(shared.map(([name, value]) => [`the setting "${name}"`, value])),
  }
}
