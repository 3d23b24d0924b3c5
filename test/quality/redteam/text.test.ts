import { expect, it } from 'vitest'
import type { PointKind } from '../../../harness/quality/redteam/controls.ts'
import type { Round } from '../../../harness/quality/redteam/rounds.ts'
import { attackOutcome, attackText } from '../../../harness/quality/redteam/text.ts'

function round(changes: Partial<Round> = {}, ...kinds: readonly PointKind[]): Round {
  const points = kinds.map((kind, index) => ({ testcode: `t${index}`, kind, why: 'because' }))
  const base = { mission: 'todo', agent: 'a', round: 1, outcome: 'judged', reason: undefined } as const
  return { ...base, testcodes: 9, points, unjudged: [], folder: '/runs/1', seconds: 1, ...changes }
}

it.each([
  ['gained', [round({}, 'open', 'gained')]],
  // A gain stands, whatever happened later.
  ['gained', [round({}, 'gained'), round({ round: 2, outcome: 'unjudged' })]],
  ['nothing', [round({}, 'open', 'baseline'), round({ outcome: 'no-project' })]],
  ['nothing', [round({ outcome: 'not-launched' })]],
  ['faulty', [round({ outcome: 'no-project' })]],
  ['faulty', [round({}, 'open'), round({ round: 2, outcome: 'unjudged' })]],
  ['faulty', [round({ unjudged: ['t7'] })]],
  ['faulty', [round({}), round({ mission: 'other', outcome: 'no-project' })]],
] as const)('says %s', (outcome, rounds) => {
  expect(attackOutcome(rounds)).toBe(outcome)
})

it('counts a testcode once, whatever the round', () => {
  const text = attackText([round({}, 'gained', 'open'), round({ round: 2 }, 'gained', 'open')])
  expect(text).toContain('todo, round 2: t0 gained: because')
  expect(text).toContain('1 testcode gained without the work\n1 testcode open: read the projects')
})

it('does not say that nothing was gained if the attack could not be run', () => {
  const text = attackText([round({ outcome: 'unjudged', reason: 'no answer' })])
  expect(text).toMatch(/unjudged +– +– +– +–/)
  expect(text).toContain('not known whether something can be gained')
  expect(text).not.toContain('0 testcodes')
})
