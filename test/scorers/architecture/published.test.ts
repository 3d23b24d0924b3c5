/** Published programs and libraries that work, which are not part of this repository: their imports lead somewhere. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS } from '../../../harness/contracts/schema.ts'
import type { WorkFile } from '../../../harness/contracts/types.ts'
import { Graphs } from '../../../harness/scorers/architecture/graphs.ts'
import { contractScorer, linkageScorer, orphansScorer } from '../../../harness/scorers/architecture/scorers.ts'
import { Parsers } from '../../../harness/lib/syntax/parse.ts'
import { needs, publishedFolder } from '../../needs.ts'

const programs = path.join(publishedFolder('greenfield'), 'workspaces')
const libraries = publishedFolder('codeprojecteval')

async function filesOf(folder: string): Promise<WorkFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => ({ path: path.relative(folder, file), content: await readFile(file) })))
}

const LATE = { timeout: 120_000 }

/** Counted by hand, too: all links are valid. */
it(
  'the programs of Greenfield-5 have linkage 1, no orphans, and all that their contracts declare',
  { ...LATE, ...(await needs('data: greenfield')) },
  async () => {
    const workspaces = await readdir(programs)
    expect(workspaces.length).toBeGreaterThan(0)
    const graphs = new Graphs(new Parsers())
    for (const workspace of workspaces) {
      const work = { code: await filesOf(path.join(programs, workspace)) }
      for (const setting of SETTINGS) {
        expect(await linkageScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 1 })
        expect(await orphansScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 0 })
        expect(await contractScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 1 })
      }
    }
  },
)

/** An old test application of Flask imports a class that Flask does not have any more. */
const BROKEN = ['unit_tests/test_apps/subdomaintestmodule/__init__.py']

it(
  'the libraries of CodeProjectEval have no broken links',
  { ...LATE, ...(await needs('data: codeprojecteval')) },
  async () => {
    const graphs = new Graphs(new Parsers())
    for (const name of await readdir(libraries)) {
      const work = { code: await filesOf(path.join(libraries, name)) }
      const score = await linkageScorer(graphs).score(work, {}, 'strict')
      if (!score.scored || !('findings' in score.detail)) throw new Error(`${name} was not measured`)
      expect(score.detail.part).toBeGreaterThan(10)
      expect(score.detail.findings.map((finding) => finding.path)).toEqual(name === 'flask' ? BROKEN : [])
    }
  },
)
