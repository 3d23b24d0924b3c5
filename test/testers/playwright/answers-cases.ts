/** Texts of answers, each in a page that a real browser shows. */
import { expect, it } from 'vitest'
import { judgeFixtures, type Fixture } from './bed.ts'

/** Takes exponential time on this text if the harness runs it. */
const PATTERN = '(a+)+$'
const BODY = `<figure id="chart">${'a'.repeat(60)}!<span style="opacity:0">x</span></figure><p id="go">Going</p>`

const sees: Fixture['testcode'] = async ({ element, expect }) => {
  await expect(await element('it')).toBeVisible()
}
const findsElsewhere: Fixture['testcode'] = async ({ element, expect }) => {
  await expect((await element('it')).getByText('Nowhere')).toBeVisible()
}

const seen = (it: string): Fixture => ({ body: BODY, it, testcode: sees })
const swallowing = (it: string): Fixture => ({ body: BODY, it, testcode: findsElsewhere })

const PASS: Readonly<Record<string, Fixture>> = {
  'a selector that holds a filter by a pattern': seen(`#chart:not([a="hasText: /${PATTERN}/"])`),
  'a selector that holds a filter by a pattern with wrong flags': seen(`#chart:not([a="hasText: /a/zz"])`),
  'a selector that holds a search for a text': seen(`#chart:not([a="getByText('Going')"])`),
  'a selector that holds a search in other quotes': seen(`#chart:not([a='").getByText(/${PATTERN}/)'])`),
  'an XPath that holds a filter by a pattern': seen(`//figure[not(@a="hasText: /${PATTERN}/")]`),
  'an id that looks like a part of a locator': {
    body: '<p id="hasText">' + 'word '.repeat(100) + '</p>',
    it: 'hasText',
    testcode: sees,
  },
  'a selector over several lines': seen('#chart,\n#none'),
}

const FAIL: Readonly<Record<string, Fixture>> = {
  'an open quote in a list that forgives': swallowing(':is(#go, [a="'),
  'an open quote': swallowing('#go:not([a="'),
  'an open quote after a backslash': swallowing(':is(#go, [a=\'\\"'),
  'an open quote in XPath': swallowing(`//*[@id='go']["`),
}

/** In each table: the names of the cases that this file tests. */
export function itJudgesTexts(isWanted: (name: string) => boolean): void {
  const named = (table: Readonly<Record<string, Fixture>>) => Object.entries(table).filter(([name]) => isWanted(name))
  const [pass, fail] = [named(PASS), named(FAIL)]
  const judged = judgeFixtures([...pass, ...fail].map(([, fixture]) => fixture))

  it.each(pass.map(([name], index) => [name, index] as const))('%s finds its element', async (_, index) => {
    const judgement = (await judged)[index]
    expect(judgement?.reason).toBeUndefined()
    expect(judgement?.status).toBe('passed')
  })

  it.each(fail.map(([name], index) => [name, pass.length + index] as const))(
    '%s hides nothing that a testcode looks for in its element',
    async (_, index) => {
      expect(['failed', 'bad-parameter']).toContain((await judged)[index]?.status)
    },
  )
}

/** One of each class: a text that takes for ever, two kinds of selectors, what hides an element. */
export const IN_EVERY_RUN: readonly string[] = [
  'a selector that holds a filter by a pattern',
  'an XPath that holds a filter by a pattern',
  'an id that looks like a part of a locator',
  'an open quote in a list that forgives',
]
