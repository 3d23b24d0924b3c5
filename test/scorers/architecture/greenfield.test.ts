/** The published programs of Greenfield-5, which are not part of this repository. Their linkage was counted by hand: all links are valid. */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS } from '../../../harness/contracts/schema.ts'
import type { WorkFile } from '../../../harness/contracts/types.ts'
import { Graphs } from '../../../harness/scorers/architecture/graphs.ts'
import { contractScorer, linkageScorer, orphansScorer } from '../../../harness/scorers/architecture/scorers.ts'
import { Parsers } from '../../../harness/scorers/codebleu/parse.ts'
import { root } from '../../helpers.ts'

const data = path.resolve(process.env['PE_GREENFIELD_DIR'] ?? path.join(root, '..', 'shared', 'greenfield'))
const isThere = existsSync(path.join(data, 'workspaces'))
const NEEDS_DATA = isThere ? '' : ' (needs the published data: PE_GREENFIELD_DIR)'

async function filesOf(folder: string): Promise<WorkFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => ({ path: path.relative(folder, file), content: await readFile(file) })))
}

it.skipIf(!isThere)(
  `the published programs have linkage 1, no orphans, and all that their contracts declare${NEEDS_DATA}`,
  async () => {
    const workspaces = await readdir(path.join(data, 'workspaces'))
    expect(workspaces.length).toBeGreaterThan(0)
    const graphs = new Graphs(new Parsers())
    for (const workspace of workspaces) {
      const work = { code: await filesOf(path.join(data, 'workspaces', workspace)) }
      for (const setting of SETTINGS) {
        expect(await linkageScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 1 })
        expect(await orphansScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 0 })
        expect(await contractScorer(graphs).score(work, {}, setting)).toMatchObject({ scored: true, value: 1 })
      }
    }
  },
)
