/** Each command for a table in the README of a paper prints that table, from a recorded run. */
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import {
  SCHEMA_VERSION,
  type MeasuresRecord,
  type NamedScore,
  type RunRecord,
  type TrialKey,
  type TrialRecord,
} from '../../harness/contracts/schema.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { RunStore } from '../../harness/store/store.ts'
import { keepOutput } from '../commands/output.ts'
import { keyOf, root, temporaryFolder, writeTree } from '../helpers.ts'

export const NO_USE = { calls: 1, reused: 0, cost: null, paid: null, models: [], notes: [] }
const PROJECT = { files: [{ path: 'manage.py', content: 'print(1)\n' }] }

/** An id is the name of a folder. */
export function trialKey(changes: Partial<TrialKey>): TrialKey {
  const key = keyOf(changes)
  return { ...key, id: key.id.replaceAll(':', '-') }
}

/** Writes a run with these trials. @returns its folder */
export async function writeRun(
  out: string,
  run: RunRecord,
  trials: readonly {
    readonly record: TrialRecord
    readonly scores?: readonly NamedScore[]
    readonly measures?: MeasuresRecord
  }[],
): Promise<string> {
  await using store = await RunStore.create(out, run)
  for (const { record, scores, measures } of trials) {
    const trial = store.trial(record.trial)
    await trial.writeProject(PROJECT, projectDigest(PROJECT), { notes: [], used: [] })
    await trial.writeRecord(record)
    if (measures) await trial.writeMeasures(measures)
    if (scores)
      await trial.writeScores({
        ...{ schemaVersion: SCHEMA_VERSION, digest: 'd1935', scores: [...scores] },
        facts: { files: 1, bytes: 9, languages: [], bodies: { total: 2, empty: 0, placeholder: 1 }, leftOut: [] },
      })
  }
  return store.folder
}

/** The commands in the table of tables: rows that begin with a table, a figure, a section or an appendix of the paper. */
async function tableCommands(paper: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'harness', 'papers', paper, 'README.md'), 'utf8')
  const [, section = ''] = /\n## Tables\n([\s\S]*?)\n## /.exec(text) ?? []
  return [...section.matchAll(/`npx pe ([^`]+)`/g)].flatMap(([, command = '']) => command)
}

interface ReadmeCase {
  readonly paper: string
  /** Writes a small run, as `pe run` records it. @returns its folder */
  readonly write: (out: string) => Promise<string>
  /** The tables whose commands stand in the README, in that order. */
  readonly tables: readonly string[]
  /** Files that the commands read, by name. */
  readonly files?: Readonly<Record<string, string>>
}

export function readmeCase({ paper, write, tables, files = {} }: ReadmeCase): void {
  afterEach(() => vi.restoreAllMocks())

  it('prints its tables', async () => {
    const output = keepOutput()
    await using folder = await temporaryFolder()
    const values: Readonly<Record<string, string>> = {
      RUN: await write(folder.path),
      FOLDER: folder.file('published'),
      ...Object.fromEntries(Object.keys(files).map((name) => [name, folder.file(name)])),
    }
    await writeTree(folder.path, files)
    const printed: string[] = []
    // The others need published data.
    const commands = (await tableCommands(paper)).filter((command) => !/:DIR|^agreement /.test(command))
    for (const command of commands) {
      output.stdout = ''
      const argv = command.split(' ').map((word) => values[word] ?? word)
      if (command.includes('--template ')) {
        // Judgements of people are never replaced.
        expect(await main(argv)).toBe(EXIT.usage)
        for (const name of Object.keys(files)) await rm(folder.file(name))
        output.stderr = ''
      }
      const code = await main(argv)
      expect([command, code, output.stderr]).toEqual([command, EXIT.done, expect.anything()])
      const number = /--table (\S+)/.exec(command)?.[1]
      if (number === undefined) continue
      printed.push(number)
      expect(output.stdout).toMatch(/^\*\*(Table|Figure|Section|Appendix) \S+ of /)
      expect(output.stdout).toContain('| --- |')
    }
    expect(printed).toEqual(tables)
  })
}
