import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLikeC, cleanPython } from '../../../harness/scorers/codebleu/cleaning.ts'
import { isBlank, splitOnWhitespace, strip } from '../../../harness/scorers/codebleu/whitespace.ts'
import { needs } from '../../needs.ts'
import { cpuSeconds } from '../cpu.ts'
import { python } from '../python.ts'

const TOKENIZER = await needs('Python before 3.12')

describe('whitespace', () => {
  it('agrees with Python', () => {
    expect(splitOnWhitespace('a\u001cb\u0085c\u00a0d\u3000e\ufefff')).toEqual(['a', 'b', 'c', 'd', 'e\ufefff'])
    expect(strip(' \u001d\ufeffa\u2029 ')).toBe('\ufeffa')
    expect([isBlank(' \t\u0085'), isBlank('\ufeff'), isBlank('')]).toEqual([true, false, true])
  })

  it('is stripped in linear time', async () => {
    const seconds = await cpuSeconds(() => {
      expect(strip(' '.repeat(200_000))).toBe('')
      expect(strip(`a${' \t'.repeat(100_000)}b`)).toHaveLength(200_002)
    })
    expect(seconds).toBeLessThan(1)
  })
})

describe('comments in Python', () => {
  it.each([
    ['x = 1  # c', 'x = 1  '],
    ['# one\nx = 1', 'x = 1'],
    ['"%s" % y', ' % y'],
    ['def f():\n    "doc"\n    x = "s"', 'def f():\n    x = "s"'],
    ['def f():\n    x = 1\n\n    "kept"', 'def f():\n    x = 1\n    "kept"'],
    ['if a:\n    b\n"after a dedent"', 'if a:\n    b'],
    ['if a:\n  if b:\n    c\n  "after a dedent"', 'if a:\n  if b:\n    c\n  "after a dedent"'],
    ['"a" "b"', ' "b"'],
    ['f(\n"at the edge",\n  "inside")', 'f(\n,\n  "inside")'],
    ['x = 1 \\\n  + 2', 'x = 1  + 2'],
    ['if a:\n\tb\n\tc', 'if a:\n\tb\n c'],
    ['x = """a # no comment\n# none"""', 'x = """a # no comment\n# none"""'],
    ["x = 'a\\\n# none'", "x = 'a\\\n# none'"],
    ['x = 0xf"a"', 'x = 0xf"a"'],
    ['a ? b ! c $ d', 'a ? b ! c $ d'],
  ])('%j', (text, cleaned) => {
    expect(cleanPython(text)).toBe(cleaned)
  })

  it.each(['x = (1  # c', 'x = """a  # c', 'x = 1)  # c', 'if a:\n    b\n  c  # c', 'x = 1 \\', "x = 'a\\\n"])(
    'stay where a text has no tokens: %j',
    (text) => {
      expect(cleanPython(text)).toBe(text)
    },
  )

  it.each([`'\\`, `'"`, `b'\\'`, '"""', '\\', '(', '\t#'])(
    'take no more time than there is text: %j, repeated',
    async (part) => {
      const text = part.repeat(Math.floor(200_000 / part.length))
      const seconds = await cpuSeconds(() => expect(cleanPython(text).length).toBeLessThanOrEqual(text.length))
      expect(seconds).toBeLessThan(3)
    },
  )

  it('are removed as by the tokenizer of Python 3.11', TOKENIZER, () => {
    const piece = fc.constantFrom(
      ...[
        "'",
        '"',
        "'''",
        '"""',
        '\\',
        '\n',
        '\r\n',
        '\r',
        ' ',
        '    ',
        '\t',
        '\f',
        '#',
        '# c',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
      ],
      ...[
        'a',
        'b',
        'r',
        'f',
        'Rb',
        'def f():',
        '1',
        '0x1f',
        '1.5e3',
        '.5',
        '0xf"a"',
        '!',
        '!=',
        '$',
        'é',
        '日本',
        '😀',
      ],
      ...[
        '\u00a0',
        '\u001c',
        '_',
        '=',
        'x = 1',
        '"s"',
        "'t'",
        '\\\n',
        'if a:\n    b\n',
        '...',
        '½',
        '\u0301',
        '%',
        '\u2028',
      ],
    )
    const texts = fc.sample(
      fc.array(piece, { maxLength: 25 }).map((pieces) => strip(pieces.join(''))),
      4000,
    )
    const expected = python(CLEANED_BY_PYTHON, texts)
    expect(texts.map(cleanPython)).toEqual(expected)
  })
})

/** Writes the tokens again, each at its column, without comments and strings that begin a statement. */
const CLEANED_BY_PYTHON = `
import io, tokenize
def cleaned(text):
    parts, before, last_line, last_column = [], tokenize.INDENT, -1, 0
    try:
        for kind, token, (line, column), end, _ in tokenize.generate_tokens(io.StringIO(text).readline):
            if line > last_line: last_column = 0
            parts.append(' ' * (column - last_column))
            first = before in (tokenize.INDENT, tokenize.NEWLINE) or column == 0
            if kind != tokenize.COMMENT and not (kind == tokenize.STRING and first): parts.append(token)
            before, (last_line, last_column) = kind, end
    except (tokenize.TokenError, IndentationError):
        return text
    return '\\n'.join(line for line in ''.join(parts).split('\\n') if line.strip())
print(json.dumps([cleaned(text) for text in data]))
`

describe('comments as in C', () => {
  it.each([
    ['a // b\nc', 'a  \nc'],
    ['a /* b\n */ c', 'a   c'],
    ['"// no" // yes', '"// no"  '],
    ["'/*' x", "'/*' x"],
    ["it's // hidden\nisn't", "it's // hidden\nisn't"],
    ['a /* open', 'a /* open'],
    ['`http://x`\nb', '`http: \nb'],
    ['a // b\rc\u2028d\ne', 'a  \ne'],
  ])('%j', (text, cleaned) => {
    expect(cleanLikeC(text)).toBe(cleaned)
  })
})
