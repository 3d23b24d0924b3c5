import { open } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const MIB = 2 ** 20
const LINE = 16
const PROGRAM = path.join(import.meta.dirname, 'large-output.ts')

/** Lines of 15 digits that count up. */
async function writeLines(file: string, count: number, last = ''): Promise<void> {
  await using handle = await open(file, 'w')
  const step = MIB / LINE
  for (let from = 0; from < count; from += step) {
    const lines = Array.from({ length: step }, (_, index) => `${String(from + index).padStart(15, '0')}\n`)
    await handle.write(lines.join(''))
  }
  await handle.write(last)
}

async function judgedAt(mebibytes: number, file: string): Promise<{ status: string; reason?: string; memory: number }> {
  const lines = (mebibytes * MIB) / LINE
  const { stdout } = await execa('node', ['--import', 'tsx', PROGRAM, String(lines), file])
  return JSON.parse(stdout) as { status: string; reason?: string; memory: number }
}

/** MiB of the outputs: a large one is more than a judge may hold in memory. */
const LARGE = 100
const LONGER = 100
/** MiB of an output by which the memory of a judge has grown to what it needs for any. */
const SMALL = 10
/** MiB by which the memory of a judge may grow. */
const GROWTH = 40

test(
  'a large output is compared without being held in memory',
  { timeout: 300_000, ...(await needs('g++')) },
  async () => {
    await using folder = await temporaryFolder()
    const [small, large, longer] = [folder.file('small'), folder.file('large'), folder.file('longer')]
    await writeLines(small, (SMALL * MIB) / LINE)
    await writeLines(large, (LARGE * MIB) / LINE)
    await writeLines(longer, (LONGER * MIB) / LINE, 'more\n')
    const first = await judgedAt(SMALL, small)
    const second = await judgedAt(LARGE, large)
    expect([first.status, second.status]).toEqual(['passed', 'passed'])
    expect(second.memory - first.memory).toBeLessThan(GROWTH)
    // The very last line decides.
    const third = await judgedAt(LONGER, longer)
    expect(third).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining(`line ${String((LONGER * MIB) / LINE + 1)}`) as string,
    })
  },
)
