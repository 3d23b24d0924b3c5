import { cp, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarySchema, type TrialRecord } from '../../harness/contracts/schema.ts'
import { mergeRuns } from '../../harness/run/shards/merge.ts'
import { sha256 } from '../../harness/lib/files/digest.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { complaints, keyOf, recordOf, runOf, temporaryFolder } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'

describe('merged runs', () => {
  it('keep retried results and those without unjudged testcodes, in any order and repeatedly, and remove nothing', async () => {
    await using folder = await temporaryFolder()
    const key = keyOf()
    const run = runOf([key], { settings: { ...runOf([key]).settings, seed: '1' } })
    const write = async (name: string, second: number, status: 'passed' | 'failed' | 'unjudged', earlier: number) => {
      const source = folder.file(name)
      const trial = path.join(source, 'trials', key.id)
      await mkdir(trial, { recursive: true })
      for (let index = 1; index <= earlier; index += 1)
        await mkdir(path.join(trial, 'earlier', String(index)), { recursive: true })
      const startedAt = `2026-01-01T00:00:0${String(second)}.000Z`
      await writeFile(path.join(source, 'run.json'), JSON.stringify(run))
      await writeFile(path.join(trial, 'trial.json'), JSON.stringify(recordOf(key, ['passed', status], { startedAt })))
      return source
    }
    const sources = [
      await write('first', 1, 'passed', 0),
      await write('retried', 5, 'failed', 1),
      await write('unknown', 0, 'unjudged', 2),
    ]
    const kept = async (...steps: readonly (readonly string[])[]) => {
      const out = folder.file('out', String(Math.random()))
      let place = ''
      for (const each of steps) place = (await mergeRuns(each, out)).folder
      const [record] = await readTrials(place, run)
      const replaced = await readdir(path.join(place, 'trials', key.id, 'replaced')).catch(() => [])
      return [record?.verdicts.map(({ status }) => status), replaced.length]
    }
    const [first = '', retried = '', unknown = ''] = sources
    expect(await kept(sources)).toEqual([['failed'], 0])
    expect(await kept(sources.toReversed(), sources)).toEqual([['failed'], 0])
    expect(await kept([first, unknown], [first])).toEqual([['passed'], 0])
    expect(await kept([retried], [first])).toEqual([['failed'], 0])
    expect(await kept([unknown], [first], [retried], sources)).toEqual([['failed'], 2])
    const target = folder.file('out', run.runId)
    await cp(retried, target, { recursive: true })
    await mergeRuns([first, target], folder.file('out'))
    expect((await readTrials(target, run))[0]?.verdicts.map(({ status }) => status)).toEqual(['failed'])
    // A merge was killed after it had moved the folder that it replaces.
    const trial = path.join(target, 'trials', key.id)
    await rename(trial, path.join(target, 'trials', `.${sha256(key.id).slice(0, 16)}.old`))
    await mergeRuns([first, target], folder.file('out'))
    expect((await readTrials(target, run))[0]?.verdicts.map(({ status }) => status)).toEqual(['failed'])
    expect(await readdir(path.join(target, 'trials'))).toEqual([key.id])
  })
})

