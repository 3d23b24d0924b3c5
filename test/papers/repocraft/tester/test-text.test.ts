import { describe, expect, it } from 'vitest'
import { textProblem, usualLines } from '../../../../harness/papers/repocraft/tester/model-judge.ts'

const TEST = 'def test_a():\n    assert f(2) == 9\n'

describe('the text of an adapted test', () => {
  it.each([
    ['an encoding', `# coding: raw_unicode_escape\n${TEST}`],
    ['an encoding in the second line', `#!/usr/bin/python\n# -*- coding: utf-7 -*-\n${TEST}`],
    ['a form feed', `#\f\n${TEST}`],
    ['a carriage return alone', `# a\rimport os\n${TEST}`],
    ['a line separator', `# a\u2028b\n${TEST}`],
    ['a byte order mark', `\ufeff${TEST}`],
    ['a null character', `# \0\n${TEST}`],
    ['half of a character', `# \ud800\n${TEST}`],
  ])('with %s is refused', (_, text) => {
    expect(textProblem(text)).toBeDefined()
  })

  it('may have tabs, any letters, and a word such as "decoding" in its code', () => {
    expect(textProblem(`# Grüße 👋 日本\n${TEST}\tx = 'coding: utf-7'  # coding: no\n`)).toBeUndefined()
  })

  it('has the ends of lines of this system', () => {
    expect(usualLines('a\r\nb\n')).toBe('a\nb\n')
  })
})
