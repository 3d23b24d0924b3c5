import { expect, describe, it } from 'vitest'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Parsers } from '../../../harness/lib/syntax/parse.ts'
import { allMutants, drawMutants, shuffleItems } from '../../../harness/quality/validate/mutants/generate.ts'
import { OPERATORS } from '../../../harness/quality/validate/mutants/operators.ts'
import { builtInBenchmark } from '../../../harness/benchmarks/index.ts'
import { seededRandom } from '../../../harness/lib/statistics/random.ts'
import { root } from '../../helpers.ts'

/** The mutants of one line, as `operator: line`. */
async function mutantsOf(line: string, path = 'main.js', above = 'const a = 1'): Promise<string[]> {
  const mutants = await allMutants([{ path, content: `${above}\n${line}\n` }])
  for (const mutant of mutants) expect(mutant).toMatchObject({ file: path, line: 2, before: line })
  return mutants.map(({ operator, after }) => `${operator}: ${after}`)
}

describe('the operators', () => {
  it.each([
    ['b = a < 3', ['boundary: b = a <= 3']],
    ['b = a >= 3', ['boundary: b = a > 3']],
    ['b = a === 3 && c', ['operator: b = a === 3 || c', 'operator: b = a !== 3 && c']],
    ['b = !a', ['operator: b = a']],
    ['b += 2', ['operator: b -= 2']],
    ['b++', ['operator: b--']],
    ['save(b)', ['call: ;']],
    ['await save(b)', ['call: ;']],
    ['b = a.trim()', ['call: b = a']],
    ['b = a.sort((x, y) => x - y)', ['call: b = a', 'operator: b = a.sort((x, y) => x + y)']],
    ['if (a) b = 1', ['branch: if (!(a)) b = 1']],
    ['b = a ? 1 : 2', ['branch: b = a ? 2 : 1']],
    // `+` joins strings.
    ["b = 'x' + a + c", []],
    ["b += 'x'", []],
    ['b = a.map(f)', []],
    ["b = 'a < 3 && !c'", []],
  ])('mutate %j', async (line, expected) => {
    expect((await mutantsOf(line)).toSorted()).toEqual(expected.toSorted())
  })

  it.each([
    ['b = a < 3', ['boundary: b = a <= 3']],
    ['b = 1 <= a > 2', ['boundary: b = 1 < a > 2', 'boundary: b = 1 <= a >= 2']],
    ['b = a == 3 and c', ['operator: b = a != 3 and c', 'operator: b = a == 3 or c']],
    ['b = a in c', ['operator: b = a not in c']],
    ['b = a not in c', ['operator: b = a in c']],
    ['b = a is not None', ['operator: b = a is None']],
    ['b = not a', ['operator: b = (a)']],
    ['b = a // 2', ['operator: b = a * 2']],
    ['b += 2', ['operator: b -= 2']],
    ['save(b)', ['call: pass']],
    ['b = a.strip()', ['call: b = a']],
    ['b = 1 if a else 2', ['branch: b = 2 if a else 1']],
    ['if a: b = 1', ['branch: if (not (a)): b = 1']],
    ['if TYPE_CHECKING: import b', []],
    // Texts are joined and filled.
    ["b = 'x' + a + c", []],
    ["b = '%s' % a", []],
    ["b += 'x'", []],
    ["'''A text: save(b) < 3'''", []],
    ['b = a.split(c)', []],
  ])('mutate the Python %j', async (line, expected) => {
    expect((await mutantsOf(line, 'main.py', 'a = 1')).toSorted()).toEqual(expected.toSorted())
  })

  it('turn valid Python into valid Python', async () => {
    const content = await readFile(path.join(root, 'test/fixtures/libraries/intervals/intervals/__init__.py'), 'utf8')
    const mutants = await allMutants([{ path: 'intervals/__init__.py', content }])
    expect(mutants.length).toBeGreaterThan(10)
    const parsers = new Parsers()
    for (const each of mutants)
      expect((await parsers.parse('python', each.content)).hasErrors, `${String(each.line)} ${each.after}`).toBe(false)
  })

  it('turn valid programs into valid programs, and ignore other files', async () => {
    const { project } = await canonical('hello')
    const mutants = await allMutants([...project.files, { path: 'style.css', content: 'a > b { c: d }' }])
    const parsers = new Parsers()
    expect(mutants.length).toBeGreaterThan(0)
    for (const { file, content, line, before, after } of mutants) {
      expect(file).toMatch(/\.js$/)
      expect((await parsers.parse('javascript', content)).hasErrors, `${file}:${line} ${after}`).toBe(false)
      expect(after).not.toBe(before)
    }
  })
})

async function canonical(id: string) {
  const benchmark = builtInBenchmark()
  return benchmark.canonical(await benchmark.mission(id))
}

describe('drawMutants', () => {
  it('draws the same mutants for the same seed, without duplicates, and with a share for every operator', async () => {
    const mutants = await allMutants((await canonical('todo')).project.files)
    const drawn = drawMutants(mutants, 20, 3)
    expect(drawMutants(mutants, 20, 3)).toEqual(drawn)
    expect(drawMutants(mutants, 20, 4)).not.toEqual(drawn)
    expect(new Set(drawn).size).toBe(20)
    for (const operator of OPERATORS) expect(drawn.filter((each) => each.operator === operator)).toHaveLength(5)
  })

  it('draws all if more are wanted', async () => {
    const mutants = await allMutants([{ path: 'main.js', content: 'a = b < c' }])
    expect(drawMutants(mutants, 20, 1)).toEqual(mutants)
  })
})

describe('shuffled', () => {
  it('keeps every item, and puts each at every position about equally often', () => {
    const random = seededRandom(1)
    const first = new Map<number, number>()
    for (let time = 0; time < 4000; time += 1) {
      const result = shuffleItems([1, 2, 3, 4], random)
      expect(result.toSorted()).toEqual([1, 2, 3, 4])
      first.set(result[0] ?? 0, (first.get(result[0] ?? 0) ?? 0) + 1)
    }
    for (const count of first.values()) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })
})
