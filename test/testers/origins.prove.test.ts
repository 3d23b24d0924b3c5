/** The other cases of origins.integration.test.ts. */
import { describe, expect, it } from 'vitest'
import { needs } from '../needs.ts'
import {
  elsewhere,
  judged,
  shows,
  DOES_NOT_OPEN_PAGES_NEITHER_CASES,
  doesNotOpenPagesNeither,
} from './origins-cases.ts'

describe('the sandboxed browser', await needs('bubblewrap'), () => {
  it('loads from an allowed origin, without cookies, and follows its redirects', async () => {
    await using other = await elsewhere()
    const scripts = ['/lib.js', '/to-lib'].map((path) => `<script src="${other.origin}${path}"></script>`).join('')
    const [judgement] = await judged(scripts, shows('ready loaded loaded'), [other.origin])
    expect(judgement).toEqual({ status: 'passed', evidence: {}, waited: expect.any(Number) as number })
    expect(other.asked).toEqual(['GET /lib.js no cookie', 'GET /to-lib no cookie', 'GET /lib.js no cookie'])
  })

  it.each([
    ['a redirect to another origin', '/to-away', 'which is not allowed'],
    ['a response over the size limit', '/huge.js', 'more than 16777216 bytes'],
  ])('does not accept %s from an allowed origin', async (_, path, why) => {
    await using other = await elsewhere()
    const [judgement] = await judged(`<script src="${other.origin}${path}"></script>`, shows('ready'), [other.origin])
    expect(judgement?.status).toBe('passed')
    expect(judgement?.evidence.refused?.join()).toContain(why)
  })

  it('sends no data to an allowed origin and shows none of its pages', async () => {
    await using other = await elsewhere()
    const send = `<script>fetch('${other.origin}/post', { method: 'POST', body: 'secret' }).catch(() => { out.textContent = 'kept' })</script>`
    const [sent] = await judged(send, shows('kept'), [other.origin])
    expect(sent?.status).toBe('passed')
    const [frame] = await judged(
      `<iframe src="${other.origin}/page"></iframe>`,
      {
        frame: async ({ open, page, expect: see }) => {
          await open('home')
          await see(page.frameLocator('iframe').getByText('Elsewhere')).toHaveCount(0)
        },
      },
      [other.origin],
    )
    expect(frame?.status).toBe('passed')
    expect(other.asked).toEqual([])
  })

  doesNotOpenPagesNeither(DOES_NOT_OPEN_PAGES_NEITHER_CASES)

  it('shows pictures and saves downloads that the page has created', async () => {
    const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    const body = `<img id="data" src="${picture}" width="9"><img id="blob" width="9"><a id="save" download="a.txt">save</a><script>
      fetch('/').then(() => { out.textContent = 'ready' })
      const bytes = Uint8Array.from(atob('${picture.split(',')[1] ?? ''}'), (c) => c.charCodeAt(0))
      document.querySelector('#blob').src = URL.createObjectURL(new Blob([bytes], { type: 'image/gif' }))
      document.querySelector('#save').href = URL.createObjectURL(new Blob(['hello']))
    </script>`
    const judgements = await judged(body, {
      pictures: async ({ open, page, expect: see }) => {
        await open('home')
        for (const id of ['#data', '#blob']) await see(page.locator(id)).toHaveJSProperty('naturalWidth', 1)
      },
      download: async ({ open, page, expect: see }) => {
        await open('home')
        const started = page.waitForEvent('download')
        await page.locator('#save').click()
        see((await started).suggestedFilename()).toBe('a.txt')
      },
    })
    expect(judgements).toEqual([
      { status: 'passed', evidence: {} },
      { status: 'passed', evidence: {} },
    ])
  })
})
