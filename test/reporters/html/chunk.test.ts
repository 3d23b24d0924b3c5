import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toJson, toScript } from '../../../harness/reporters/html/chunk.ts'
import { LONGEST_TEXT, boundText, lastPart, visible } from '../../../harness/reporters/html/visible.ts'
import { chunkProblems } from '../../../harness/quality/selftest/inert.ts'
import { CODE_POINT } from '../../code-points.ts'

const hostile = fc.oneof(
  fc.string({ unit: CODE_POINT }),
  fc
    .array(
      fc.constantFrom(
        '</script>',
        '<!--',
        ']]>',
        '"',
        '\\',
        '\u2028',
        '\u2029',
        '\n',
        '\0',
        '\u202e',
        '\ud800',
        '__proto__',
      ),
    )
    .map((parts) => parts.join('')),
)

/** Name and data that the page gets when the script runs. */
function received(script: string): [string, unknown] {
  const calls: [string, string][] = []
  vm.runInNewContext(script, { peChunk: (name: string, json: string) => calls.push([name, json]) })
  const [call] = calls
  if (!call || calls.length > 1) throw new Error('a chunk is one call')
  return [call[0], JSON.parse(call[1])]
}

describe('a chunk', () => {
  it('passes every text on, visibly, and contains nothing else', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, key) => {
        const script = toScript('a', toJson({ text, list: [{ [key]: text }] }))
        expect(chunkProblems(script)).toEqual([])
        const [name, value] = received(script)
        expect(name).toBe('a')
        expect((value as { text: string }).text).toBe(visible(text))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps property names with a special meaning as plain names', () => {
    const [, value] = received(toScript('a', '{"__proto__": {"polluted": true}, "constructor": 1}'))
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })

  it('keeps pictures whole, and cuts similar texts', () => {
    const picture = `data:image/png;base64,${'A'.repeat(5000)}`
    expect(JSON.parse(toJson({ picture }))).toEqual({ picture })
    expect(toJson({ picture: `${picture}"<` }).length).toBeLessThan(2500)
    expect(toJson({ log: picture }).length).toBeLessThan(2500)
  })
})

describe('visible', () => {
  it('keeps visible characters, and replaces invisible ones and those that change the direction', () => {
    expect(visible('a\tb\nc äß 漢 🙂')).toBe('a\tb\nc äß 漢 🙂')
    expect(visible('a\u202eb\u2066c\u200fd\u061ce\0f\u001bg\ud800h\r\ni\rj')).toBe('a�b�c�d�e�f�g�h\ni\nj')
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(visible(visible(text))).toBe(visible(text))
      }),
    )
  })
})

describe('bounded', () => {
  it('cuts long lines and long texts, and counts the omitted characters', () => {
    expect(boundText('x'.repeat(3000))).toBe(`${'x'.repeat(2000)} … 1,000 more characters`)
    const many = boundText('line\n'.repeat(100_000))
    expect(many.length).toBeLessThan(LONGEST_TEXT + 100)
    expect(many).toContain('300,000 more characters')
    expect(boundText('short\n'.repeat(500))).toBe('short\n'.repeat(500))
  })

  it('keeps the end of a log', () => {
    expect(lastPart('abcdef', 3)).toBe('… 3 more characters before\ndef')
    expect(lastPart('abc', 3)).toBe('abc')
  })
})
