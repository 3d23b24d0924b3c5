import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInBenchmark, openBenchmark, selectIds, selectMissions } from '../../harness/benchmarks/index.ts'
import { nativeBenchmark } from '../../harness/benchmarks/native/benchmark.ts'
import { UsageError } from '../../harness/errors.ts'
import { root, suiteOf, temporaryFolder, writeTree } from '../helpers.ts'
import { papers } from '../papers.ts'

const MISSION = (id: string) => `schemaVersion: 1
id: ${id}
title: Demo
kind: batch
prompt: Make it.
checklist: [{ page: Main, functions: [{ function: Run, description: Runs. }] }]
testcodes: [{ id: runs, page: Main, function: Run, expects: It runs. }]
`

const DESKTOP = MISSION('game').replace('kind: batch', 'kind: desktop').replace('id: runs,', 'id: runs, suite: rules,')

describe('a folder of missions', () => {
  it('is read: ids in order, missions, skeletons, testcodes, canonical solutions', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'package.json': '{ "type": "module" }',
      'missions/b/mission.yaml': MISSION('b'),
      'missions/a/mission.yaml': MISSION('a'),
      'missions/a/testcodes.ts': 'export default { runs: async (): Promise<void> => {} }',
      'missions/a/skeleton/src/main.js': 'function run() {}',
      'missions/readme.md': 'no mission',
      'missions/.cache/found.json': '{}',
      'canonical/a/node/project/main.js': 'run()',
      'canonical/a/node/launch.json': '{ "run": ["node", "main.js"] }',
      'canonical/a/node/answers.json': '{}',
    })
    const benchmark = nativeBenchmark(folder.file('missions'), folder.file('canonical'))
    expect(await benchmark.ids()).toEqual(['a', 'b'])
    const mission = await benchmark.mission('a')
    expect(mission).toMatchObject({ id: 'a', materialsFolder: folder.file('missions/a/materials') })
    expect(await benchmark.skeleton(mission)).toEqual([{ path: 'src/main.js', content: 'function run() {}' }])
    expect(Object.keys((await benchmark.testcodes(mission, suiteOf(mission))) as object)).toEqual(['runs'])
    expect((await benchmark.canonical(mission)).project.launch).toEqual({ run: ['node', 'main.js'] })
    const skeleton = benchmark.skeleton(await benchmark.mission('b'))
    await expect(skeleton).rejects.toThrow(UsageError)
    await expect(skeleton).rejects.toThrow(`derive it with: npm run skeletons -- --missions-dir ${folder.path} `)
    await expect(benchmark.canonical(await benchmark.mission('b'))).rejects.toThrow(UsageError)
  })

  it('has a canonical solution that may answer for all testcodes at once', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'missions/a/mission.yaml':
        MISSION('a').replace('id: runs,', 'id: runs, parameters: [file],') +
        'parameters: { file: { kind: file, description: The file that it writes. } }\n',
      'canonical/a/node/project/main.js': 'run()',
      'canonical/a/node/launch.json': '{ "run": ["node", "main.js"] }',
      'canonical/a/node/answers.json': '{ "*": { "file": "out.csv" } }',
    })
    const benchmark = nativeBenchmark(folder.file('missions'), folder.file('canonical'))
    expect((await benchmark.canonical(await benchmark.mission('a'))).answers).toEqual({ runs: { file: 'out.csv' } })
  })

  it('may have a mission with a window, with its solutions beside it', async () => {
    await using folder = await temporaryFolder()
    const faults = `schemaVersion: 1
faults:
  - { id: broken, item: { page: Main, function: Run }, suite: rules, file: project/main.py, find: run, replace: stop, why: It stops. }
`
    await writeTree(folder.path, {
      'missions/other/mission.yaml': MISSION('other'),
      ['missions/game/mission.yaml']: DESKTOP,
      ['missions/game/solutions/python/project/main.py']: 'run()',
      ['missions/game/solutions/python/launch.json']: '{ "run": ["python3", "main.py"] }',
      ['missions/game/solutions/python/answers.json']: '{}',
      ['missions/game/solutions/tkinter/project/main.py']: 'run()',
      ['missions/game/solutions/tkinter/launch.json']: '{ "run": ["python3", "main.py"] }',
      ['missions/game/solutions/tkinter/answers.json']: '{}',
      ['missions/game/faults.yaml']: faults,
    })
    const benchmark = await openBenchmark(`missions:${folder.path}`, papers)
    expect(await selectIds(benchmark, [])).toEqual(['game', 'other'])
    const [mission] = await selectMissions(benchmark, ['game'])
    if (!mission) throw new Error('the mission was selected')
    expect((await benchmark.canonical(mission)).project.launch).toEqual({ run: ['python3', 'main.py'] })
    const { alternatives, faults: found } = (await benchmark.proofs?.(mission)) ?? {}
    expect([...(alternatives ?? new Map<string, unknown>()).keys()]).toEqual(['tkinter'])
    expect(found?.map(({ id }) => id)).toEqual(['broken'])
  })

  it('changes the digest of a mission with any of its files', async () => {
    await using folder = await temporaryFolder()
    const benchmark = nativeBenchmark(folder.path, folder.path)
    const digests = new Set<string>()
    const files = {
      'a/mission.yaml': MISSION('a'),
      'a/testcodes.ts': '1',
      'a/materials/x.bin': '2',
      'a/skeleton/y.js': '3',
    }
    await writeTree(folder.path, files)
    digests.add((await benchmark.mission('a')).digest)
    for (const [name, content] of Object.entries(files)) {
      await writeTree(folder.path, { [name]: `${content}\n` })
      digests.add((await benchmark.mission('a')).digest)
    }
    expect(digests.size).toBe(5)
  })

  it('rejects a mission without a file, and one whose id is not the name of its folder', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'empty/readme.md': '', 'one/mission.yaml': MISSION('two') })
    const benchmark = nativeBenchmark(folder.path, folder.path)
    await expect(benchmark.mission('empty')).rejects.toThrow(folder.file('empty/mission.yaml'))
    await expect(benchmark.mission('one')).rejects.toThrow('id: "two" is not the name of its folder, "one"')
  })
})

