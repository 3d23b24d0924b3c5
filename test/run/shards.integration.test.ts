import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { mergeRuns } from '../../harness/run/shards/merge.ts'
import { readRun } from '../../harness/store/read.ts'
import { complaints, temporaryFolder } from '../helpers.ts'
import { OWN_FLAGS, pe } from '../own.ts'

describe('a planned run', () => {
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
