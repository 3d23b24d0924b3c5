import { ATTENTION_RECORDER, ATTENTION_REPLAY } from '../drivers.ts'
import { compiler, type JudgeId, type Place, type ProgramPlan } from '../problem.ts'
import { point } from './common.ts'

/** Data that the submitted code may read. Only the replay reads the answers. */
const GIVEN = ['keys', 'queries', 'values']

/**
 * The submitted code runs on the published simulator, which records its instructions. Another process, without code of the project,
 * repeats them and compares the answers.
 */
export function attention(place: Place): JudgeId {
  const simulator = { from: place.file('problem', '019', 'simulator.hpp'), to: 'simulator.hpp' }
  const recorder: ProgramPlan = {
    kind: 'files',
    copies: [simulator, { from: ATTENTION_RECORDER, to: 'record.cpp' }],
    takes: [{ from: ['src.hpp'], to: 'src.hpp' }],
    compile: [compiler('record.cpp')],
    keeps: ['code'],
    run: ['./code'],
  }
  const replay: ProgramPlan = {
    kind: 'files',
    copies: [simulator, { from: ATTENTION_REPLAY, to: 'replay.cpp' }],
    takes: [],
    // The record is hostile: a step out of bounds ends the replay.
    compile: [compiler('replay.cpp', ['-D_GLIBCXX_ASSERTIONS', '-fsanitize=address'])],
    keeps: ['code'],
    run: ['./code'],
  }
  const data = (name: string) => ({ from: place.file('data', '019', 'data', `${name}.txt`), to: `data/${name}.txt` })
  return {
    id: '2782',
    programs: { code: recorder, replay },
    points: [
      point('2782.1', {
        program: 'code',
        copies: GIVEN.map(data),
        expected: { kind: 'checker', program: 'replay', copies: [...GIVEN, 'ans'].map(data), formula: 'attention' },
        limits: place.limits('2782'),
      }),
    ],
  }
}
