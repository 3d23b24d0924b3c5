import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchAnswers, publishedAnswers, valuesByName } from '../../../harness/papers/projecteval/parameters.ts'

function read(value: unknown) {
  const warnings: string[] = []
  return {
    answers: publishedAnswers(value, 'mission 1: parameter', (warning) => void warnings.push(warning)),
    warnings,
  }
}

const GREET = { function: 'Greet', parameter: [{ name: 'url', answer: 'http://localhost:8000/' }] }
const EXPECTED = [{ page: 'Home', function: 'Greet', values: [{ name: 'url', answer: 'http://localhost:8000/' }] }]

describe('published values', () => {
  it.each<[string, unknown]>([
    ['a list of pages with lists of functions', [{ page: 'Home', function: [GREET] }]],
    ['page → function → list', { Home: { Greet: GREET.parameter } }],
    ['page → list of functions', { Home: [GREET] }],
    ['names → values', { Home: { Greet: { url: 'http://localhost:8000/' } } }],
    ['a single value', { Home: { Greet: GREET.parameter[0] } }],
    ['everything as a string', JSON.stringify([{ page: 'Home', function: [GREET] }])],
    ['the functions as a string', [{ page: 'Home', function: JSON.stringify([GREET]) }]],
    [
      'the parameters as a string',
      [{ page: 'Home', function: [{ ...GREET, parameter: JSON.stringify(GREET.parameter) }] }],
    ],
    ['a page as a string', [JSON.stringify({ page: 'Home', function: [GREET] })]],
  ])('are read from %s', (_, value) => {
    const { answers, warnings } = read(value)
    expect(answers.map(({ page, function: name, values }) => ({ page, function: name, values }))).toEqual(EXPECTED)
    expect(warnings).toEqual([])
  })

  it('are not validated: the tester rejects invalid ones', () => {
    const parameter = [null, 3, { a: 1 }, ['x']].map((answer, index) => ({ name: `n${String(index)}`, answer }))
    const { answers } = read([{ page: 'Home', function: [{ function: 'Greet', parameter }] }])
    expect(valuesByName(answers[0] ?? { page: '', function: '', values: [] })).toEqual({
      n0: null,
      n1: 3,
      n2: { a: 1 },
      n3: ['x'],
    })
  })

  it.each<[string, unknown, RegExp]>([
    ['a page that is a number', 7, /parameter\[1\]/],
    ['a page without a name', { function: [] }, /parameter\[1\]: page/],
    [
      'functions that are a number',
      { page: 'About', function: 7 },
      /parameter: About: expected a list, found a number/,
    ],
    ['a function without a name', { page: 'About', function: [{ parameter: [] }] }, /About\[0\]: function/],
    ['no parameters', { page: 'About', function: [{ function: 'A' }] }, /About \/ A: expected a list, found nothing/],
    [
      'an unnamed value',
      { page: 'About', function: [{ function: 'A', parameter: [{ answer: 'x' }] }] },
      /A\[0\]: name/,
    ],
    ['prose', { page: 'About', function: 'I do not know.' }, /About: expected a list, found a string/],
  ])('lose only %s', (_, item, warning) => {
    const { answers, warnings } = read([{ page: 'Home', function: [GREET] }, item])
    expect(answers.filter(({ values }) => values.length > 0)).toEqual(EXPECTED)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(warning)
  })

  it('never throw for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(read(value).answers)).toBe(true)
      }),
    )
  })

  it('do not reach inherited properties', () => {
    const { answers } = read(JSON.parse('{"__proto__": {"constructor": {"__proto__": "x"}}}'))
    expect(answers).toMatchObject([
      { page: '__proto__', function: 'constructor', values: [{ name: '__proto__', answer: 'x' }] },
    ])
    expect(Object.getPrototypeOf(valuesByName(answers[0] ?? { page: '', function: '', values: [] }))).toBe(
      Object.prototype,
    )
  })
})

describe('matching answers with testcodes', () => {
  const answer = (page: string, name: string, value: string) => ({
    page,
    function: name,
    values: [{ name: 'v', answer: value }],
  })
  const values = (...given: Parameters<typeof matchAnswers>) =>
    matchAnswers(...given).map((found) => found?.values[0]?.answer)

  it('uses page and function, not the order', () => {
    const asked = [answer('A', 'x', ''), answer('B', 'x', ''), answer('A', 'y', '')]
    const given = [answer('A', 'y', 'ay'), answer('A', 'x', 'ax'), answer('B', 'x', 'bx')]
    expect(values(asked, given)).toEqual(['ax', 'bx', 'ay'])
  })

  it('uses the position if both repeat, and gives nothing for missing ones', () => {
    const asked = [answer('A', 'x', ''), answer('A', 'y', ''), answer('A', 'x', ''), answer('A', 'x', '')]
    expect(values(asked, [answer('A', 'x', 'first'), answer('A', 'x', 'second')])).toEqual([
      'first',
      undefined,
      'second',
      undefined,
    ])
  })

  it('gives all testcodes of a function the one answer of a format with a single entry', () => {
    const asked = [answer('A', 'x', ''), answer('A', 'x', '')]
    expect(matchAnswers(asked, read({ A: { x: { v: 'one' } } }).answers).map((found) => found?.values)).toEqual([
      [{ name: 'v', answer: 'one' }],
      [{ name: 'v', answer: 'one' }],
    ])
  })
})
