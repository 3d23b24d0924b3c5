import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectFiles, publishedFiles, type PublishedFile } from '../../../harness/papers/projecteval/files.ts'
import { checkProject } from '../../../harness/trial/workspace.ts'

function read(list: unknown) {
  const warnings: string[] = []
  const warn = (warning: string) => void warnings.push(warning)
  const files = projectFiles(publishedFiles(list, 'mission 1: files', warn), 'mission 1: files', warn)
  return { files: Object.fromEntries(files.map(({ path, content }) => [path, content])), warnings }
}

const GOOD = { file: 'a.py', path: 'a.py', code: 'good' }

describe('published files', () => {
  it('include empty files, and a placeholder for each empty folder', () => {
    const list = [
      GOOD,
      { file: '__init__.py', path: 'app/__init__.py', code: '' },
      { file: null, path: 'media', code: '' },
    ]
    expect(read(list)).toEqual({ files: { 'a.py': 'good', 'app/__init__.py': '', 'media/.keep': '' }, warnings: [] })
  })

  it.each<[string, unknown, RegExp]>([
    ['a text', 'a.py', /files\[1\]: .*expected object/],
    ['nothing', null, /files\[1\]/],
    ['code that is a number', { ...GOOD, code: 1 }, /files\[1\]: code/],
    ['no code', { file: 'b.py', path: 'b.py', code: null }, /"b.py" has no code/],
    ['no path', { file: 'b.py', path: null, code: '' }, /files\[1\]: it has no path/],
    ['an absolute path', { file: 'b.py', path: '/srv/b.py', code: '' }, /"\/srv\/b.py" is absolute/],
    ['a drive', { file: 'b.py', path: 'C:\\b.py', code: '' }, /is absolute/],
    ['a path that leads out', { file: 'b.py', path: '../b.py', code: '' }, /leads out of its folder/],
    ['a hidden path that leads out', { file: 'b.py', path: 'a/../../b.py', code: '' }, /leads out of its folder/],
    ['a control character', { file: 'b.py', path: 'b\n.py', code: '' }, /contains a control character/],
    ['packages', { file: 'b.js', path: 'node_modules/b.js', code: '' }, /installed package/],
    ['an empty path', { file: 'b.py', path: '', code: '' }, /is left out/],
  ])('lose only an item with %s', (_, item, warning) => {
    const { files, warnings } = read([GOOD, item])
    expect(files).toEqual({ 'a.py': 'good' })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(warning)
    expect(warnings[0]).toContain('mission 1: files')
  })

  it('are named by their position in the published list', () => {
    const { warnings } = read(['a.py', 7, { ...GOOD, path: '/a.py' }, GOOD, { ...GOOD, path: 'A.py' }])
    expect(warnings.map((warning) => /files\[\d\]/.exec(warning)?.[0])).toEqual([
      'files[0]',
      'files[1]',
      'files[2]',
      'files[4]',
    ])
  })

  it('may have Windows paths and detours inside the project', () => {
    const list = [
      { file: 'b.py', path: 'src\\b.py', code: 'b' },
      { file: 'c.py', path: './src/x/../c.py', code: 'c' },
    ]
    expect(read(list)).toEqual({ files: { 'src/b.py': 'b', 'src/c.py': 'c' }, warnings: [] })
  })

  it('keep the last of several with one path, even if only case differs', () => {
    const { files, warnings } = read([GOOD, { ...GOOD, path: 'A.py', code: 'last' }])
    expect(files).toEqual({ 'A.py': 'last' })
    expect(warnings).toEqual(['mission 1: files[1]: "A.py" appears before; the last one counts'])
  })

  it('lose a file whose path is a folder of other files', () => {
    const { files, warnings } = read([
      { file: 'src', path: 'src', code: 'x' },
      { file: 'a', path: 'src/a', code: 'a' },
    ])
    expect(files).toEqual({ 'src/a': 'a' })
    expect(warnings[0]).toMatch(/"src" is also a folder of other files/)
  })

  it('keep a file that is also listed as a folder', () => {
    const { files, warnings } = read([GOOD, { file: null, path: 'a.py', code: null }])
    expect(files).toEqual({ 'a.py': 'good' })
    expect(warnings[0]).toMatch(/the folder of "a.py\/.keep" is also a file/)
  })

  it('keep a file without a name, by its path', () => {
    const list = [
      { file: null, path: 'b.py', code: 'b' },
      { path: 'c.py', code: 'c' },
    ]
    expect(read(list)).toEqual({ files: { 'b.py': 'b', 'c.py': 'c' }, warnings: [] })
  })

  it('are read from JSON in a string, from a code block, and with comments', () => {
    const text = JSON.stringify([GOOD])
    for (const list of [
      text,
      '```json\n' + text + '\n```',
      '[\n {"file": "a.py", "path": "a.py", // why\n "code": "good"}]',
    ])
      expect(read(list)).toEqual({ files: { 'a.py': 'good' }, warnings: [] })
    expect(read('```json\n[{"code": "// no comment", "file": "a", "path": "http://a"}]\n```').files).toEqual({
      'http:/a': '// no comment',
    })
  })

  it.each<[unknown, RegExp]>([
    ['Sorry, I cannot do that.', /files: expected a list, found a string/],
    [null, /files: expected a list, found nothing/],
    [{ a: 1 }, /files: expected a list, found an object/],
  ])('are empty if there is no list: %j', (list, warning) => {
    const { files, warnings } = read(list)
    expect(files).toEqual({})
    expect(warnings[0]).toMatch(warning)
  })

  it('always make a project that can be written, or an empty one', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a', 'a/b', 'A', '../x', 'a/.', '/a', 'node_modules/a'),
    )
    const file = fc.record({
      file: fc.option(name),
      path: fc.option(name),
      code: fc.option(fc.string()),
    }) satisfies fc.Arbitrary<Omit<PublishedFile, 'index'>>
    fc.assert(
      fc.property(fc.array(fc.oneof(file, fc.jsonValue()), { maxLength: 12 }), (list) => {
        const files = projectFiles(
          publishedFiles(list, 'files', () => undefined),
          'files',
          () => undefined,
        )
        expect(() => files.length === 0 || checkProject({ files })).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})
