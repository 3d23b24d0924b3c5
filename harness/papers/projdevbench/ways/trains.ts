import { readFileSync } from 'node:fs'
import { TREE, type JudgeId, type Place } from '../problem.ts'
import { asFile, NO_OUTPUT, point } from './common.ts'

/** Points of a group share a folder. Expected output was published for two groups, for all their inputs together. */
export function trains(place: Place): JudgeId {
  const groups = place.names('data', '017', 'data')
  const points = groups.flatMap((group) => {
    const folder = ['data', '017', 'data', group]
    const inputs = place.names(...folder).filter((name) => /^\d+\.in$/.test(name))
    return inputs.map((name) => {
      const id = `1170.${group}-${name.replace('.in', '')}`
      const expected = [...folder, name.replace('.in', '.out')]
      if (place.has(...expected))
        return point(id, {
          program: 'code',
          group,
          input: asFile(place.file(...folder, name)),
          expected: asFile(place.file(...expected)),
          limits: { ...place.limits('1170'), diskMiB: 488, files: 20 },
        })
      if (!place.has(...folder, 'out.txt')) return { id, excluded: NO_OUTPUT }
      // Each input ends with `exit`, which prints `bye`.
      const parts = readFileSync(place.file(...folder, 'out.txt'), 'utf8').split(/(?<=^bye\n?)/m)
      const text = parts[inputs.indexOf(name)]
      if (text === undefined || parts.filter((part) => part.trim() !== '').length !== inputs.length)
        return { id, excluded: 'its expected output cannot be told apart from that of other points' }
      return point(id, {
        program: 'code',
        group,
        input: asFile(place.file(...folder, name)),
        expected: { kind: 'text', text },
        limits: { ...place.limits('1170'), diskMiB: 488, files: 20 },
      })
    })
  })
  return { id: '1170', programs: TREE, points }
}
