import { casesNamed } from '../helpers.ts'
import { describe, expect, it } from 'vitest'
import { pages, website } from './website.ts'
import {
  PAGE,
  url,
  element,
  judgeOne,
  REFUSES_AS_AN_ELEMENT_CASES,
  refusesAsAnElement,
  IS_NOT_GIVEN_FOR_CASES,
  isNotGivenFor,
} from './playwright-cases.ts'

describe('verdicts of a website', () => {
  it('passes if a user sees the result, with elements given as id, CSS and XPath', async () => {
    await using target = await website(pages({ '/': PAGE }))
    const judgement = await judgeOne(target, {
      parameters: { home: url, field: element('field'), button: element('button'), out: element('text') },
      values: { home: 'http://localhost:8000/', field: 'name', button: '//button[text()="Go"]', out: 'p#out' },
      testcodes: {
        greet: async ({ open, element, expect }) => {
          await open('home')
          await (await element('field')).fill('Ada')
          await (await element('button')).click()
          await expect(await element('out')).toHaveText('Hello Ada')
        },
      },
    })
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
  })

  it('fails an expectation that is not met, with a screenshot, a trace and the console', async () => {
    await using target = await website(pages({ '/': `${PAGE}<script>console.error('bang')</script>` }))
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://127.0.0.1:8000/' },
      testcodes: {
        title: async ({ open, page, expect }) => {
          await open('home')
          await expect(page).toHaveTitle('Elsewhere')
        },
      },
    })
    expect(judgement.status).toBe('failed')
    expect(judgement.reason).toContain('Elsewhere')
    expect(judgement.evidence).toMatchObject({ screenshot: 'evidence/title.png', trace: 'evidence/title.zip' })
    expect(judgement.evidence.console).toContain('[error] bang')
  })

  it('reports a project that has ended as an error of the project', async () => {
    const target = await website(pages({ '/': PAGE }))
    await target[Symbol.asyncDispose]()
    const judgement = await judgeOne(target, {
      parameters: { home: url },
      values: { home: 'http://localhost:8000/' },
      testcodes: { open: ({ open }) => open('home') },
    })
    expect(judgement.status).toBe('error')
    expect(judgement.reason).toContain('ERR_CONNECTION_REFUSED')
  })
})

describe('bad parameters', () => {
  refusesAsAnElement(casesNamed(REFUSES_AS_AN_ELEMENT_CASES, 'none of it'))
})

describe('the "runnable" point of a website', () => {
  isNotGivenFor(casesNamed(IS_NOT_GIVEN_FOR_CASES, 'an empty page'))
})
