/** Every honest page of the table, a class at a time in one browser. */
import { describe, expect, it } from 'vitest'
import { judgeFixtures } from './bed.ts'
import { HONEST_PAGES, WORD_PAGES, failIfTheyShowWordsOneAfterAnother } from './restless-pages.ts'

describe('pages', () => {
  failIfTheyShowWordsOneAfterAnother(WORD_PAGES)
})

describe('honest pages in the style of component libraries pass', () => {
  it.each(Object.entries(HONEST_PAGES))('%s', { timeout: 600_000 }, async (_, fixtures) => {
    // Only the first page of a session may have other paths.
    const [own, others] = [Object.entries(fixtures), Object.entries(fixtures)].map((all, index) =>
      all.filter(([, { paths }]) => (paths !== undefined) === (index === 0)),
    )
    const failed: string[] = []
    for (const group of [...(own ?? []).map((each) => [each]), others ?? []]) {
      const judged = await judgeFixtures(group.map(([, fixture]) => fixture))
      for (const [at, { status, reason }] of judged.entries())
        if (status !== 'passed') failed.push(`${group[at]?.[0] ?? ''}: ${status}: ${reason ?? ''}`)
    }
    expect(failed).toEqual([])
  })
})
