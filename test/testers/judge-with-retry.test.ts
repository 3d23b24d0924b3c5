import { describe, expect, it } from 'vitest'
import { judgeWithRetry, type Attempt, type Retry } from '../../harness/testers/judge-with-retry.ts'

const passed: Attempt = { lost: false, judgement: { status: 'passed', evidence: {} } }
const failed: Attempt = { lost: false, judgement: { status: 'failed', reason: 'no', evidence: {} } }
const lost: Attempt = { lost: true, judgement: { status: 'unjudged', reason: 'the browser is gone', evidence: {} } }

/** A retry with the given attempts in order, and a count of the attempts made. */
function retry(attempts: readonly Attempt[], others: Partial<Retry> = {}): Retry & { readonly made: () => number } {
  let made = 0
  return {
    attempt() {
      const attempt = attempts[made]
      made += 1
      if (!attempt) throw new Error('there was one attempt too many')
      return Promise.resolve(attempt)
    },
    reached: () => Promise.resolve(undefined),
    recover: () => Promise.resolve(undefined),
    fresh: 'on a fresh browser',
    made: () => made,
    ...others,
  }
}

const LIMIT = { reached: () => Promise.resolve('the browser reached its memory limit') }

describe('judgeWithRetry', () => {
  it.each([
    ['passed', passed],
    ['failed', failed],
  ])('makes one attempt if nothing was lost: %s', async (status, attempt) => {
    const one = retry([attempt])
    expect(await judgeWithRetry(one)).toMatchObject({ status })
    expect(one.made()).toBe(1)
  })

  const ownFault: Attempt = {
    lost: false,
    ownFault: true,
    judgement: { status: 'unjudged', reason: 'ours', evidence: {} },
  }

  it('judges again after a failure of the harness itself, and accepts a pass', async () => {
    const one = retry([ownFault, passed])
    expect(await judgeWithRetry(one)).toMatchObject({ status: 'passed', attempts: [{ status: 'unjudged' }, {}] })
    expect(one.made()).toBe(2)
  })

  it.each([
    ['failed', failed],
    ['failed in the same way', ownFault],
  ])('never charges the project with what follows such a failure: %s', async (_, second) => {
    const judgement = await judgeWithRetry(retry([ownFault, second]))
    expect(judgement.status).toBe('unjudged')
    expect(judgement.attempts).toHaveLength(2)
  })

  it('is an error of the project if the browser is lost twice', async () => {
    const judgement = await judgeWithRetry(retry([lost, lost]))
    expect(judgement).toMatchObject({ status: 'error', reason: 'the browser is gone, and again on a fresh browser' })
    expect(judgement.attempts).toHaveLength(2)
  })

  it.each([
    ['passed', passed],
    ['failed', failed],
  ])('leaves a testcode unjudged if a loss does not recur: then %s', async (_status, attempt) => {
    expect(await judgeWithRetry(retry([lost, attempt]))).toMatchObject({ status: 'unjudged' })
  })

  it('leaves a testcode unjudged if a fresh browser does not work either', async () => {
    const broken = { recover: () => Promise.resolve('and no browser starts') }
    const judgement = await judgeWithRetry(retry([lost], broken))
    expect(judgement).toMatchObject({ status: 'unjudged', reason: 'the browser is gone, and no browser starts' })
  })

  it('is an error at once if the browser reached a limit in its first testcode', async () => {
    const one = retry([lost], LIMIT)
    const judgement = await judgeWithRetry(one)
    expect(judgement).toMatchObject({ status: 'error', reason: 'the browser reached its memory limit' })
    expect(one.made()).toBe(1)
  })

  it.each([
    ['passed', passed],
    ['failed', failed],
  ])('lets a fresh browser decide if an earlier testcode may have filled it: %s', async (status, attempt) => {
    const judgement = await judgeWithRetry(retry([lost, attempt], { ...LIMIT, isUsed: () => true }))
    expect(judgement).toMatchObject({ status })
    expect(judgement.attempts?.[0]).toEqual({ status: 'error', reason: 'the browser reached its memory limit' })
  })

  it('is an error if a fresh browser is lost too, and is not tried a third time', async () => {
    const two = retry([lost, lost], { ...LIMIT, isUsed: () => true })
    const judgement = await judgeWithRetry(two)
    expect(judgement).toMatchObject({
      status: 'error',
      reason: 'the browser reached its memory limit, and a fresh one too',
    })
    expect(two.made()).toBe(2)
  })

  it('looks whether the browser is used before the first attempt uses it', async () => {
    let used = false
    const attempts = retry([lost], LIMIT)
    const judgement = await judgeWithRetry({
      ...attempts,
      isUsed: () => used,
      attempt() {
        used = true
        return attempts.attempt()
      },
    })
    expect(judgement.status).toBe('error')
  })
})
