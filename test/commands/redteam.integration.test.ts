/** `pe redteam` on a small mission of somebody's own, as it is typed. */

import { expect, it } from 'vitest'
import { casesNamed } from '../helpers.ts'
import { attacked } from './redteam-attack-run.ts'
import { REFUSES_CASES, refuses } from './redteam-cases.ts'

refuses(casesNamed(REFUSES_CASES, '--agents canonical'))

it('tells a model that gives no project from one that gains nothing', async () => {
  const found = await attacked(() => ({ kind: 'answer', text: 'I would rather not.' }), ['--rounds', '2'])
  expect(found.rounds).toMatchObject([
    { outcome: 'no-project', reason: expect.stringContaining('contains no files') as unknown, points: [] },
    { outcome: 'no-project' },
  ])
  expect(found.prompts[1]).toContain('There was no project.')
  expect(found).toMatchObject({ outcome: 'faulty', exitCode: 1 })
})
