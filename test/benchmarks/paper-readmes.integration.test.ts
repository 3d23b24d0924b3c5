/** Each command for a table in the README of a paper prints that table, from a recorded run. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { keepOutput } from '../commands/output.ts'
import { root, temporaryFolder } from '../helpers.ts'
import { writeGreenfieldRun, writeProjDevBenchRun, writeProjectEvalRun } from './paper-runs.ts'

afterEach(() => vi.restoreAllMocks())

const PAPERS = [
  ['projecteval', writeProjectEvalRun],
  ['projdevbench', writeProjDevBenchRun],
  ['greenfield', writeGreenfieldRun],
] as const

/** The commands in the table of tables: rows that begin with a table, a figure, a section or an appendix of the paper. */
async function tableCommands(paper: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'harness', 'papers', paper, 'README.md'), 'utf8')
  const [, section = ''] = /\n## Tables\n([\s\S]*?)\n## /.exec(text) ?? []
  return [...section.matchAll(/`npx pe ([^`]+)`/g)].flatMap(([, command = '']) => command)
}

/** The judgements of a person on one criterion of three projects. */
const PEOPLE = [7, 8, 3]
  .map(
    (score, index) =>
      `${['003', '007', '017'][index] ?? ''}.command-claude.statement.1,review-1,Readability,ann,${String(score)}\n`,
  )
  .join('')

describe.each(PAPERS)('the commands of %s', (paper, writeRun) => {
  it('print their tables', async () => {
    const output = keepOutput()
    await using folder = await temporaryFolder()
    const values: Readonly<Record<string, string>> = {
      RUN: await writeRun(folder.path),
      FOLDER: folder.file('published'),
      'people.csv': folder.file('people.csv'),
    }
    await writeFile(folder.file('people.csv'), `trial,testcode,criterion,person,judgement\n${PEOPLE}`)
    const printed: string[] = []
    // The others need published data.
    const commands = (await tableCommands(paper)).filter((command) => !/:DIR|^agreement /.test(command))
    for (const command of commands) {
      output.stdout = ''
      const argv = command.split(' ').map((word) => values[word] ?? word)
      if (command.includes('--template ')) {
        // Judgements of people are never replaced.
        expect(await main(argv)).toBe(EXIT.usage)
        await rm(folder.file('people.csv'))
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
    const known = {
      projecteval: ['1', '4', '5', '7', '5.1'],
      projdevbench: ['2', '3', '4', '5', '6', 'fig4', 'H'],
      greenfield: ['1', '3', '4', '5', '6', '7'],
    }
    expect(printed).toEqual(known[paper])
  })
})
