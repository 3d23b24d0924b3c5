import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HarnessFault, UsageError, messageOf } from '../../harness/errors.ts'
import type { RunRecord } from '../../harness/contracts/schema.ts'
import { RunStore } from '../../harness/store/store.ts'
import { listRuns, readEvidence, readRun, readSummary, readTrials, trialFolder } from '../../harness/store/read.ts'
import { summarise } from '../../harness/run/summary.ts'
import type { Project } from '../../harness/contracts/types.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { keyOf, recordOf, runOf, temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'

const KEYS = [keyOf({ sample: 1 }), keyOf({ sample: 2 })] as const
const RUN = runOf(KEYS)

interface OpenRun extends AsyncDisposable {
  readonly folder: TemporaryFolder
  readonly store: RunStore
}

async function openRun(record: RunRecord = RUN): Promise<OpenRun> {
  const folder = await temporaryFolder()
  const store = await RunStore.create(folder.path, record)
  return {
    folder,
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Content as bytes, in order of the paths. */
function plain({ files, launch }: Project): unknown {
  const list = files.map(({ path, content }) => [path, Buffer.from(content).toString('hex')] as const)
  return { launch, files: list.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

describe('a project', () => {
  it('is read back unchanged: any bytes, any accepted name, with its launch plan', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    expect(await trial.readProject()).toBeUndefined()
    const project: Project = {
      files: [
        { path: 'src/main.js', content: 'äöü €\r\n' },
        { path: 'raw.bin', content: Buffer.from(Array.from({ length: 256 }, (_, index) => index)) },
        { path: '.hidden/empty', content: '' },
        { path: 'project.json', content: '{}' },
      ],
      launch: { start: ['node', 'src/main.js'], port: 3000, homepage: '/home' },
    }
    await trial.writeProject(project, projectDigest(project))
    const read = await trial.readProject()
    expect(read && plain(read)).toEqual(plain(project))
    expect(read && projectDigest(read)).toBe(projectDigest(project))
  })

  it('is read back with any content of its files', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    const content = fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array())
    const files = fc.uniqueArray(fc.record({ path: fc.stringMatching(/^[a-z]{1,3}(\/[a-z]\.js)?$/), content }), {
      selector: ({ path }) => path.split('/')[0],
    })
    await fc.assert(
      fc.asyncProperty(files, async (list) => {
        fc.pre(list.length > 0)
        await trial.writeProject({ files: list }, projectDigest({ files: list }))
        const read = await trial.readProject()
        expect(read && plain(read)).toEqual(plain({ files: list }))
      }),
      { numRuns: 30 },
    )
  })

  it('may have names as long as a workspace accepts', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    const project = {
      files: [
        { path: 'x'.repeat(255), content: 'long' },
        { path: `a/${'ü'.repeat(127)}`, content: 'wide' },
      ],
    }
    await trial.writeProject(project, projectDigest(project))
    const read = await trial.readProject()
    expect(read && plain(read)).toEqual(plain(project))
  })

  it('replaces an unfinished one completely', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    await writeTree(trial.folder, { 'project/half.js': 'written before a crash' })
    expect(await trial.readProject()).toBeUndefined()
    const project = { files: [{ path: 'a.js', content: 'a' }] }
    await trial.writeProject(project, projectDigest(project))
    expect((await trial.readProject())?.files.map(({ path }) => path)).toEqual(['a.js'])
  })

  it.each([
    ['changed', (folder: string) => writeFile(`${folder}/project/a.js`, 'other')],
    ['added', (folder: string) => writeFile(`${folder}/project/b.js`, 'new')],
    ['removed', (folder: string) => rm(`${folder}/project`, { recursive: true })],
  ])('is refused if a file was %s after it was frozen', async (_, damage) => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    const project = { files: [{ path: 'a.js', content: 'a' }] }
    await trial.writeProject(project, projectDigest(project))
    await damage(trial.folder)
    await expect(trial.readProject()).rejects.toThrow(HarnessFault)
    await expect(trial.readProject()).rejects.toThrow(trial.folder)
  })
})

