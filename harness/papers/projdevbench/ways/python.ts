import { TREE, type JudgeId, type Place } from '../problem.ts'
import { asFile, point } from './common.ts'

/** CPython says what is expected of most scripts. */
export function python(place: Place): readonly JudgeId[] {
  const points = ['basic-testcases', 'bigint-testcases'].flatMap((folder) =>
    place
      .names('problem', '014', 'testcases', folder)
      .filter((name) => name.endsWith('.in'))
      .map((name) => {
        const file = place.file('problem', '014', 'testcases', folder, name)
        return point(`2515.${name.replace('.in', '')}`, {
          program: 'code',
          input: asFile(file),
          expected: {
            kind: 'oracle',
            copies: [{ from: file, to: 'script.py' }],
            argv: ['/usr/bin/python3', '-I', 'script.py'],
          },
          limits: place.limits('2515'),
        })
      }),
  )
  return [{ id: '2515', programs: TREE, points }]
}
