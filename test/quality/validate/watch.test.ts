import { expect as playwrightExpect } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { givenFor } from '../../../harness/testers/given/given.ts'
import { textOf } from '../../../harness/quality/validate/typed.ts'
import { SharedThings } from '../../../harness/testers/playwright/shared/once.ts'
import { watchTestcodes, watchedSuites } from '../../../harness/quality/validate/watch.ts'

interface Fixtures {
  readonly expect: typeof playwrightExpect
  readonly text: (name: string) => string
  readonly refusal: (parameter: string, says: RegExp, act: () => Promise<unknown>) => Promise<unknown>
}

const fixtures: Fixtures = {
  expect: playwrightExpect,
  text: (name) => `value of ${name}`,
  refusal: (_, __, act) => act(),
}

/** Runs a testcode as a tester would. */
async function use(testcode: (fixtures: Fixtures) => Promise<void>) {
  const watch = watchTestcodes({ it: testcode })
  if (!watch) throw new Error('expected a module of testcodes')
  await (watch.testcodes as { it: typeof testcode }).it(fixtures)
  const found = watch.uses.get('it')
  return { expectations: found?.expectations, parameters: [...(found?.parameters ?? [])] }
}

describe('a watched testcode', () => {
  it('behaves the same, and its use is recorded', async () => {
    const found = await use(async ({ expect: state, text }) => {
      state(text('title')).toBe('value of title')
      await state.poll(() => 1).toBe(1)
      state.configure({ timeout: 10 }).soft(text('title')).not.toBe('other')
    })
    expect(found).toEqual({ expectations: 3, parameters: ['title'] })
  })

  it('includes the use of its helpers', async () => {
    const helper = ({ expect: state, text }: Fixtures) => {
      state(text('name')).toContain('name')
      return Promise.resolve()
    }
    expect(await use(helper)).toEqual({ expectations: 1, parameters: ['name'] })
  })

  it('uses the parameter of a refusal, which gets all of its arguments', async () => {
    let acted = false
    const found = await use(async ({ refusal }) => {
      await refusal('error', /no/, () => Promise.resolve((acted = true)))
    })
    expect({ acted, ...found }).toEqual({ acted: true, expectations: 1, parameters: ['error'] })
  })

  it('without expectations is recognised', async () => {
    expect(await use(() => Promise.resolve())).toEqual({ expectations: 0, parameters: [] })
  })

  it('fails with the same error', async () => {
    const failing = use(({ expect: state }) => {
      state(1).toBe(2)
      return Promise.resolve()
    })
    await expect(failing).rejects.toThrow(/toBe/)
  })
})

it('of a program with a window, the names of places and what must be seen are recorded', () => {
  const areas: Readonly<Record<string, object>> = { board: { x: 1, y: 2, width: 3, height: 4 } }
  const look = {
    expect: playwrightExpect,
    region: (name: string) => areas[name],
    colour: (name: string) => `the colour of ${name}`,
    text: (area: object | undefined) => (area === undefined ? '' : 'read'),
    until: (expected: string, condition: () => boolean) => `${expected}: ${String(condition())}`,
  }
  const watch = watchTestcodes({
    it: ({ region, colour, text, until }: typeof look) =>
      until('a board', () => text(region('board')) === 'read' && colour('stone') !== ''),
  })
  const testcodes = watch?.testcodes as { it: (all: typeof look) => string } | undefined
  expect(testcodes?.it(look)).toBe('a board: true')
  expect(watch?.uses.get('it')).toMatchObject({ expectations: 1, parameters: new Set(['board', 'stone']) })
})

it('what is made once counts for each testcode that needs it', async () => {
  const things = new SharedThings()
  type Sharing = Pick<Fixtures, 'text'> & { readonly once: SharedThings['once'] }
  const given = { expect: playwrightExpect, text: fixtures.text, once: things.once.bind(things) }
  const company = ({ once, text }: Sharing) => once('company', () => Promise.resolve(text('company_field')))
  const watch = watchTestcodes({
    first: async (shared: Sharing) => {
      shared.text('company_field')
      await company(shared)
    },
    second: company,
    third: ({ text }: Sharing) => Promise.resolve(text('other')),
  })
  for (const testcode of Object.values(watch?.testcodes as Record<string, (shared: object) => Promise<unknown>>))
    await testcode(given)
  const used = Object.fromEntries([...(watch?.uses ?? [])].map(([id, use]) => [id, [...use.parameters]]))
  expect(used).toEqual({ first: ['company_field'], second: ['company_field'], third: ['other'] })
})

it('the draws of a testcode are recorded, but not those that another draw consists of', () => {
  const inputs = {
    claim: (_: number, name: string) => name,
    drew: () => undefined,
    silently: <T>(draw: () => T) => draw(),
  }
  const watch = watchTestcodes({
    it: ({ given }: { given: ReturnType<typeof givenFor> }) => {
      given.integer('plain', { from: 1, to: 1 })
      given.suchThat(
        'fits',
        (key) => given.pick(key, ['a', 'a']),
        (value) => value === 'a',
      )
    },
  })
  const mission = { id: 'one' } as Parameters<typeof givenFor>[0]['mission']
  const testcodes = watch?.testcodes as { it: (of: object) => void }
  testcodes.it({ expect: playwrightExpect, given: givenFor({ seed: 's', mission, inputs }) })
  expect(watch?.uses.get('it')?.drawn).toEqual(['["integer","plain",1]', '["suchThat","fits","a"]'])
})

it('what is chosen and ticked counts like what is typed', () => {
  expect([{ label: 'EUR' }, { value: 'e' }, [{ label: 'A' }, 'B'], true, false].map(textOf)).toEqual([
    ...['EUR', 'e', 'A\nB', 'ticked', 'not ticked'],
  ])
})

it('testcodes that are not functions are not watched', () => {
  expect(watchTestcodes({ t1: { source: 'def test(): pass', function: 'test', parameters: [] } })).toBeUndefined()
})

it('is recorded once if several suites have the same file', async () => {
  const file = {
    first: ({ text }: Fixtures) => Promise.resolve(text('title')),
    second: ({ expect: state }: Fixtures) => {
      state(1).toBe(1)
      return Promise.resolve()
    },
  }
  const suites = watchedSuites(
    new Map([
      ['one', file],
      ['other', file],
    ]),
  )
  const testcodesOf = (suite: string) => suites?.testcodes.get(suite) as typeof file
  await testcodesOf('one').first(fixtures)
  await testcodesOf('other').second(fixtures)
  expect([...(suites?.uses.get('first')?.parameters ?? [])]).toEqual(['title'])
  expect(suites?.uses.get('second')?.expectations).toBe(1)
})
