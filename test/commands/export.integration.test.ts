import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXPORT_FORMATS } from '../../harness/commands/export.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { SCHEMA_VERSION, exportSchema, leaderboardSchema } from '../../harness/contracts/schema.ts'
import { syntheticRun, writeSyntheticRun, type Size } from '../../scripts/synthetic.ts'
import { BIN, root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { keepOutput, type Output } from './output.ts'

const SIZE: Size = { missions: 3, agents: 2, variants: ['L1.direct'], samples: 1, testcodes: 4, seed: 1 }

let folder: TemporaryFolder
let output: Output
beforeEach(async () => {
  folder = await temporaryFolder()
  output = keepOutput()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await folder[Symbol.asyncDispose]()
})

async function written(runId: string, size: Partial<Size> = {}): Promise<void> {
  const made = syntheticRun({ ...SIZE, ...size })
  await writeSyntheticRun(folder.path, { ...made, run: { ...made.run, runId } })
}

const pe = (...argv: string[]) => main([...argv, '--out', folder.path])

describe('pe export', () => {
  // `published` writes a folder.
  it.each(EXPORT_FORMATS.filter((format) => format !== 'published'))(
    'writes %s to a file, completely or not at all',
    async (format) => {
      await written('a')
      const file = folder.file('new', `file.${format}`)
      expect(await pe('export', 'a', '--format', format, '--to', file)).toBe(EXIT.done)
      expect(output).toEqual({ stdout: '', stderr: `wrote ${file} (${format}), from run a\n` })
      expect((await readFile(file)).length).toBeGreaterThan(100)
      expect(await readdir(folder.file('new'))).toEqual([`file.${format}`])
    },
  )

  it('prints the newest run to standard output if no run is named', async () => {
    await written('a', { seed: 1 })
    await written('b', { seed: 2 })
    expect(await pe('export', '--format', 'json')).toBe(EXIT.done)
    expect(exportSchema.parse(JSON.parse(output.stdout)).run.runId).toBe('b')
  })

  it('reports an error in one line', async () => {
    await written('a')
    await written('b')
    for (const [argv, message] of [
      [['nothing', '--format', 'csv'], /there is no run "nothing"/],
      [['a', '--format', 'csv', '--to', folder.file('b')], /\/b is a folder, which is not replaced/],
    ] as const) {
      output.stderr = ''
      expect(await pe('export', ...argv)).toBe(EXIT.usage)
      expect(output.stderr).toMatch(/^pe: [^\n]+\n$/)
      expect(output.stderr).toMatch(message)
    }
    expect(output.stdout).toBe('')
  })

  it('ends when its reader closes the pipe', async () => {
    vi.restoreAllMocks()
    const made = syntheticRun({ ...SIZE, samples: 40 })
    await writeSyntheticRun(folder.path, made)
    const command = `"${process.execPath}" "${BIN}" export --format csv --out "${folder.path}"; echo "code $?" >&2`
    const { stdout, stderr } = await execa('bash', ['-c', `{ ${command}; } | head -1`], { cwd: root, timeout: 50_000 })
    expect(stdout).toMatch(/^run,trial/)
    expect(stderr).toBe('code 0')
  })
})

describe('pe leaderboard', () => {
  it('ranks all runs of the folder, in every format', async () => {
    await written('a')
    await written('b', { seed: 2, agents: 3 })
    expect(await pe('leaderboard', '--format', 'json')).toBe(EXIT.done)
    const board = leaderboardSchema.parse(JSON.parse(output.stdout))
    expect(board.rows.map(({ agent, runs }) => `${agent} ${String(runs.length)}`).toSorted()).toEqual([
      'agent-1 2',
      'agent-2 2',
      'agent-3 1',
    ])
    expect(output.stderr).toBe('pe: The runs b, a are pooled for agent-1, agent-2.\n')
    output.stdout = ''
    expect(await pe('leaderboard')).toBe(EXIT.done)
    expect(output.stdout).toMatch(
      /^\| Agent \| Output format \| Cascade Level 1 \| Cascade Level 2 \| Cascade Avg\. \| Direct Level 1 \| Direct Level 2 \| Direct Level 3 \| Direct Avg\. \| All Avg\. \|\n/,
    )
    output.stdout = ''
    expect(await pe('leaderboard', 'b', '--format', 'csv')).toBe(EXIT.done)
    expect(output.stdout.split('\r\n')).toHaveLength(5)
    expect(output.stdout).toMatch(
      /^Agent,Version,Date,Output Format,Cascade-Level1,Cascade-Level2,Cascade-Avg,Direct-Level1,Direct-Level2,Direct-Level3,Direct-Avg,All-Avg,/,
    )
    expect(await pe('leaderboard', '--format', 'html', '--to', folder.file('board.html'))).toBe(EXIT.done)
    expect(output.stderr).toMatch(/\nwrote [^\n]+\/board\.html \(html\), from 2 runs\n$/)
    expect(await readFile(folder.file('board.html'), 'utf8')).toContain('Content-Security-Policy')
  })

  it('has the tables of a paper if runs have its measures', async () => {
    await written('a')
    const runFolder = folder.file('a')
    const detail = {
      'agent-1 documents': { average: 1.5, missions: { rsa: { lines: 2949, passed: 90, unjudged: 1 } } },
    }
    const measure = { scored: true, value: 1.5, detail }
    const record = { schemaVersion: SCHEMA_VERSION, measures: [{ name: 'weighted-average', measure }] }
    await writeFile(path.join(runFolder, 'measures.json'), JSON.stringify(record))
    expect(await pe('leaderboard', '--format', 'json')).toBe(EXIT.done)
    expect(leaderboardSchema.parse(JSON.parse(output.stdout)).tables).toEqual([
      {
        title: 'Tests passed',
        of: 'Repository',
        columns: ['agent-1 documents'],
        rows: [
          { name: 'rsa', cells: ['≥ 90'] },
          { name: 'Weighted average', cells: ['≥ 1.500'] },
        ],
      },
    ])
    output.stdout = ''
    expect(await pe('leaderboard')).toBe(EXIT.done)
    expect(output.stdout).toContain('| `rsa` | ≥ 90 |')
  })

  it('names one of many reasons, and the number of the others', async () => {
    await written('a')
    for (const [index, name] of ['b', 'c', 'd'].entries()) await written(name, { missions: 2 + index * 2 })
    expect(await pe('leaderboard')).toBe(EXIT.usage)
    expect(output.stderr).toMatch(/one table: \w and \w have different missions; and 2 more\. --force ranks/)
  })

  it('refuses runs of other missions; --force ranks and marks them', async () => {
    await written('a')
    await written('b', { missions: 2 })
    expect(await pe('leaderboard')).toBe(EXIT.usage)
    expect(output.stderr).toBe(
      'pe: these are not ranked in one table: b and a have different missions. --force ranks them anyway, with a warning\n',
    )
    expect(await pe('leaderboard', '--force')).toBe(EXIT.done)
    expect(output.stdout).toContain('Forced: `b and a have different missions`')
  })

  it('refuses an empty folder', async () => {
    expect(await pe('leaderboard')).toBe(EXIT.usage)
    expect(output.stderr).toMatch(/^pe: there is no run in .*; make one with pe run\n$/)
  })
})
