import { expect, it } from 'vitest'
import type { Mission } from '../../../harness/contracts/types.ts'
import { useFindings } from '../../../harness/quality/validate/solutions.ts'

/** Two testcodes that both name two parameters, of which each uses one. */
function findingsOf(kind: string, used: readonly (readonly string[])[]): string[] {
  const ids = ['first', 'second']
  const testcodes = ids.map((id) => ({ id, parameters: ['map', 'key'] }))
  const mission = { id: 'm', kind, suites: [{ name: 'rules', testcodes }], testcodes, parameters: {} }
  const uses = new Map(
    ids.map((id, index) => [id, { expectations: 1, parameters: new Set(used[index]), typed: [], drawn: [] }]),
  )
  return useFindings({ mission: mission as unknown as Mission }, [{ seed: '1', uses }], ids).map(({ text }) => text)
}

it('names parameters that a testcode names and never uses', () => {
  expect(findingsOf('website', [['map'], ['key', 'map']])).toEqual(['testcode "first" names "key" and never uses it'])
})

it('names in missions that ask for each value once only parameters that no testcode uses', () => {
  expect(findingsOf('desktop', [['map'], ['key']])).toEqual([])
  expect(findingsOf('desktop', [['map'], []])).toEqual([
    'testcode "first" names "key" and never uses it',
    'testcode "second" names "key" and never uses it',
  ])
})
