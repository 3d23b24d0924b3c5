import { TREE, type JudgeId, type Place } from '../problem.ts'
import { asFile, point } from './common.ts'

/** The shipped interpreter says what is expected. Leaks are noted and cost nothing: the published points are 100. */
export function basic(place: Place): JudgeId {
  const oracle = {
    kind: 'oracle',
    copies: [{ from: place.file('problem', '007', 'Basic-Demo-64bit'), to: 'oracle', executable: true }],
    argv: ['./oracle'],
  }
  return {
    id: '2510',
    programs: TREE,
    points: place
      .names('data', '007')
      .filter((name) => name.endsWith('.txt'))
      .map((name) =>
        point(`2510.${name.replace('.txt', '')}`, {
          program: 'code',
          input: asFile(place.file('data', '007', name)),
          expected: oracle,
          leak: 'note',
          limits: place.limits('2510'),
        }),
      ),
  }
}
