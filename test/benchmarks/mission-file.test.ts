import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMissionFile } from '../../harness/benchmarks/native/benchmark.ts'
import { UsageError } from '../../harness/errors.ts'
import { pathProblem } from '../../harness/lib/files/confine.ts'
import { processorTime } from '../processor.ts'

const GOOD = `schemaVersion: 1
id: demo
title: Demo
kind: website
prompt: Make a page.
checklist:
  - page: Home
    functions:
      - function: Show
        description: Shows it.
parameters:
  home_url: { kind: url, description: The address. }
testcodes:
  - id: shows
    page: Home
    function: Show
    expects: It is there.
    parameters: [home_url]
  - id: stays
    page: Home
    function: Show
    expects: It is still there.
    needs: [shows]
`

/** The good file with one text replaced, and the line number of the replacement. */
function changed(from: string, to: string): { text: string; line: number } {
  const at = GOOD.indexOf(from)
  if (at < 0) throw new Error(`the file does not contain "${from}"`)
  return { text: GOOD.replace(from, () => to), line: GOOD.slice(0, at).split('\n').length }
}

function messageFor(text: string): string {
  try {
    parseMissionFile(text, 'missions/demo/mission.yaml')
  } catch (error) {
    if (!(error instanceof UsageError))
      throw new Error(`expected a UsageError, found ${String(error)}`, { cause: error })
    return error.message
  }
  throw new Error('expected a UsageError')
}

const FILE = 'missions/demo/mission.yaml'

