import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChecklistDetail, Score } from '../../harness/contracts/schema.ts'
import { checklistScorer } from '../../harness/scorers/checklist.ts'
import { lexicalEmbedder } from '../../harness/scorers/embedders/lexical.ts'
import type { ChecklistItem } from '../../harness/contracts/types.ts'
import { CODE_POINT } from '../code-points.ts'

const scorer = checklistScorer('lexical-checklist', () => Promise.resolve(lexicalEmbedder))
const item = (description: string, page = 'Home', name = 'Show'): ChecklistItem => ({
  page,
  function: name,
  description,
})

const CANONICAL = [
  item('A table lists all orders with their totals.', 'Orders', 'List'),
  item('A form adds a customer with name and address.', 'Customers', 'Add'),
]

function valueOf(score: Score): number {
  if (!score.scored) throw new Error(score.reason)
  return score.value
}

function detailOf(score: Score): ChecklistDetail {
  if (!score.scored || !('items' in score.detail)) throw new Error('no detail')
  return score.detail
}

describe('the checklist score', () => {
  it.each(['paper', 'strict'] as const)('of a checklist and itself is 1, in any order: %s', async (setting) => {
    const produced = CANONICAL.toReversed()
    expect(valueOf(await scorer.score({ checklist: produced }, { checklist: CANONICAL }, setting))).toBeCloseTo(1, 6)
  })

  it('matches the most similar sentences, and names the embedder', async () => {
    const produced = [item('A form with the name and the address of a customer.', 'Clients', 'New')]
    const { embedder, items } = detailOf(
      await scorer.score({ checklist: produced }, { checklist: CANONICAL }, 'strict'),
    )
    expect(embedder).toBe('lexical-1')
    expect(items).toMatchObject([
      {
        produced: expect.stringContaining('Clients||New||') as string,
        canonical: expect.stringContaining('Add') as string,
      },
      { produced: null, canonical: expect.stringContaining('Orders||List||A table') as string, similarity: 0 },
    ])
  })

  it('is divided by the canonical sentences as published, and by the longer checklist in the strict setting', async () => {
    const produced = [...CANONICAL, item('Something else'), item('And more')]
    expect(valueOf(await scorer.score({ checklist: produced }, { checklist: CANONICAL }, 'paper'))).toBe(1)
    expect(valueOf(await scorer.score({ checklist: produced }, { checklist: CANONICAL }, 'strict'))).toBeCloseTo(0.5, 6)
  })

  it('of an empty checklist is 0; without a checklist there is no score', async () => {
    expect(valueOf(await scorer.score({ checklist: [] }, { checklist: CANONICAL }, 'strict'))).toBe(0)
    expect(await scorer.score({}, { checklist: CANONICAL }, 'strict')).toMatchObject({ scored: false })
    expect(await scorer.score({ checklist: CANONICAL }, {}, 'strict')).toMatchObject({ nothingCanonical: true })
  })

  it('opens no embedder if there is nothing to embed', async () => {
    const unopened = checklistScorer('checklist', () => Promise.reject(new Error('it was opened')))
    expect(await unopened.score({}, { checklist: CANONICAL }, 'paper')).toMatchObject({ scored: false })
  })
})

describe('the lexical embedder', () => {
  const cosine = async (a: string, b: string): Promise<number> => {
    const [one, other] = await lexicalEmbedder.embed([a, b])
    return [...(one ?? [])].reduce((sum, value, index) => sum + value * (other?.[index] ?? NaN), 0)
  }

  it('gives higher similarity to more similar sentences', async () => {
    const sentence = 'A button adds a task to the list.'
    const near = await cosine(sentence, 'A button that adds tasks to a list')
    const far = await cosine(sentence, 'The page shows a chart of the weather.')
    expect(near).toBeGreaterThan(far + 0.3)
    expect(await cosine(sentence, sentence.toUpperCase())).toBeCloseTo(1, 6)
  })

  it('is the same on every machine', async () => {
    const [vector] = await lexicalEmbedder.embed(['Add a task'])
    const largest = [...(vector ?? [])]
      .map((value, index) => [index, value] as const)
      .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    expect(largest.slice(0, 3).map(([index, value]) => [index, Number(value.toFixed(6))])).toMatchInlineSnapshot(`
      [
        [
          281,
          0.563304,
        ],
        [
          174,
          -0.551512,
        ],
        [
          143,
          -0.427968,
        ],
      ]
    `)
  })

  it('handles any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: CODE_POINT, maxLength: 200 }), async (text) => {
        const [vector] = await lexicalEmbedder.embed([text])
        const length = Math.sqrt([...(vector ?? [])].reduce((sum, value) => sum + value * value, 0))
        expect(Math.min(Math.abs(length - 1), Math.abs(length))).toBeLessThan(1e-5)
      }),
    )
  })
})
