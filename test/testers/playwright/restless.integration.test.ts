/** One page of each class: honest pages that never rest pass, and pages that show one candidate after another fail. */
import { expect as library, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { Pictures } from '../../../harness/testers/playwright/picture.ts'
import { pngOf } from '../../lib/parsing/pictures.ts'
import { casesNamed } from '../../helpers.ts'
import { judgeFixtures } from './bed.ts'
import { HONEST_PAGES, WORD_PAGES, failIfTheyShowWordsOneAfterAnother } from './restless-pages.ts'

const CLASSES = ['beside what moves', 'texts that come and go', 'charts']

describe('pages that never rest', () => {
  it('pass if they are honest, one of each class', { timeout: 300_000 }, async () => {
    const fixtures = CLASSES.flatMap((name) => Object.entries(HONEST_PAGES[name] ?? {}).slice(0, 1))
    expect(fixtures).toHaveLength(CLASSES.length)
    const judged = await judgeFixtures(fixtures.map(([, fixture]) => fixture))
    expect(judged.map(({ status, reason }, at) => `${fixtures[at]?.[0] ?? ''}: ${reason ?? status}`)).toEqual(
      fixtures.map(([name]) => `${name}: passed`),
    )
  })

  // After the others: the first look of a cold browser may take longer than a word is shown.
  failIfTheyShowWordsOneAfterAnother(casesNamed(WORD_PAGES, 'shown by style alone'))
})

it('waits only once in a trial for a picture that endless animations keep changing', async () => {
  const asked: string[] = []
  const element = {
    screenshot: ({ animations }: { readonly animations: string }) => {
      asked.push(animations)
      const level = animations === 'allow' ? (asked.length % 2) * 200 : 100
      return Promise.resolve(pngOf({ width: 1, height: 1, pixels: Uint8Array.from([level, level, level, 255]) }))
    },
    toString: () => "locator('#chart')",
  } as unknown as Locator
  const page = { mouse: { move: () => Promise.resolve() } } as unknown as Page
  const pictures = new Pictures()
  const first = await pictures.take(page, element, library.configure({ timeout: 600 }))
  const looks = asked.length
  expect(await pictures.take(page, element, library.configure({ timeout: 600 }))).toBe(first)
  expect(asked.slice(looks)).not.toContain('allow')
})