describe('a mission file that is a bomb', () => {
  const aliases = Array.from('bcdefghij').map((name, index) => {
    const before = `*${'abcdefghij'[index] ?? ''}`
    return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(', ')}]`
  })
  it.each([
    ['aliases of aliases', `a: &a [x, x, x, x, x, x, x, x, x]\n${aliases.join('\n')}`, /alias count/],
    ['an alias of itself', `${GOOD}a: &a [*a]\n`, /unknown field "a"/],
    ['lists in lists', '['.repeat(20_000) + ']'.repeat(20_000), /:1: /],
    ['maps in maps', '{a: '.repeat(20_000) + '}'.repeat(20_000), /:1: /],
    ['a very long number', GOOD.replace('id: demo', `id: 1${'0'.repeat(100_000)}`), /: id: /],
    ['the key __proto__', `${GOOD}__proto__: { id: other, polluted: true }\n`, /unknown field "__proto__"|:1: |:\d+: /],
    ['a duplicate key', `${GOOD}id: other\n`, /must be unique/],
    ['a function', GOOD.replace('id: demo', 'id: !!js/function "function () {}"'), /: id: /],
    [
      'very many keys',
      Array.from({ length: 200_000 }, (_, index) => `k${String(index)}: 1`).join('\n'),
      /the limit is 262144/,
    ],
    ['many keys', Array.from({ length: 3000 }, (_, index) => `k${String(index)}: 1`).join('\n'), /schemaVersion/],
    ['one long text', `id: "${'x'.repeat(30_000_000)}"`, /the limit is 262144/],
  ])('is rejected with little time and memory: %s', (_, text, message) => {
    const used = processorTime()
    const told = messageFor(text)
    expect(told).toMatch(message)
    expect(told.length).toBeLessThan(20_000)
    expect(used()).toBeLessThan(20_000)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('parseMissionFile', () => {
  it('reads a good file, with its defaults', () => {
    expect(parseMissionFile(GOOD, FILE)).toMatchObject({
      id: 'demo',
      stack: 'Node',
      materials: [],
      testcodes: [
        { id: 'shows', needs: [], parameters: ['home_url'] },
        { id: 'stays', needs: ['shows'], parameters: [] },
      ],
    })
  })

  it.each([
    ['a field of the wrong type', 'title: Demo', 'title: 7', 'title', /expected string/],
    ['an empty text', 'title: Demo', 'title: " "', 'title', />=1|at least|too small/i],
    ['an unknown version', 'schemaVersion: 1', 'schemaVersion: 2', 'schemaVersion', /expected 1/],
    ['an invalid id', 'id: demo', 'id: Demo_1', 'id', /joined by hyphens/],
    ['a kind that does not exist', 'kind: website', 'kind: web', 'kind', /website.*console.*batch/],
    ['an invalid testcode id', 'id: shows', 'id: Shows It', 'testcodes.0.id', /joined by hyphens/],
    ['the id of the runnable point', 'id: stays', 'id: runnable', 'testcodes.1.id', /take another id/],
    ['a duplicate id', 'id: stays', 'id: shows', 'testcodes.1.id', /"shows" appears twice/],
    [
      'an unknown page',
      'page: Home\n    function: Show\n    expects: It is still',
      'page: Nowhere\n    function: Show\n    expects: It is still',
      'testcodes.1.page',
      /no page "Nowhere"/,
    ],
    [
      'an unknown function',
      'function: Show\n    expects: It is there',
      'function: Hide\n    expects: It is there',
      'testcodes.0.function',
      /page "Home" of the checklist has no function "Hide"/,
    ],
    [
      'an unknown need',
      'needs: [shows]',
      'needs: [other]',
      'testcodes.1.needs.0',
      /no testcode before this one has the id "other"/,
    ],
    ['a need of itself', 'needs: [shows]', 'needs: [stays]', 'testcodes.1.needs.0', /no testcode before this one/],
    [
      'an unknown parameter',
      'parameters: [home_url]',
      'parameters: [home_url, other]',
      'testcodes.0.parameters.1',
      /no parameter "other"/,
    ],
    [
      'a parameter of an unknown kind',
      'kind: url,',
      'kind: address,',
      'parameters.home_url.kind',
      /url.*element.*file.*text/,
    ],
    [
      'a field that a parameter of this kind does not have',
      'kind: url,',
      'kind: url, element: button,',
      'parameters.home_url',
      /unknown field "element"/,
    ],
    [
      'an unexpected dialogue',
      'checklist:',
      'dialogue: { prompt: ">" }\nchecklist:',
      'dialogue',
      /a website mission has no dialogue/,
    ],
  ])('names location and problem of %s', (_, from, to, field, expectation) => {
    const { text, line } = changed(from, to)
    const message = messageFor(text)
    expect(message.split('\n')).toHaveLength(1)
    expect(message.startsWith(`${FILE}:${String(line)}: ${field}: `)).toBe(true)
    expect(message).toMatch(expectation)
  })

  it('names the location of an unused parameter', () => {
    const { text } = changed('testcodes:', '  spare: { kind: text, description: Not asked for. }\ntestcodes:')
    expect(messageFor(text)).toBe(`${FILE}:13: parameters.spare: no testcode uses this parameter`)
  })

  it('says that a console mission needs a dialogue', () => {
    expect(messageFor(GOOD.replace('kind: website', 'kind: console'))).toMatch(
      /: dialogue: a console mission needs a dialogue$/,
    )
  })

  it('names a missing field and its location', () => {
    expect(messageFor(GOOD.replace('prompt: Make a page.\n', ''))).toMatch(
      /^missions\/demo\/mission\.yaml:\d+: prompt: /,
    )
    const { text, line } = changed('    expects: It is still there.\n', '')
    const message = messageFor(text)
    expect(message).toContain(': testcodes.1.expects: ')
    // The testcode begins three lines above.
    expect(message).toContain(`${FILE}:${String(line - 3)}:`)
  })

  it('says that a choice is missing, and what it may be', () => {
    const { text, line } = changed('kind: url, description: The address.', 'kind: element, description: The button.')
    expect(messageFor(text)).toMatch(
      new RegExp(`^${FILE}:${String(line)}: parameters.home_url.element: is missing; it is one of any, button, link, `),
    )
  })

  it('names an unknown field and its line', () => {
    const top = changed('prompt: Make', 'propmt: x\nprompt: Make')
    expect(messageFor(top.text)).toBe(`${FILE}:${String(top.line)}: the file: unknown field "propmt"`)
    const inner = changed('    needs: [shows]', '    need: [shows]')
    expect(messageFor(inner.text)).toBe(`${FILE}:${String(inner.line)}: testcodes.1: unknown field "need"`)
  })

  it.each([
    ['an unclosed bracket', 'needs: [shows]', 'needs: [shows'],
    [
      'bad indentation',
      '    page: Home\n    function: Show\n    expects: It is there',
      '   page: Home\n    function: Show\n    expects: It is there',
    ],
    ['a duplicate key', 'title: Demo', 'title: Demo\ntitle: Again'],
    ['a tab', '    functions:', '\tfunctions:'],
    ['an anchor that does not exist', 'needs: [shows]', 'needs: *shows'],
  ])('names the line of a mistake in YAML: %s', (_, from, to) => {
    const { text, line } = changed(from, to)
    const found = /^missions\/demo\/mission\.yaml:(\d+): (.+)$/.exec(messageFor(text))
    expect(found).not.toBeNull()
    // A parser notices some mistakes only at the next token.
    expect(Number(found?.[1]) - line).toBeGreaterThanOrEqual(0)
    expect(Number(found?.[1]) - line).toBeLessThanOrEqual(3)
  })

  it('names the location of a YAML mistake only once', () => {
    expect(messageFor(GOOD.replace('title: Demo', 'title: Demo\ntitle: Again'))).not.toMatch(/at line \d+/)
  })

  it('reports an absent field as missing', () => {
    expect(messageFor(GOOD.replace('title: Demo\n', ''))).toBe(`${FILE}:1: title: is missing`)
  })

  it('reports all mistakes, one per line', () => {
    const text = GOOD.replace('title: Demo', 'title: 7').replace('kind: website', 'kind: web')
    expect(messageFor(text).split('\n')).toHaveLength(2)
  })

  it('rejects an empty file, and a list', () => {
    expect(messageFor('')).toContain(`${FILE}:1: the file: `)
    expect(messageFor('- a\n')).toContain(`${FILE}:1: the file: `)
  })

  it('throws a UsageError for any broken file', () => {
    const lines = GOOD.split('\n')
    const damaged = fc
      .tuple(
        fc.nat(lines.length - 1),
        fc.string({ unit: fc.constantFrom(...Array.from('abc:-[]{}&*!|>"\'#%@ \n\t1')) }),
      )
      .map(([at, text]) => lines.toSpliced(at, 1, text).join('\n'))
    fc.assert(
      fc.property(damaged, (text) => {
        try {
          parseMissionFile(text, FILE)
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError)
          expect((error as Error).message).toMatch(/^missions\/demo\/mission\.yaml:\d+: /)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('accepts no material outside its folder', () => {
    const part = fc.constantFrom('..', 'a', 'b\n', '\n', '', 'x.png')
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const material = parts.join('/')
        fc.pre(pathProblem(material) === 'leads out of its folder' || material.split('/').includes('..'))
        expect(() => parseMissionFile(`${GOOD}materials: [${JSON.stringify(material)}]\n`, FILE)).toThrow(UsageError)
      }),
    )
  })
})
