import { BUDDY_DRIVER } from '../drivers.ts'
import type { JudgeId, Place, ProgramPlan } from '../problem.ts'
import { point } from './common.ts'

/** The shipped test prints that it succeeds, also if submitted code prints it. Calls that are drawn for each run decide instead. */
export function buddy(place: Place): JudgeId {
  const program: ProgramPlan = {
    kind: 'files',
    copies: [
      { from: place.file('problem', '020', 'buddy.h'), to: 'buddy.h' },
      { from: BUDDY_DRIVER, to: 'driver.c' },
    ],
    takes: [{ from: ['buddy.c'], to: 'buddy.c' }],
    compile: [['gcc', '-O2', '-o', 'code', 'driver.c', 'buddy.c', '-lm']],
    keeps: ['code'],
    run: ['./code'],
  }
  return {
    id: '1848',
    programs: { code: program },
    points: [
      point('1848.1', {
        program: 'code',
        expected: { kind: 'drawn', drawn: 'buddy' },
        limits: place.limits('1848'),
      }),
    ],
  }
}
