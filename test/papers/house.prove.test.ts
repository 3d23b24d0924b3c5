/** The tree without a paper: its types and import rules hold, and the other tests of the core do. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { root, temporaryFolder } from '../helpers.ts'
import { papers } from '../papers.ts'

const run = promisify(execFile)

/** Tests that look at the whole tree, or run over every part of the table. */
const TESTS = [
  'test/structure.test.ts',
  'test/papers/house.test.ts',
  'test/lib/wording.test.ts',
  'test/commands/show.test.ts',
]

/** A copy of what is needed to check and test. */
async function copyWithout(paper: string, to: string): Promise<void> {
  for (const name of [
    'harness',
    'test',
    'missions',
    'canonical',
    'scripts/checks',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    await cp(path.join(root, name), path.join(to, name), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
  await symlink(path.join(root, 'grammars'), path.join(to, 'grammars')).catch(() => undefined)
  for (const folder of ['harness', 'test'])
    await rm(path.join(to, folder, 'papers', paper), { recursive: true, force: true })
  const list = path.join(to, 'harness/papers/index.ts')
  const lines = (await readFile(list, 'utf8')).split('\n')
  await writeFile(list, lines.filter((line) => !new RegExp(String.raw`\b${paper}\b`).test(line)).join('\n'))
  // The scripts around the program measure papers, too, and are no part of it.
  await writeFile(
    path.join(to, 'tsconfig.json'),
    (await readFile(path.join(to, 'tsconfig.json'), 'utf8')).replace('"scripts", "test"', '"test/papers.ts"'),
  )
}

describe.each(papers.map(({ name }) => name))('without the paper %s', (paper) => {
  it('types, import rules and tests hold', { timeout: 600_000 }, async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('scripts'), { recursive: true })
    await copyWithout(paper, folder.path)
    expect(await readdir(folder.file('harness/papers'))).not.toContain(paper)
    const bin = (name: string) => path.join(root, 'node_modules', name)
    const at = { cwd: folder.path, maxBuffer: 1e8 }
    await run(process.execPath, [bin('typescript/bin/tsc'), '--noEmit', '-p', '.'], at)
    await run(
      process.execPath,
      [bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', 'scripts/checks/imports.cjs', 'harness'],
      at,
    )
    const { stdout } = await run(process.execPath, [bin('vitest/vitest.mjs'), 'run', '--project', 'unit', ...TESTS], at)
    expect(stdout).toContain('passed')
  })
})
