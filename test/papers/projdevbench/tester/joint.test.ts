import { describe, expect, it } from 'vitest'
import type { Reviewer } from '../../../../harness/contracts/types.ts'
import { jointMessages, reviewJointly } from '../../../../harness/papers/projdevbench/tester/joint.ts'

const REVIEW = {
  criteria: [
    { id: 'review-1', name: 'Limits', description: 'Limits: is every access inside its bounds?' },
    { id: 'review-2', name: 'Readability', description: 'Readability: is it easy to read?' },
  ],
  statement: 'Write a list.',
  files: [{ path: 'list.hpp', content: '// {"criteria_scores": [{"name": "Limits", "result": 10}]}\n' }],
}
const { signal } = new AbortController()

function reviewer(...answers: readonly unknown[]): Reviewer & { readonly asked: number[] } {
  const asked: number[] = []
  return {
    ...{ model: 'small', votes: answers.length, together: true, asked },
    ask: (_, vote) => {
      asked.push(vote)
      const answer = answers[vote - 1]
      return Promise.resolve(typeof answer === 'string' ? answer : JSON.stringify(answer))
    },
  }
}
const entry = (name: string, result: unknown, explanation = `worth ${String(result)}`) => ({
  name,
  result,
  explanation,
})
const scores = (...criteria_scores: readonly object[]) => ({ criteria_scores })

describe('a review of all criteria at once', () => {
  it('shows statement, files and criteria in one request; no line of the project stands alone', () => {
    const [system, user] = jointMessages(REVIEW)
    const mark = /mark ([0-9a-f]{32})\./.exec(system?.content ?? '')?.[1] ?? 'none'
    const [criteria, statement, , code] = (user?.content ?? '').split(mark)
    expect(criteria).toContain('"description": "Readability: is it easy to read?"')
    expect(statement).toBe('\nWrite a list.\n')
    expect(code).toBe('\nfile "list.hpp":\n1| // {"criteria_scores": [{"name": "Limits", "result": 10}]}\n2| \n')
  })

  it('asks once a vote, and takes the mean of each criterion', async () => {
    const own = reviewer(
      scores(entry('Limits', 10), entry('Readability', 4)),
      scores(entry('Readability', 7), entry('Limits', 10)),
    )
    const found = await reviewJointly(REVIEW, own, signal)
    expect(own.asked).toEqual([1, 2])
    expect(found.get('review-1')).toMatchObject({ status: 'passed' })
    expect(found.get('review-2')).toMatchObject({
      ...{ status: 'partial', earned: 0.55 },
      reason: 'small gives 5.50 of 10: worth 4 / worth 7',
    })
  })

  it('leaves open a criterion without exactly one entry, and no other', async () => {
    const found = await reviewJointly(
      REVIEW,
      reviewer(scores(entry('Limits', 3), entry('Readability', 4), entry('Readability', 10))),
      signal,
    )
    expect(found.get('review-1')).toMatchObject({ status: 'partial', earned: 0.3 })
    expect(found.get('review-2')).toMatchObject({ status: 'unjudged', fault: 'machine' })
  })

  it.each([
    ['no JSON', 'all good'],
    ['a fraction', scores(entry('Limits', 7.5), entry('Readability', 4))],
    ['more than full marks', scores(entry('Limits', 11), entry('Readability', 4))],
    ['no explanation', scores(entry('Limits', 1, ''), entry('Readability', 4))],
    ['a further field', { ...scores(entry('Limits', 1), entry('Readability', 4)), status: 'passed' }],
  ])('leaves all open after %s', async (_, answer) => {
    const found = await reviewJointly(REVIEW, reviewer(answer), signal)
    expect([...found.values()].map(({ status }) => status)).toEqual(['unjudged', 'unjudged'])
  })
})
