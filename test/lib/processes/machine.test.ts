import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Pressure, freeMemory, processors } from '../../../harness/lib/processes/machine.ts'
import { temporaryFolder } from '../../helpers.ts'

/** Files of a kernel, in a folder of the test. */
async function kernel(root: string, files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), content)
  }
  return { cgroup: path.join(root, 'cgroup'), proc: path.join(root, 'proc') }
}

const MEMINFO = 'MemTotal: 9999999 kB\nMemAvailable:    2048 kB\n'

describe('the machine', () => {
  it.each([
    ['version 2', { 'cgroup/cpu.max': '150000 100000\n' }, 1],
    ['version 1', { 'cgroup/cpu/cpu.cfs_quota_us': '50000\n', 'cgroup/cpu/cpu.cfs_period_us': '100000\n' }, 1],
    ['no limit in version 2', { 'cgroup/cpu.max': 'max 100000\n' }, os.availableParallelism()],
    [
      'no limit in version 1',
      { 'cgroup/cpu/cpu.cfs_quota_us': '-1\n', 'cgroup/cpu/cpu.cfs_period_us': '100000\n' },
      os.availableParallelism(),
    ],
    ['none', {}, os.availableParallelism()],
  ])('has as many processors as its container may use: cgroups, %s', async (_, files, expected) => {
    await using folder = await temporaryFolder()
    expect(processors(await kernel(folder.path, files))).toBe(expected)
  })

  it.each([
    ['version 2', { 'cgroup/memory.max': '3000000\n', 'cgroup/memory.current': '2000000\n' }, 1_000_000],
    [
      'version 2, with files in the cache',
      {
        'cgroup/memory.max': '3000000\n',
        'cgroup/memory.current': '2000000\n',
        'cgroup/memory.stat': 'anon 500000\ninactive_file 700000\nactive_file 800000\n',
      },
      1_700_000,
    ],
    [
      'version 1',
      { 'cgroup/memory/memory.limit_in_bytes': '3000000\n', 'cgroup/memory/memory.usage_in_bytes': '4000000\n' },
      0,
    ],
    ['no limit in version 2', { 'cgroup/memory.max': 'max\n', 'cgroup/memory.current': '2000000\n' }, 2048 * 1024],
    [
      'no limit in version 1',
      { 'cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n', 'cgroup/memory/memory.usage_in_bytes': '1\n' },
      2048 * 1024,
    ],
  ])('has the free memory of its container, or of the whole: cgroups, %s', async (_, files, expected) => {
    await using folder = await temporaryFolder()
    expect(freeMemory(await kernel(folder.path, { ...files, 'proc/meminfo': MEMINFO }))).toBe(expected)
  })

  it('has the limits of the group that it runs in and of all groups around it, besides those of the root', async () => {
    await using folder = await temporaryFolder()
    const files = await kernel(folder.path, {
      'proc/meminfo': 'MemAvailable: 9999999 kB\n',
      'proc/self/cgroup': '4:memory:/jobs/seven\n1:cpu,cpuacct:/jobs/seven\n0::/slurm/job/step\n',
      'cgroup/cpu.max': 'max 100000\n',
      'cgroup/slurm/job/cpu.max': '100000 100000\n',
      'cgroup/slurm/job/step/memory.max': '900000\n',
      'cgroup/slurm/job/step/memory.current': '100000\n',
      'cgroup/memory/jobs/memory.limit_in_bytes': '700000\n',
      'cgroup/memory/jobs/memory.usage_in_bytes': '200000\n',
    })
    expect(processors(files)).toBe(1)
    expect(freeMemory(files)).toBe(500_000)
  })

  it('measures the share of time for which programs waited since the last reading', async () => {
    await using folder = await temporaryFolder()
    const file = 'proc/pressure/cpu'
    const line = (total: number) => ({
      [file]: `some avg10=0.00 avg60=0.00 avg300=0.00 total=${String(total)}\nfull total=0\n`,
    })
    const files = await kernel(folder.path, line(5_000_000))
    let now = 0
    const pressure = new Pressure(files, () => now)
    expect(pressure.signal).toBe('psi')
    expect(pressure.read()).toBe(0)
    await kernel(folder.path, line(5_300_000))
    now = 100
    expect(pressure.read()).toBe(0)
    now = 1000
    expect(pressure.read()).toBeCloseTo(0.3)
    now = 2000
    expect(pressure.read()).toBe(0)
    // A minute in which nothing waited, but in its last second: the average would be 0.02.
    await kernel(folder.path, line(6_300_000))
    now = 62_000
    expect(pressure.read()).toBe(1)
    await kernel(folder.path, line(6_800_000))
    now = 63_000
    expect(pressure.read()).toBeCloseTo(0.5)
  })

  it('counts programs that are ready to run, where the kernel measures no pressure', async () => {
    await using folder = await temporaryFolder()
    const ready = (count: number) => ({
      'proc/stat': `cpu 1 2 3\nprocs_running ${String(count)}\n`,
      'cgroup/cpu.max': '100000 100000',
    })
    let now = 0
    const pressure = new Pressure(await kernel(folder.path, ready(1)), () => now)
    expect(pressure.signal).toBe('run-queue')
    expect(pressure.read()).toBe(0)
    await kernel(folder.path, ready(5))
    now = 1000
    expect(pressure.read()).toBe(0.75)
  })

  it('answers on this machine', () => {
    expect(processors()).toBeGreaterThanOrEqual(1)
    expect(freeMemory()).toBeGreaterThan(0)
    expect(new Pressure().read()).toBeGreaterThanOrEqual(0)
  })
})