describe('answers, records, summary, events', () => {
  it('are read back unchanged', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    expect([await trial.readAnswers(), await trial.readRecord(), await readSummary(run.store.folder)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const answers = { shows: { home_url: 'http://localhost:8000/ü', odd: 7, none: null } }
    await trial.writeAnswers(answers)
    expect(await trial.readAnswers()).toEqual(answers)
    const record = recordOf(KEYS[0], ['passed', 'failed', 'unjudged'])
    await trial.writeRecord(record)
    expect(await trial.readRecord()).toEqual(record)
    const summary = summarise(RUN, [record], { folder: run.store.folder, report: 'r', seconds: 1 })
    await run.store.writeSummary(summary)
    expect(await readSummary(run.store.folder)).toEqual(summary)
  })

  it('are found in the order of the run if they have ended', async () => {
    await using run = await openRun()
    const second = recordOf(KEYS[1], ['passed'])
    await run.store.trial(KEYS[1]).writeRecord(second)
    expect(await readTrials(run.store.folder, RUN)).toEqual([second])
    const first = recordOf(KEYS[0], ['failed'])
    await run.store.trial(KEYS[0]).writeRecord(first)
    expect(await readTrials(run.store.folder, RUN)).toEqual([first, second])
  })

  it('are appended one to a line, whatever they hold', async () => {
    await using run = await openRun()
    await run.store.appendEvent({ type: 'stage', trial: KEYS[0], stage: 'judge', detail: 'line\nbreak' })
    await run.store.appendEvent({ type: 'trial-begin', trial: KEYS[0] })
    const lines = (await readFile(`${run.store.folder}/events.jsonl`, 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['stage', 'trial-begin'])
  })
})

describe('damaged files', () => {
  it.each([
    ['not JSON', '{ "schemaVersion": 1, '],
    ['of another version', '{ "schemaVersion": 2 }'],
    ['of another shape', '[]'],
    ['empty', ''],
  ])('are named if they are %s', async (_, text) => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    const readers: [string, () => Promise<unknown>][] = [
      [`${trial.folder}/trial.json`, () => trial.readRecord()],
      [`${trial.folder}/answers.json`, () => trial.readAnswers()],
      [`${trial.folder}/project.json`, () => trial.readProject()],
      [`${run.store.folder}/summary.json`, () => readSummary(run.store.folder)],
      [`${run.store.folder}/run.json`, () => readRun(run.store.folder)],
    ]
    await writeTree(trial.folder, { 'trial.json': text })
    for (const [file, read] of readers) {
      await writeFile(file, text)
      const error: unknown = await read().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(HarnessFault)
      expect((error as Error).message).toContain(file)
      const remedy = file.endsWith('run.json') ? /it cannot be rebuilt: restore it from a copy/ : /made again/
      expect((error as Error).message).toMatch(remedy)
    }
  })
})

it('several damaged records are named in one message', async () => {
  await using run = await openRun()
  const folders = KEYS.map((key) => run.store.trial(key).folder)
  for (const folder of folders) await writeTree(folder, { 'trial.json': '{' })
  const error: unknown = await readTrials(run.store.folder, RUN).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(HarnessFault)
  const message = messageOf(error)
  expect(message).toMatch(/^2 files cannot be read: .*; remove them to have them made again/)
  for (const folder of folders) expect(message).toContain(`${folder}/trial.json`)
})

describe('files from another machine', () => {
  it('are refused in one line that names them if they are pipes or links, nested too deeply, or hold impossible times', async () => {
    await using run = await openRun()
    const [key] = KEYS
    const trial = run.store.trial(key)
    const [file, record] = [`${trial.folder}/trial.json`, `${run.store.folder}/run.json`]
    await mkdir(trial.folder, { recursive: true })
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const trials: readonly [string, () => Promise<unknown>][] = [
      ['is not a regular file', () => execa('mkfifo', [file])],
      ['is a link', () => symlink('/etc/hostname', file)],
      ['is not a regular file', () => mkdir(file)],
      ['startedAt: Invalid', () => writeFile(file, JSON.stringify(recordOf(key, ['passed'], { startedAt: 'x' })))],
      ['seconds: Too big', () => writeFile(file, JSON.stringify(recordOf(key, ['passed'], { seconds: 1e300 })))],
    ]
    for (const [problem, make] of trials) {
      await make()
      for (const read of [() => readTrials(run.store.folder, RUN), () => trial.readRecord()]) {
        const said = await read().then(String, messageOf)
        expect([said.split('\n').length, said]).toEqual([1, expect.stringContaining(problem)])
        expect(said).toContain(file)
      }
      await rm(file, { recursive: true })
    }
    const runs: readonly [string, () => Promise<unknown>][] = [
      [
        'nested deeper',
        () => writeFile(record, JSON.stringify(RUN).replace('"trials"', `"agents":{"a":{"b":${deep}}},"trials"`)),
      ],
      ['samples: Too big', () => writeFile(record, JSON.stringify(RUN).replace('"samples":2', '"samples":1e10'))],
      ['is not a regular file', () => execa('sh', ['-c', 'rm "$0" && mkfifo "$0"', record])],
    ]
    for (const [problem, make] of runs) {
      await make()
      const said = await readRun(run.store.folder).then(String, messageOf)
      expect([said.split('\n').length, said]).toEqual([1, expect.stringContaining(problem)])
      expect(said).toContain(record)
    }
  })
})

describe('a name that leads out of its folder', () => {
  it.each(['../../evil', '..', '.hidden', 'a/b', ''])(
    'is refused as id of a run, a mission or a trial: %j',
    async (name) => {
      await using folder = await temporaryFolder()
      expect(() => trialFolder(folder.path, { id: name })).toThrow('is no id of a trial')
      const key = keyOf()
      const changed = [
        { ...RUN, runId: name },
        { ...RUN, settings: { ...RUN.settings, missions: [name] } },
        { ...RUN, trials: [{ ...key, id: name }] },
        { ...RUN, trials: [{ ...key, mission: name }] },
      ]
      for (const run of changed) {
        await writeTree(folder.path, { 'run.json': JSON.stringify(run) })
        await expect(readRun(folder.path)).rejects.toThrow('run.json is damaged')
      }
    },
  )
})

describe('a run', () => {
  it('is created in a new folder, locked while it is open', async () => {
    await using run = await openRun()
    expect(run.store.folder).toBe(run.folder.file(RUN.runId))
    expect(await readRun(run.store.folder)).toEqual(RUN)
    await expect(RunStore.resume(run.store.folder)).rejects.toThrow(UsageError)
    await expect(RunStore.resume(run.store.folder)).rejects.toThrow(String(process.pid))
    await run.store[Symbol.asyncDispose]()
    await using resumed = await RunStore.resume(run.store.folder)
    expect(resumed.record).toEqual(RUN)
  })

  it('is refused if nothing can be written, with the remedy', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { file: '' })
    for (const out of [folder.file('file'), folder.file('file/below')]) {
      const creating = RunStore.create(out, RUN)
      await expect(creating).rejects.toThrow(UsageError)
      await expect(creating).rejects.toThrow(/--out/)
      await expect(creating).rejects.toThrow(out)
    }
  })

  it('is refused if its name exists; the existing run is not changed', async () => {
    await using run = await openRun()
    await expect(RunStore.create(run.folder.path, runOf([KEYS[0]]))).rejects.toThrow(UsageError)
    expect(await readRun(run.store.folder)).toEqual(RUN)
  })

  it('is not resumed if nothing can be written', async () => {
    await using run = await openRun()
    const { folder } = run.store
    await run.store[Symbol.asyncDispose]()
    await writeTree(folder, { 'events.jsonl/in-the-way': '' })
    await expect(RunStore.resume(folder)).rejects.toThrow(UsageError)
    await expect(RunStore.resume(folder)).rejects.toThrow(/nothing can be written to /)
  })

  it('that does not exist cannot be resumed', async () => {
    await using folder = await temporaryFolder()
    const resuming = RunStore.resume(folder.file('nowhere'))
    await expect(resuming).rejects.toThrow(UsageError)
    await expect(resuming).rejects.toThrow(folder.file('nowhere'))
    expect(existsSync(folder.file('nowhere'))).toBe(false)
  })

  it('is listed, newest first; other folders are not', async () => {
    await using folder = await temporaryFolder()
    expect(await listRuns(folder.file('nothing'))).toEqual([])
    for (const runId of ['2025-01-02T00-00-00-a', '2025-01-10T00-00-00-b', '2024-12-31T00-00-00-c']) {
      await (await RunStore.create(folder.path, { ...RUN, runId }))[Symbol.asyncDispose]()
    }
    await writeTree(folder.path, { 'other/readme.md': '', file: '' })
    const names = (await listRuns(folder.path)).map((run) => run.slice(folder.path.length + 1, folder.path.length + 11))
    expect(names).toEqual(['2025-01-10', '2025-01-02', '2024-12-31'])
  })
})

describe('evidence', () => {
  it('begins with an empty folder each time', async () => {
    await using run = await openRun()
    const trial = run.store.trial(KEYS[0])
    await writeTree(await trial.evidenceFolder(), { 'old.png': 'old' })
    expect(await readdir(await trial.evidenceFolder())).toEqual([])
  })

  it('is read only from the folder of the trial', async () => {
    await using run = await openRun()
    await writeTree(trialFolder(run.store.folder, KEYS[0]), { 'evidence/a.png': 'a' })
    const read = async (file: string) => (await readEvidence(run.store.folder, KEYS[0], file))?.toString()
    expect(await read('evidence/a.png')).toBe('a')
    for (const file of ['../../run.json', '/etc/hostname', 'evidence/../../../run.json', 'evidence', 'nothing']) {
      expect([file, await read(file)]).toEqual([file, undefined])
    }
  })
})
