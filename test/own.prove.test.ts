/** The other case of own.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { summarySchema } from '../harness/contracts/schema.ts'
import { temporaryFolder } from './helpers.ts'
import { ok, runOwn } from './own-cases.ts'

const MINUTES = 60_000

describe('a run of suites', () => {
  it(
    'gives the same score when it is judged again',
    async () => {
      await using folder = await temporaryFolder()
      const out = ['--out', folder.path]
      const { summary } = await runOwn(folder.path)
      const graded = summarySchema.parse(JSON.parse(await ok('grade', summary.folder, ...out, '--json')))
      expect(graded.groups.map(({ score }) => score)).toEqual(summary.groups.map(({ score }) => score))
    },
    8 * MINUTES,
  )
})
