/** How each problem is judged: where its points are, what makes the program, and what is expected. */
import type { JudgeId, Place } from '../problem.ts'
import { attention } from './attention.ts'
import { basic } from './basic.ts'
import { buddy } from './buddy.ts'
import { drivers, maps } from './headers.ts'
import { minesweeper } from './minesweeper.ts'
import { mov } from './mov.ts'
import { pictures } from './pictures.ts'
import { python } from './python.ts'
import { trains } from './trains.ts'
import { bigIntegers, fromInputs, nothing } from './unpublished.ts'

export const ways: Readonly<Record<string, (place: Place) => readonly JudgeId[]>> = {
  '001': () => [nothing('1000')],
  '002': bigIntegers,
  '003': (place) => [fromInputs('1986', place, ['data', '003', 'data_test'])],
  '004': (place) => [fromInputs('1075', place, ['data', '004', '1075']), nothing('1775')],
  '005': pictures,
  '006': minesweeper,
  '007': (place) => [basic(place)],
  '008': mov,
  '009': (place) => [
    drivers(place, '2579', { problem: '009', header: 'vector.hpp', takes: ['src/vector.hpp', 'vector.hpp'] }),
  ],
  '010': (place) => [
    drivers(place, '2653', { problem: '010', header: 'list.hpp', takes: ['list.hpp', 'src/list.hpp'] }),
  ],
  '011': (place) => [
    drivers(place, '2623', {
      problem: '011',
      header: 'priority_queue.hpp',
      takes: ['src/priority_queue.hpp', 'priority_queue.hpp'],
    }),
  ],
  '012': (place) => [
    drivers(place, '1866', {
      problem: '012',
      header: 'linked_hashmap.hpp',
      takes: ['linked_hashmap.hpp', 'src/linked_hashmap.hpp'],
    }),
  ],
  '013': maps,
  '014': python,
  '015': () => [nothing('2545')],
  '016': () => [nothing('2697')],
  '017': (place) => [trains(place)],
  '018': (place) => [
    fromInputs('2788', place, ['problem', '018', 'score', 'data'], ['problem', '018', 'score', 'more-tests']),
  ],
  '019': (place) => [attention(place)],
  '020': (place) => [buddy(place)],
}
