import { spawnSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { expect, test as always } from 'vitest'
import { temporaryFolder } from '../../helpers.ts'

const MIB = 2 ** 20
const LINE = 16
const PROGRAM = path.join(import.meta.dirname, 'large-output.ts')

const isMissing = spawnSync('g++', ['--version']).status !== 0
if (isMissing) process.stderr.write('\nNOT TESTED: large outputs of native programs, without g++\n')
const test = always.skipIf(isMissing)

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

test('100 MiB of output are compared without being held in memory', { timeout: 300_000 }, async () => {
  await using folder = await temporaryFolder()
  const [small, large, longer] = [folder.file('small'), folder.file('large'), folder.file('longer')]
  await writeLines(small, MIB / LINE)
  await writeLines(large, (100 * MIB) / LINE)
  await writeLines(longer, (100 * MIB) / LINE, 'more\n')
  const first = await judgedAt(1, small)
  const second = await judgedAt(100, large)
  expect([first.status, second.status]).toEqual(['passed', 'passed'])
  expect(second.memory - first.memory).toBeLessThan(40)
  // The very last line decides.
  const third = await judgedAt(100, longer)
  expect(third).toMatchObject({ status: 'failed', reason: expect.stringContaining('line 6553601') as string })
})