describe('a planned run', () => {
  it('runs single trials by their ids, and refuses those it does not have', async () => {
    await using folder = await temporaryFolder()
    const planned = await pe(['plan', ...OWN_FLAGS, '--agent', 'null', '--out', folder.path])
    const plan = planned.stdout.trim()
    const [first] = (await readRun(plan)).trials
    const ran = await pe([
      'run',
      '--resume',
      plan,
      '--trial',
      first?.id ?? '',
      '--reporter',
      'terminal',
      '--out',
      folder.path,
    ])
    expect(complaints(ran.stderr)).toEqual([])
    const part = (await readdir(folder.path)).find((name) => name.includes('.trial-')) ?? ''
    const record = await readRun(folder.file(part))
    expect((await readTrials(folder.file(part), record)).map(({ trial }) => trial.id)).toEqual([first?.id])
    const unknown = await pe(['run', '--resume', plan, '--trial', 'nothing', '--out', folder.path])
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('the run has no trial "nothing"')])
    const refusals = [
      [['run', '--agent', 'null', '--shard', '4/3'], '--shard takes a part of a whole'],
      [['run', '--agent', 'null', '--shard', '1/3'], '--shard of a new run needs --seed N'],
      [['plan', '--agent', 'null', '--shard', '1/3'], 'pe plan writes all trials'],
    ] as const
    for (const [args, text] of refusals) {
      const { exitCode, stderr } = await pe(args)
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(text)])
    }
  }, 120_000)

  it('has shards beside the plan, some without trials, and is reported on when they are merged', async () => {
    await using folder = await temporaryFolder()
    await mkdir(folder.file('elsewhere'))
    const here = { cwd: folder.file('elsewhere') }
    const planned = await pe(['plan', ...OWN_FLAGS, '--agent', 'canonical', '--out', folder.file('plans')], here)
    const plan = planned.stdout.trim()
    const commands = [`--resume ${path.basename(plan)} --out ${folder.file('plans')} --shard 1/2`, 'pe merge ']
    for (const text of ['2 trials planned', ...commands]) expect(planned.stderr).toContain(text)

    const shard = async (index: number) => {
      const { exitCode, stderr } = await pe(
        ['run', '--resume', plan, '--shard', `${String(index)}/3`, '--reporter', 'terminal'],
        here,
      )
      const said = stderr.split('\n').filter((line) => !line.includes('this machine is busy'))
      return { exitCode, said, folder: `${plan}.shard-${String(index)}-of-3` }
    }
    const [first, second, third] = [await shard(1), await shard(2), await shard(3)]
    expect([first.exitCode, first.said[0]]).toEqual([0, 'shard 1 of 3: 1 of 2 trials'])
    expect([third.exitCode, third.said]).toEqual([0, ['shard 3 of 3: 0 of 2 trials; there is nothing to do']])
    expect(await readdir(folder.file('plans'))).toEqual(
      [plan, first.folder, second.folder].map((each) => path.basename(each)),
    )
    expect(await readdir(folder.file('elsewhere'))).toEqual([])

    const out = folder.file('merged')
    const merge = (...args: readonly string[]) => pe(['merge', '--out', out, ...args])
    const some = await merge(first.folder)
    expect([some.exitCode, complaints(some.stderr)]).toEqual([1, [expect.stringMatching(/1 trial is missing: pe run/)]])
    expect((await merge(first.folder, '--allow-missing')).exitCode).toBe(0)
    expect((await merge(first.folder, '--allow-missing', '--min-score', '0.9')).exitCode).toBe(3)
    await mkdir(folder.file('empty'))
    // The second one is a duplicate with the same records. The third one has no folder.
    await cp(first.folder, folder.file('copy'), { recursive: true })
    const parts = [first.folder, folder.file('copy'), second.folder, third.folder, folder.file('empty')]
    const all = await merge(...parts)
    expect([all.exitCode, complaints(all.stderr)]).toEqual([0, []])
    const merged = path.join(out, path.basename(plan))
    const report = path.join(merged, 'index.html')
    expect(all.stdout).toMatch(/Score 100\.0%[\s\S]*Report \S+index\.html$/)
    expect(await readFile(report, 'utf8')).toContain('<html')
    const json = await merge(...parts, '--json')
    expect(summarySchema.parse(JSON.parse(json.stdout))).toMatchObject({ incomplete: false, report })
    const unknown = await merge(first.folder, folder.file('nothing'))
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('there is no run')])
  }, 180_000)

  it('keeps of equal records the one that ended first and names conflicts; other seeds, suites and agents are refused', async () => {
    await using folder = await temporaryFolder()
    const run = async (flags: readonly string[]) =>
      (await pe(['plan', ...OWN_FLAGS, '--missions', 'sum', ...flags, '--out', folder.path])).stdout.trim()
    const one = await run(['--agent', 'null', '--seed', '1'])
    const other = folder.file('other', path.basename(one))
    await mkdir(folder.file('other'))
    await cp(one, other, { recursive: true })
    const [key] = (await readRun(one)).trials
    if (!key) throw new Error('the run has no trial')
    const write = async (to: string, record: TrialRecord) => {
      await mkdir(path.join(to, 'trials', key.id), { recursive: true })
      await writeFile(path.join(to, 'trials', key.id, 'trial.json'), JSON.stringify(record))
    }
    await write(one, recordOf(key, ['passed', 'failed'], { startedAt: '2026-01-01T00:00:05.000Z' }))
    await write(other, recordOf(key, ['passed', 'passed'], { startedAt: '2026-01-01T00:00:01.000Z' }))
    const merged = await mergeRuns([one, other], folder.file('merged'))
    expect(merged.conflicts).toEqual([{ trial: key.id, kept: other, dropped: one }])
    const [record] = await readTrials(merged.folder, await readRun(merged.folder))
    expect(record?.verdicts.map(({ status }) => status)).toEqual(['passed'])

    const said = await pe(['merge', one, other, '--out', folder.file('merged')])
    expect([said.exitCode, said.stderr]).toEqual([1, expect.stringContaining('has two records')])
    const seed = await run(['--agent', 'null', '--seed', '2'])
    const refused = await pe(['merge', one, seed, '--out', folder.file('merged')])
    expect([refused.exitCode, refused.stderr.trim().split('\n')]).toEqual([
      2,
      [expect.stringContaining('the setting "seed" differs')],
    ])
    const agent = await run(['--agent', 'canonical', '--seed', '1'])
    await expect(mergeRuns([one, agent], folder.file('merged'))).rejects.toThrow('is not part of the same run')
  }, 120_000)

  it('is run in shards by processes and merged, in any order and repeatedly, into what one process gives', async () => {
    await using folder = await temporaryFolder()
    const matrix = [...OWN_FLAGS, '--agent', 'canonical', '--samples', '2', '--seed', '7']
    const planned = await pe(['plan', ...matrix, '--out', folder.file('plan')])
    expect([planned.exitCode, complaints(planned.stderr)]).toEqual([0, []])
    const plan = planned.stdout.trim()
    const record = await readRun(plan)
    expect(await readdir(plan)).toEqual(expect.arrayContaining(['run.json', 'specs.jsonl']))
    const specs = (await readFile(path.join(plan, 'specs.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(specs.length).toBe(record.trials.length)

    const shards = [1, 2, 3].map(async (index) => {
      const out = folder.file(`machine-${String(index)}`)
      const flags = ['--shard', `${String(index)}/3`, '--reporter', 'terminal', '--out', out]
      const ran = await pe(['run', '--resume', plan, ...flags])
      expect([ran.exitCode, complaints(ran.stderr)]).toEqual([0, []])
      return path.join(out, `${record.runId}.shard-${String(index)}-of-3`)
    })
    const parts = await Promise.all(shards)
    const merged = await mergeRuns(parts, folder.file('merged'))
    expect(merged).toMatchObject({ ended: record.trials.length, trials: record.trials.length, conflicts: [] })
    const files = ['run.json', 'summary.json', 'events.jsonl']
    const content = async (run: string) =>
      (await Promise.all(files.map((name) => readFile(path.join(run, name), 'utf8')))).map((text) =>
        text.replaceAll(path.dirname(run), 'OUT'),
      )
    const once = await content(merged.folder)
    await mergeRuns([...parts, merged.folder], folder.file('merged'))
    expect(await content(merged.folder)).toEqual(once)
    const reversed = await mergeRuns(parts.toReversed(), folder.file('reversed'))
    expect(await content(reversed.folder)).toEqual(once)

    const whole = await pe(['run', '--resume', plan, '--reporter', 'terminal', '--out', folder.file('plan')])
    expect(whole.exitCode).toBe(0)
    const summary = async (run: string) =>
      summarySchema.parse(JSON.parse(await readFile(path.join(run, 'summary.json'), 'utf8')))
    const [one, joined] = [await summary(plan), await summary(merged.folder)]
    expect({ ...joined.points, incomplete: joined.incomplete }).toEqual({ ...one.points, incomplete: false })
  }, 180_000)
})
