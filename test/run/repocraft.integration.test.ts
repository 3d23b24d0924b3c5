/** Runs of the compiled program on libraries that agents rebuild: what is measured, what is unjudged, and rounds of extension. */
import { readFile, rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { temporaryFolder } from '../helpers.ts'
import { pe } from '../own.ts'
import { LATE, run, trialIn } from './repocraft-cases.ts'

it('the reference covers its taxonomy, and no task passes without a judge of tasks', LATE, async () => {
  await using folder = await temporaryFolder()
  const ran = await run(folder, ['--agent', 'canonical'])
  const summary = summarySchema.parse(JSON.parse(ran.stdout))
  expect(ran.exitCode, ran.stderr).toBe(1)
  expect(summary).toMatchObject({ bounds: [0, 1] })
  const { record, brief, measures, id, measuresFile } = await trialIn(folder)
  expect(record.verdicts.map(({ testcode, status }) => [testcode, status])).toEqual([
    ['length-1', 'unjudged'],
    ['mean-1', 'unjudged'],
  ])
  expect(record.verdicts[0]?.reason).toMatch(/no model judges the tasks: name one with --judge/)
  expect(record.attempts).toBeUndefined()
  expect(JSON.stringify(brief)).not.toMatch(/Histogram|length-1|by their factors/)
  expect(measures).toMatchObject({
    'lexical-coverage': { scored: true, detail: { covered: 6 } },
    'lexical-refined-coverage': { scored: false },
    'pass-rate': { scored: false, reason: '2 of 2 tasks are unjudged: it is from 0.0% to 100.0%' },
    'source-lines': { value: 21 },
  })

  // A harness that was killed before it measured has the same measures after it was resumed.
  const before = await readFile(measuresFile, 'utf8')
  await rm(measuresFile)
  await pe(['run', '--resume', id, '--json', '--out', folder.file('reports')])
  expect(await readFile(measuresFile, 'utf8')).toBe(before)
})
