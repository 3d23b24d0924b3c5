/** Parts of the worker that only compute values, run without a session. */
import path from 'node:path'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemPython } from '../../../../harness/lib/python/find.ts'
import { root, temporaryFolder } from '../../../helpers.ts'
import { needs } from '../../../needs.ts'

const WORKER = path.join(root, 'harness/papers/projecteval/tester/worker')
const python = systemPython().program

/** Runs a Python program with the worker's modules on its path and a JSON value as input. Returns its JSON output. */
async function run(code: string, input: unknown = null): Promise<unknown> {
  const preface = `import json, sys; sys.path.insert(0, ${JSON.stringify(WORKER)}); given = json.load(sys.stdin)`
  const { stdout } = await execa(python, ['-I', '-c', `${preface}\n${code}`], { input: JSON.stringify(input) })
  return JSON.parse(stdout) as unknown
}

/** Levenshtein distance by the textbook algorithm, one row at a time. */
function distance(first: readonly string[], second: readonly string[]): number {
  let row = second.map((_, index) => index + 1)
  for (const [place, character] of first.entries()) {
    let left = place + 1
    let diagonal = place
    row = row.map((above, index) => {
      left = Math.min(above + 1, left + 1, diagonal + (second[index] === character ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? first.length
}

/** Code points, which Python counts as characters. */
const characters = (text: string): string[] => Array.from(text)

describe('string_similarity', () => {
  it('is 1 − Levenshtein distance / length of the longer text', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '新', '\n'), maxLength: 90 })
    const pairs = fc.sample(fc.tuple(text, text), 300)
    const found = await run(
      'from similarity import string_similarity\nprint(json.dumps([string_similarity(*pair) for pair in given]))',
      pairs,
    )
    const expected = pairs.map(([one, other]) => {
      const longer = Math.max(characters(one).length, characters(other).length)
      return longer === 0 ? 1 : 1 - distance(characters(one), characters(other)) / longer
    })
    expect(found).toEqual(expected)
  })

  it('is fast for long texts', async () => {
    const code = `import time; from similarity import string_similarity
began = time.process_time(); string_similarity('ab' * 10000, 'ba' * 9000 + 'c'); print(json.dumps(time.process_time() - began))`
    expect(await run(code)).toBeLessThan(3)
  })
})

describe('calculate_histogram_similarity', await needs('python3-numpy', 'python3-pil'), () => {
  it('recognises a chart that is drawn at another size, and rejects other pictures', async () => {
    await using folder = await temporaryFolder()
    const draw = `import random; from PIL import Image, ImageDraw; import pictures
def chart(name, seed, width, height):
    random.seed(seed)
    picture = Image.new('RGB', (width, height), 'white')
    draw = ImageDraw.Draw(picture)
    for bar in range(40):
        top = random.uniform(0.1, 0.9)
        draw.rectangle([(bar * 0.02 + 0.1) * width, top * height, (bar * 0.02 + 0.112) * width, 0.92 * height], fill='skyblue', outline='black')
    picture.save(given + name)
chart('/one.png', 1, 1200, 600); chart('/same.png', 1, 1000, 500); Image.new('RGB', (900, 500), 'white').save(given + '/white.png')
random.seed(3); Image.frombytes('L', (400, 300), random.randbytes(120000)).save(given + '/noise.png')
print(json.dumps([pictures.pictures_match(given + '/one.png', given + other) for other in ('/one.png', '/same.png', '/white.png', '/noise.png')]))`
    expect(await run(draw, folder.path)).toEqual([true, true, false, false])
  })

  it('refuses a picture that is too large', async () => {
    await using folder = await temporaryFolder()
    const code = `from PIL import Image; import pictures
Image.new('1', (8000, 6000)).save(given + '/large.png')
try:
    pictures.grey(given + '/large.png')
except Exception as error:
    print(json.dumps(type(error).__name__))`
    expect(await run(code, folder.path)).toMatch(/ValueError|DecompressionBomb/)
  })
})

describe('a traceback', () => {
  it('is found among other output', async () => {
    const { uncaught } = await import('../../../../harness/papers/projecteval/tester/traceback.ts')
    const report = (last: string) =>
      `a warning\nTraceback (most recent call last):\n  File "main.py", line 1, in <module>\n    work()\n${last}\n`
    expect(uncaught(report('ValueError: no rows'))).toEqual({ type: 'ValueError', message: 'no rows' })
    expect(uncaught(report('package.errors.Odd: two\nlines'))).toEqual({
      type: 'package.errors.Odd',
      message: 'two\nlines',
    })
    expect(uncaught(report('KeyboardInterrupt'))).toEqual({ type: 'KeyboardInterrupt', message: '' })
    expect(uncaught('Error: nothing of the kind\n')).toBeUndefined()
    const syntax = '  File "run.bat", line 1\n    @echo off\n    ^\nSyntaxError: invalid syntax\n'
    expect(uncaught(syntax)).toEqual({ type: 'SyntaxError', message: 'invalid syntax' })
    const chained = `${report('KeyError: 1')}\nDuring handling of the above exception, another exception occurred:\n\n${report('ValueError: then')}`
    expect(uncaught(chained)).toEqual({ type: 'ValueError', message: 'then' })
  })
})