describe('the built-in benchmark', () => {
  it('has every mission of the package, each readable', async () => {
    const benchmark = builtInBenchmark()
    const missions = await selectMissions(benchmark, [
      ...(await benchmark.ids()),
      ...((await benchmark.namedOnly?.()) ?? []),
    ])
    const entries = await readdir(path.join(root, 'missions'), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(missions.map(({ id }) => id).toSorted()).toEqual(folders.toSorted())
  })
})

describe('missions with windows', () => {
  it('are run only if they are named, with the mean of three suites as their score', async () => {
    const benchmark = builtInBenchmark()
    const ids = (await benchmark.namedOnly?.()) ?? []
    expect(ids).toContain('snake')
    expect((await selectMissions(benchmark, [])).map(({ id }) => id)).not.toContain('snake')
    const named = await selectMissions(benchmark, ids)
    for (const mission of named.filter(({ kind }) => kind === 'desktop')) {
      expect(mission.suites.map(({ id, weight }) => [id, weight])).toEqual([
        ['executability', 1],
        ['interactivity', 1],
        ['rules', 1],
      ])
      expect(mission.scoring).toBe('mean')
      expect((await benchmark.proofs?.(mission))?.faults.length).toBeGreaterThanOrEqual(10)
    }
  })

  it('keep their digest if only their faults or solutions change', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'missions/a/mission.yaml': MISSION('a').replace('batch', 'desktop'),
      'missions/a/solutions/python/project/main.py': 'run()',
    })
    const benchmark = nativeBenchmark(folder.file('missions'), folder.file('canonical'))
    const { digest } = await benchmark.mission('a')
    await writeTree(folder.path, {
      'missions/a/solutions/python/project/main.py': 'stop()',
      'missions/a/faults.yaml': '',
    })
    expect((await benchmark.mission('a')).digest).toBe(digest)
    await writeTree(folder.path, { 'missions/a/testcodes.ts': 'export default {}' })
    expect((await benchmark.mission('a')).digest).not.toBe(digest)
  })
})

describe('a problem for the judge', () => {
  it('is a mission beside others, which a run has if it is named', async () => {
    const benchmark = builtInBenchmark()
    expect(await benchmark.ids()).not.toContain('ledger')
    const [todo, ledger] = await selectMissions(benchmark, ['ledger', 'todo'])
    if (!ledger) throw new Error('the mission was selected')
    expect([ledger.kind, todo?.kind]).toEqual(['source', 'website'])
    expect(await benchmark.input(ledger, 'L1.direct')).toMatchObject({
      documents: [{ role: 'statement', content: expect.stringContaining('# Ledger') as string }],
    })
    await expect(async () => benchmark.input(ledger, 'L2.direct')).rejects.toThrow('has a statement and no levels')
    expect((await benchmark.canonical(ledger)).project.files.map(({ path }) => path)).toContain('CMakeLists.txt')
  })

  it('in a folder for its kind alone is refused, with the way to move it', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'missions/a/mission.yaml': MISSION('a'),
      'missions-desktop/b/mission.yaml': DESKTOP,
    })
    await expect(openBenchmark(`missions:${folder.path}`, papers)).rejects.toThrow(
      `move those of ${folder.file('missions-desktop')} to ${folder.file('missions')}`,
    )
  })
})

describe('selectMissions', () => {
  it('keeps the order of the benchmark, and lists the known ids for an unknown one', async () => {
    const benchmark = builtInBenchmark()
    const [first = '', second = ''] = await benchmark.ids()
    expect((await selectMissions(benchmark, [second, first])).map(({ id }) => id)).toEqual([first, second])
    const selecting = selectMissions(benchmark, [first, 'nope'])
    await expect(selecting).rejects.toThrow(UsageError)
    await expect(selecting).rejects.toThrow(new RegExp(`"nope".*${second}`))
  })
})
