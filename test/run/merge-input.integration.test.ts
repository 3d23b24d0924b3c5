/** Runs to join that contradict themselves, or hold other things than files and folders. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import type { RunRecord, TrialRecord } from '../../harness/contracts/schema.ts'
import { UsageError, messageOf } from '../../harness/errors.ts'
import { identityOf } from '../../harness/run/identity.ts'
import { mergeRuns } from '../../harness/run/shards/merge.ts'
import { keyOf, recordOf, runOf, temporaryFolder, type TemporaryFolder } from '../helpers.ts'

const CONFIGURATION = { name: 'canonical' }
const KEYS = [1, 2].map((sample) => {
  const key = keyOf({ sample })
  return { ...key, identity: identityOf(key, 'd1935', CONFIGURATION) }
})
const [FIRST, SECOND] = KEYS as [(typeof KEYS)[0], (typeof KEYS)[0]]
const PLAIN = runOf(KEYS, { agents: { canonical: CONFIGURATION } })
const RUN: RunRecord = { ...PLAIN, settings: { ...PLAIN.settings, seed: '7' } }

/** A run in which one trial has ended. */
async function shard(folder: TemporaryFolder, name: string, key = FIRST, run: object = RUN, record: object = {}) {
  const place = folder.file(name)
  const trial = path.join(place, 'trials', key.id)
  await mkdir(path.join(trial, 'project'), { recursive: true })
  await writeFile(path.join(place, 'run.json'), JSON.stringify(run))
  await writeFile(path.join(trial, 'trial.json'), JSON.stringify({ ...recordOf(key, ['passed']), ...record }))
  await writeFile(path.join(trial, 'project', 'a.txt'), name)
  return { place, trial }
}

