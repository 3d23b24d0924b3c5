import { describe, expect, it } from 'vitest'
import { readZip } from '../../../harness/lib/parsing/zip.ts'
import { stepsOf } from '../../../harness/reporters/html/steps.ts'
import { CallLog } from '../../../harness/testers/playwright/evidence/call-log.ts'
import { PageLog } from '../../../harness/testers/playwright/evidence/page-log.ts'
import { traceOf } from '../../../harness/testers/playwright/evidence/trace-file.ts'
import { judge, call } from './evidence-cases.ts'

describe('evidence', () => {
  it('of a failure has the steps, the page before the last action and after it, the console and the network', async () => {
    await judge(
      (origin) => ({
        fails: async ({ page, load, expect: wanted }) => {
          await load(origin)
          await page.locator('#name').fill('Ada')
          await page.getByRole('button', { name: 'Go' }).click()
          await wanted(page.locator('#out')).toHaveText('something else')
        },
      }),
      async ([judgement], read) => {
        if (!judgement) throw new Error('there is one testcode')
        const { status, evidence } = judgement
        expect(status).toBe('failed')
        expect((await read(evidence.before)).toString()).toContain('not yet')
        expect((await read(evidence.page)).toString()).toContain('changed')
        expect((await read(evidence.screenshot)).subarray(1, 4).toString()).toBe('PNG')
        const trace = await read(evidence.trace)
        const steps = await stepsOf(trace)
        expect(steps).toMatchObject([
          { title: 'goto' },
          { title: 'fill', detail: '#name ← Ada' },
          { title: 'click' },
          {
            title: 'expect',
            detail: 'the element "#out" to have text "something else"',
            error: expect.stringContaining('it showed "changed"') as string,
          },
        ])
        expect(steps).toHaveLength(4)
        const [events, network] = (await readZip(trace)).map(({ content }) => content.toString())
        expect(events).toContain('a line of the console')
        expect(network).toMatch(/"url":"[^"]*\/data"/)
      },
    )
  })
})

describe('the record of calls', () => {
  it('keeps the first and the last calls of very many, and says how many are missing', async () => {
    const log = new CallLog()
    for (let id = 1; id <= 5000; id += 1) {
      log.begun(call(id, { params: { selector: 'x'.repeat(2000) } }))
      log.ended({ id })
    }
    expect(log.calls).toHaveLength(1000)
    expect(log.calls.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 200 }, (_, index) => index + 1),
      ...Array.from({ length: 800 }, (_, index) => index + 4201),
    ])
    expect(log.leftOut).toBe(4000)
    const trace = await traceOf('many', log, new PageLog())
    expect(trace.length).toBeLessThan(100_000)
    expect((await readZip(trace))[0]?.content.toString()).toContain('4000 calls in the middle were left out')
  })

  it('is packed beside other work, as it was when packing began', async () => {
    const log = new CallLog()
    log.begun(call(1, { params: { selector: '#first' } }))
    const packing = traceOf('one', log, new PageLog())
    log.clear()
    const order: string[] = []
    await Promise.all([
      packing.then(() => order.push('packed')),
      new Promise((resolve) => setImmediate(resolve)).then(() => order.push('other work')),
    ])
    expect(order).toEqual(['other work', 'packed'])
    expect((await readZip(await packing))[0]?.content.toString()).toContain('#first')
  })

  it('reports actions before they are sent, but no navigations and no readings', () => {
    const calls = [
      call(1, { method: 'goto' }),
      call(2),
      call(3, { method: 'textContent', input: false }),
      call(4, { method: 'fill' }),
    ]
    let reports = 0
    const log = new CallLog(() => {
      reports += 1
    })
    const after = calls.map((each) => {
      log.begun(each)
      return reports
    })
    expect(after).toEqual([0, 1, 1, 2])
  })
})
