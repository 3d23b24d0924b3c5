import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProofs, type ProofFolders } from '../../harness/benchmarks/native/proofs.ts'
import { missionFileOf, temporaryFolder, writeTree } from '../helpers.ts'

const SOLUTION = { 'project/main.js': 'run()', 'launch.json': '{ "run": ["node", "main.js"] }', 'answers.json': '{}' }

function foldersOf(root: string): ProofFolders {
  const folder = path.join(root, 'canonical/fixture')
  return { solutions: folder, lists: folder, root }
}

function under(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(SOLUTION).map(([name, content]) => [`${folder}/${name}`, content]))
}

describe('the files next to a canonical solution', () => {
  it('are read: alternative solutions, faults, exceptions, the path of the materials script', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      ...under('canonical/fixture/node'),
      ...under('canonical/fixture/static'),
      ...under('canonical/fixture/flask'),
      'canonical/fixture/faults.yaml':
        'schemaVersion: 1\nfaults: [{ id: a, item: { page: Home, function: Add }, file: project/main.js, find: run(), replace: "", why: It does nothing. }]',
      'canonical/fixture/exceptions.yaml':
        'schemaVersion: 1\nbaselines: [{ agent: echo, testcode: shows, why: It must be so. }]',
      'scripts/materials/other.ts': '',
    })
    const proofs = await readProofs(foldersOf(folder.path), missionFileOf())
    expect([...proofs.alternatives.keys()]).toEqual(['flask', 'static'])
    expect(proofs.faults.map(({ id }) => id)).toEqual(['a'])
    expect(proofs.exceptions.baselines).toEqual([{ agent: 'echo', testcode: 'shows', why: 'It must be so.' }])
    expect(proofs.materialsScript).toBe(folder.file('scripts/materials/fixture.ts'))
  })

  it('are all optional', async () => {
    await using folder = await temporaryFolder()
    const proofs = await readProofs(foldersOf(folder.path), missionFileOf())
    expect(proofs).toMatchObject({
      faults: [],
      exceptions: { equivalent: [], baselines: [] },
      materialsScript: undefined,
    })
    expect(proofs.alternatives.size).toBe(0)
  })

  it.each([
    ['baselines: [{ agent: echo, testcode: gone, why: W. }]', /exceptions\.yaml:2: .*no testcode "gone"/],
    ['baselines: [{ agent: echo, testcode: shows }]', /exceptions\.yaml:2: baselines\.0\.why/],
    [
      'redteam: [{ agent: cyler, testcode: shows, why: W. }]',
      /exceptions\.yaml:2: redteam\.0\.agent: there is no cheat "cyler"; the cheats are all, cycler, listener/,
    ],
    [
      'baselines: [{ agent: cycler, testcode: shows, why: W. }]',
      /exceptions\.yaml:2: baselines\.0\.agent: there is no baseline "cycler"; the baselines are null, skeleton/,
    ],
    ['equivalent: [{ file: ../x, line: a, becomes: b, why: W. }]', /equivalent\.0\.file/],
  ])('are rejected if inconsistent: %s', async (line, message) => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'exceptions.yaml': `schemaVersion: 1\n${line}\n` })
    await expect(
      readProofs({ solutions: folder.path, lists: folder.path, root: folder.path }, missionFileOf()),
    ).rejects.toThrow(message)
  })
})
