import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInside, pathProblem } from '../../../harness/lib/files/confine.ts'
import { CODE_POINT } from '../../code-points.ts'

/** Paths as an attacker would build them: from special components and from arbitrary strings. */
const hostilePath = fc.oneof(
  fc.string({ unit: CODE_POINT }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('..', '.', '', '...', '..a', 'a..', ' ', '~', 'C:', '%2e%2e', '\\', '\0', '\n'),
        fc.string(),
      ),
    )
    .map((parts) => parts.join('/')),
)

/** Independent of the code under test: compares resolved paths as text. */
const liesBelow = (folder: string, file: string) => path.resolve(file).startsWith(`${path.resolve(folder)}/`)

describe('pathProblem', () => {
  it('accepts the file names of ordinary projects', () => {
    for (const file of ['a', 'src/main.ts', '.env', 'a b/ü.txt', '..a', 'a..', '...', 'a/..b/c', 'x'.repeat(255)]) {
      expect([file, pathProblem(file)]).toEqual([file, undefined])
    }
  })

  it('accepts no path that leaves the folder', () => {
    fc.assert(
      fc.property(hostilePath, (file) => {
        fc.pre(pathProblem(file) === undefined)
        expect(liesBelow('/some/folder', path.join('/some/folder', file))).toBe(true)
        expect(path.posix.normalize(file)).toBe(file)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['', 'is empty'],
    ['..', 'leads out of its folder'],
    ['../a', 'leads out of its folder'],
    ['a/../../b', 'leads out of its folder'],
    ['a/..', 'leads out of its folder'],
    ['/etc/passwd', 'is absolute'],
    ['C:/Windows', 'is absolute'],
    ['c:x', 'is absolute'],
    ['a\0b', 'contains a control character'],
    ['a\nb', 'contains a control character'],
    ['a\u007fb', 'contains a control character'],
    ['a\\..\\b', 'contains a backslash'],
    ['a//b', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['./a', 'has an empty part'],
    ['a/./b', 'has an empty part'],
  ])('refuses %j', (file, problem) => {
    expect(pathProblem(file)).toBe(problem)
  })

  it('refuses long paths and names', () => {
    expect(pathProblem('a/'.repeat(2048))).toBe('is longer than 1024 characters')
    expect(pathProblem('x'.repeat(256))).toBe('has a name of more than 255 bytes')
    expect(pathProblem('ü'.repeat(128))).toBe('has a name of more than 255 bytes')
  })

  it('refuses unpaired surrogates: file systems replace them, so two such names would be one file', () => {
    expect(pathProblem('a\ud800')).toBeDefined()
    expect(pathProblem('a\udc00b/c')).toBeDefined()
    expect(pathProblem('\u{1f600}')).toBeUndefined()
  })
})

describe('isInside', () => {
  it('agrees with a comparison of resolved paths', () => {
    const part = fc.constantFrom('a', 'b', '..', '.', '..a', '...')
    const absolute = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
    fc.assert(
      fc.property(absolute, absolute, (folder, file) => {
        const below = path.resolve(folder) === '/' || liesBelow(folder, file)
        expect(isInside(folder, file)).toBe(path.resolve(folder) === path.resolve(file) || below)
      }),
      { numRuns: 2000 },
    )
  })

  it('holds for every accepted path', () => {
    fc.assert(
      fc.property(hostilePath, (file) => {
        fc.pre(pathProblem(file) === undefined)
        expect(isInside('/some/folder', path.join('/some/folder', file))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is false for a sibling with the same prefix', () => {
    expect(isInside('/a/run', '/a/run-2/file')).toBe(false)
    expect(isInside('/a/run', '/a/run/file')).toBe(true)
  })
})
