/** When a page counts as opened, and what is said if it is not: one page of each class. */
import { describe, expect, it } from 'vitest'
import { BROKEN, HONEST, failWithTheReason, judged, pass } from './loading-cases.ts'

describe('pages that a person can use pass', () => {
  const some = ['a document in a sandbox of its own', '503 while it starts']
  pass(Object.entries(HONEST).filter(([name]) => some.includes(name)))
})

describe('pages that nobody can use fail with the reason', () => {
  const some = ['a redirect to an address that nothing serves', 'an error', 'nothing']
  failWithTheReason(Object.entries(BROKEN).filter(([name]) => some.includes(name)))
})

describe('marks of the writing direction', () => {
  it('do not keep a text, a name or a heading from being found', async () => {
    const isolated =
      '<!doctype html><title>x</title><h1>Hello, \u2068Ada\u2069!</h1><p>\u200fTotal\u200f: <bdi>5</bdi></p>'
    const [, judgement] = await judged(
      (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(isolated),
      20_000,
      {
        use: async ({ page, expect: expects, open }) => {
          await open('home')
          await expects(page.getByRole('heading', { name: 'Hello, Ada!', exact: true })).toBeVisible()
          await expects(page.getByText('Total: 5', { exact: true })).toBeVisible()
          await expects(page.locator('h1')).toHaveText('Hello, Ada!')
          await expects(page.locator('h1')).not.toHaveText('Hello, Adam!')
        },
      },
    )
    expect(judgement).toMatchObject({ status: 'passed' })
  })
})