describe('a run to join', () => {
  const other = (change: Partial<TrialRecord['trial']>) => ({ trial: { ...FIRST, ...change } })
  const changed = (change: Partial<TrialRecord['trial']>) => ({ ...RUN, trials: [{ ...FIRST, ...change }, SECOND] })
  it.each<[string, object, object, string]>([
    ['a record of another sample', RUN, { trial: SECOND }, 'is the record of another trial'],
    ['a record of another agent', RUN, other({ agent: 'gpt' }), 'is the record of another trial'],
    ['a record of another mission', RUN, other({ mission: 'other' }), 'is the record of another trial'],
    ['a record of another identity', RUN, other({ identity: '00' }), 'is the record of another trial'],
    ['a trial of another identity', changed({ identity: '00' }), {}, 'has another identity for trial'],
    ['a trial of another agent', changed({ agent: 'gpt' }), {}, 'that its settings do not ask for'],
    ['a trial of another name', changed({ id: 'fixture' }), {}, 'that its settings do not ask for'],
    [
      'too many trials',
      { ...RUN, settings: { ...RUN.settings, samples: 100_000, missions: Array.from({ length: 11 }, () => 'a') } },
      {},
      'asks for more than',
    ],
  ])('with %s is refused in one line, before anything is written', async (_, run, record, problem) => {
    await using folder = await temporaryFolder()
    const [one, two] = [await shard(folder, 'one', FIRST, run, record), await shard(folder, 'two', SECOND)]
    const error: unknown = await mergeRuns([one.place, two.place], folder.file('out')).catch(
      (thrown: unknown) => thrown,
    )
    expect([error instanceof UsageError, messageOf(error)]).toEqual([true, expect.stringContaining(problem)])
    expect(messageOf(error)).not.toContain('\n')
    expect(existsSync(folder.file('out'))).toBe(false)
  })

  it('with a configuration from which a key was removed keeps its identity', async () => {
    await using folder = await temporaryFolder()
    const run = { ...RUN, agents: { canonical: { ...CONFIGURATION, header: '[redacted]' } } }
    const { place } = await shard(folder, 'one', FIRST, run)
    expect(await mergeRuns([place], folder.file('out'))).toMatchObject({ ended: 1, left: [] })
  })

  it('of an older version has its id as its seed', async () => {
    await using folder = await temporaryFolder()
    const older = (runId: string) => ({ ...PLAIN, runId })
    const [one, two, same] = [
      await shard(folder, 'one', FIRST, older('a')),
      await shard(folder, 'two', SECOND, older('b')),
      await shard(folder, 'same', SECOND, older('a')),
    ]
    await expect(mergeRuns([one.place, two.place], folder.file('out'))).rejects.toThrow('the setting "seed" differs')
    expect(await mergeRuns([one.place, same.place], folder.file('out'))).toMatchObject({ ended: 2 })
  })

  it('gives only its regular files and real folders, and names the rest', async () => {
    await using folder = await temporaryFolder()
    const [one, two] = [await shard(folder, 'one'), await shard(folder, 'two', SECOND)]
    await execa('mkfifo', [path.join(one.trial, 'project', 'pipe')])
    await symlink('/etc', path.join(one.trial, 'project', 'link'))
    await rename(two.trial, folder.file('elsewhere'))
    await symlink(folder.file('elsewhere'), two.trial)
    const merged = await mergeRuns([one.place, two.place], folder.file('out'))
    expect(merged.left.toSorted()).toEqual([
      ...['link', 'pipe'].map((name) => path.join(one.trial, 'project', name)),
      two.trial,
    ])
    expect([merged.ended, await readdir(path.join(merged.folder, 'trials'))]).toEqual([1, [FIRST.id]])
    expect(await readdir(path.join(merged.folder, 'trials', FIRST.id, 'project'))).toEqual(['a.txt'])
  })

  it('is not written through a link in the place of a trial', async () => {
    await using folder = await temporaryFolder()
    const [one, two] = [await shard(folder, 'one'), await shard(folder, 'two', SECOND)]
    const { folder: target } = await mergeRuns([one.place, two.place], folder.file('out'))
    const place = path.join(target, 'trials', FIRST.id)
    await cp(place, folder.file('elsewhere'), { recursive: true })
    await mkdir(folder.file('elsewhere', 'replaced', 'old'), { recursive: true })
    await rm(place, { recursive: true })
    await symlink(folder.file('elsewhere'), place)
    expect(await mergeRuns([one.place], folder.file('out'))).toMatchObject({ ended: 2, left: [place] })
    expect(await readdir(place)).toEqual(['project', 'trial.json'])
    expect(existsSync(folder.file('elsewhere', 'replaced', 'old'))).toBe(true)
    expect(await readFile(path.join(place, 'project', 'a.txt'), 'utf8')).toBe('one')
  })

  it('is not changed through a link in the place of what a merge has replaced', async () => {
    await using folder = await temporaryFolder()
    const retried = { startedAt: '2020-01-01T00:00:00.000Z' }
    const [one, two] = [await shard(folder, 'one'), await shard(folder, 'two', FIRST, RUN, retried)]
    const { folder: merged } = await mergeRuns([one.place], folder.file('out'))
    await mkdir(folder.file('precious'))
    await writeFile(folder.file('precious', 'a.txt'), 'a')
    await symlink(folder.file('precious'), path.join(merged, 'trials', FIRST.id, 'replaced'))
    await mergeRuns([two.place], folder.file('out'))
    expect(await readdir(folder.file('precious'))).toEqual(['a.txt'])
    expect(await readFile(path.join(merged, 'trials', FIRST.id, 'project', 'a.txt'), 'utf8')).toBe('two')
  })

  it.each([
    ['a file', (place: string) => writeFile(place, 'x')],
    ['a link to a folder with many names', (place: string) => symlink('/usr', place)],
  ])('with %s in the place of earlier results has none', async (_, make) => {
    await using folder = await temporaryFolder()
    const first = { startedAt: '2020-01-01T00:00:00.000Z' }
    const [one, two] = [await shard(folder, 'one', FIRST, RUN, first), await shard(folder, 'two')]
    await make(path.join(two.trial, 'earlier'))
    const { folder: merged } = await mergeRuns([one.place, two.place], folder.file('out'))
    expect(await readFile(path.join(merged, 'trials', FIRST.id, 'project', 'a.txt'), 'utf8')).toBe('one')
  })

  it('with more points than a testcode is worth is refused', async () => {
    await using folder = await temporaryFolder()
    const record = recordOf(FIRST, ['passed', 'passed'])
    const verdicts = record.verdicts.map((verdict) => ({ ...verdict, points: { earned: 1000, of: 1 } }))
    const { place } = await shard(folder, 'one', FIRST, RUN, { verdicts })
    await expect(mergeRuns([place], folder.file('out'))).rejects.toThrow(/earned is more than the testcode is worth/)
  })

  it('with a link in the place of all trials is refused', async () => {
    await using folder = await temporaryFolder()
    const { place } = await shard(folder, 'one')
    await rename(path.join(place, 'trials'), folder.file('elsewhere'))
    await symlink(folder.file('elsewhere'), path.join(place, 'trials'))
    await expect(mergeRuns([place], folder.file('out'))).rejects.toThrow('trials is not a folder')
  })
})
