import { describe, expect, it } from 'vitest'
import { parse } from '../../../harness/papers/repocraft/dataset.ts'
import { tasksSchema } from '../../../harness/papers/repocraft/tasks.ts'
import { UsageError } from '../../../harness/errors.ts'

/** A task as the published pipeline writes it. */
const PUBLISHED = {
  category: 'conversion',
  file: '/home/someone/reference/tests/test_units.py',
  module: 'class TestUnits',
  cap: 'length conversion',
  functions: ['test_metres', 'test_feet'],
  query_code: 'class TestUnits:\n    def test_metres(self):\n        assert convert(1, "km") == 1000\n',
  alg_description: 'Converts lengths between units.',
  task_query: 'You are testing the conversion of lengths.',
}
const read = (...tasks: unknown[]) => parse('tasks.json', JSON.stringify(tasks), tasksSchema)

describe('published tasks', () => {
  it('are read with all of their fields', () => {
    expect(read({ ...PUBLISHED, id: 7, structure: 'class' })).toEqual([
      {
        id: '7',
        category: 'conversion',
        file: '/home/someone/reference/tests/test_units.py',
        module: 'class TestUnits',
        cap: 'length conversion',
        tests: ['test_metres', 'test_feet'],
        code: PUBLISHED.query_code,
        algorithm: 'Converts lengths between units.',
        query: 'You are testing the conversion of lengths.',
      },
    ])
  })

  it('may have a number as cap', () => {
    expect(read({ ...PUBLISHED, cap: 10 })[0]?.cap).toBe('10')
  })

  it('without an id get one from their tests, at any place in the file', () => {
    const other = { ...PUBLISHED, functions: ['test_inches'] }
    const [first, second] = read(PUBLISHED, other)
    const [moved] = read(other)
    expect(first?.id).toMatch(/^task-[0-9a-f]{12}$/)
    expect(second?.id).not.toBe(first?.id)
    expect(moved?.id).toBe(second?.id)
  })
})

describe('tasks are refused', () => {
  it.each<[string, readonly unknown[], RegExp]>([
    [
      'with the same id',
      [
        { ...PUBLISHED, id: 'a' },
        { ...PUBLISHED, id: 'a' },
      ],
      /the task "a" is there twice/,
    ],
    ['with the same tests and no id', [PUBLISHED, PUBLISHED], /is there twice/],
    ['with a reserved id', [{ ...PUBLISHED, id: 'runnable' }], /"runnable" is no id of a task/],
    ['with a control character in an id', [{ ...PUBLISHED, id: 'a\u001b[2J' }], /0\.id: /],
    ['without tests', [{ ...PUBLISHED, functions: [] }], /0\.functions: /],
    ['without code', [{ ...PUBLISHED, query_code: '' }], /0\.query_code: /],
    ['with too much code', [{ ...PUBLISHED, query_code: 'x'.repeat(400_001) }], /0\.query_code: /],
    ['without a description', [{ ...PUBLISHED, alg_description: undefined }], /0\.alg_description: /],
    ['with too long a query', [{ ...PUBLISHED, task_query: 'x'.repeat(20_001) }], /0\.task_query: /],
    ['that are no objects', ['text'], /tasks\.json: 0: /],
    ['that are too many', Array.from({ length: 5001 }, (_, index) => ({ ...PUBLISHED, id: index })), /tasks\.json: /],
  ])('%s', (_, tasks, message) => {
    expect(() => read(...tasks)).toThrow(UsageError)
    expect(() => read(...tasks)).toThrow(message)
  })

  it('that are no JSON', () => {
    expect(() => parse('tasks.json', '{', tasksSchema)).toThrow(/tasks\.json is not JSON/)
  })
})
