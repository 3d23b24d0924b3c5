import { describe, expect, it } from 'vitest'
import { readAnswers } from '../../../harness/agents/output/answers.ts'
import { readLaunch } from '../../../harness/agents/output/launch.ts'
import { readFiles } from '../../../harness/agents/output/project.ts'
import type { Question } from '../../../harness/contracts/schema.ts'

const list = (files: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(files).map(([path, code]) => ({ file: path.split(/[\\/]/).at(-1), path, code })))
const read = (text: string) => {
  const { files, notes } = readFiles(text, 'json')
  return { files: Object.fromEntries(files.map(({ path, content }) => [path, content])), notes }
}
const ONE = list({ 'a.js': 'a()\n' })

describe('a list of files', () => {
  it.each([
    ['prose with braces', `${ONE}\n\nA name goes into {name} of the heading.`],
    ['prose with brackets', `${ONE}\n\nIt listens on [PORT] or [8000].`],
    ['an example of JSON', `${ONE}\n\nIts API answers {"greeting": "Hello, Ada!"}.`],
    ['a longer example of JSON', `${ONE}\n\nIts API answers ${JSON.stringify({ greeting: 'Hello'.repeat(200) })}.`],
    ['a brace that is not closed', `${ONE}\n\nThe page begins with <style> body { margin: 0 `],
    ['a bracket that is not closed', `${ONE}\n\nAn answer begins with ["ok`],
    ['an example before it', `Each file is like {"file": …} or {name}.\n${ONE}`],
    [
      'the format before it',
      `The format is [{"file": "name", "path": "its path", "code": "the whole content"}].\n${ONE}`,
    ],
    ['a code fence and prose', `\`\`\`json\n${ONE}\n\`\`\`\nIt uses {name}, and [1, 2].`],
    ['a token of the model', `${ONE}<|im_end|>`],
  ])('is read alone beside %s', (_, text) => {
    expect(read(text)).toEqual({ files: { 'a.js': 'a()\n' }, notes: [] })
  })

  it('may be several, which are read together', () => {
    const note = 'the answer has 2 lists of files, which were read together'
    const both = { 'a.js': 'a()\n', 'b.js': 'b()\n' }
    expect(read(`${ONE}\n${list({ 'b.js': 'b()\n' })}`)).toEqual({ files: both, notes: [note] })
    expect(read(`The server:\n${ONE}\n\nThe page {name}:\n${list({ 'b.js': 'b()\n' })}`).files).toEqual(both)
    expect(read(`${ONE}\n\`\`\`json\n${list({ 'b.js': 'b()\n' })}\n\`\`\``).files).toEqual(both)
  })

  it('replaces an earlier one of the same files, with a note', () => {
    expect(read(`${list({ 'a.js': 'old()\n'.repeat(100) })}\nNo, better:\n${ONE}`)).toEqual({
      files: { 'a.js': 'a()\n' },
      notes: [
        'the answer has 2 lists of files, which were read together',
        '"a.js" appears more than once: the last one counts',
      ],
    })
  })

  it('is repaired without the prose after it', () => {
    const text = `${ONE.slice(0, -1)},]\n\nA name goes into {name} of the heading.`
    expect(read(text)).toEqual({
      files: { 'a.js': 'a()\n' },
      notes: ['the JSON of the answer was not valid and was repaired'],
    })
  })

  it('may have files that are left out, with a note for each', () => {
    const text = list({
      'C:\\app\\a.js': '1',
      '../b.js': '2',
      '\\\\host\\c.js': '3',
      'node_modules/d.js': '4',
      'e.js': '5',
    })
    const { files, notes } = read(text)
    expect(files).toEqual({ 'e.js': '5' })
    expect(notes).toEqual([
      expect.stringContaining('"C:\\\\app\\\\a.js" was left out: the path begins with the drive letter C:'),
      expect.stringContaining('"../b.js" was left out: the path leads out of its folder'),
      expect.stringContaining('was left out: the path is that of a network drive'),
      expect.stringContaining('"node_modules/d.js" was left out'),
    ])
  })

  it.each([
    ['no path', { code: 'lost()' }],
    ['an empty path', { file: '', path: '', code: 'lost()' }],
    ['null as its name', { file: null, path: 'src', code: 'lost()' }],
    ['only a language', { language: 'js', content: 'lost()' }],
    ['its code in lines', { code: ['lost()', 'more()'] }],
  ])('may have a file with %s, which a note names', (_, entry) => {
    const { files, notes } = read(JSON.stringify({ files: [{ path: 'a.js', code: '1' }, entry] }))
    expect(files).toEqual({ 'a.js': '1' })
    expect(notes).toEqual([expect.stringMatching(/^a file without a path was left out: it begins with "lost\(\)/)])
  })

  it('may have JSON in a file and folders without a note', () => {
    const data = '[{"text":"not a file"}]'
    const { files, notes } = read(
      JSON.stringify([{ path: 'a.json', code: data }, { path: 'src' }, { 'b.json': { code: data } }]),
    )
    expect(files).toEqual({ 'a.json': data, 'b.json': data })
    expect(notes).toEqual([])
  })

  it.each([
    [
      'drive letters',
      { 'C:\\app\\a.js': '1', 'd:/b.js': '2', 'file:///E:/c.js': '3' },
      /drive letter C:.*drive letter d:.*drive letter E:/,
    ],
    ['paths outside', { '../a.js': '1' }, /"..\/a.js" was left out: the path leads out/],
  ])('of which all have %s says so', (_, files, reason) => {
    expect(() => read(list(files as Record<string, string>))).toThrow(/^no file of the answer can be used: /)
    expect(() => read(list(files as Record<string, string>))).toThrow(reason)
  })

  it('in blocks with drive letters says so too', () => {
    const text = '```js C:\\app\\a.js\na()\n```\n'
    expect(() => readFiles(text, 'files')).toThrow(/drive letter C:/)
  })

  it('says how many notes there are beyond the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`../${String(index)}.js`, '1']))
    const { notes } = read(list({ ...many, 'a.js': '1' }))
    expect(notes).toHaveLength(21)
    expect(notes.at(-1)).toBe('there are 10 more notes of this kind')
  })
})

describe('launch information', () => {
  const launch = (text: string) => readLaunch(text, 'website')
  const START = '{"start": ["node", "server.js"], "port": 8000}'

  it.each([
    ['prose with braces', `${START}\n\nIt reads \${PORT} if it is set, and {name}.`],
    [
      'the format before it',
      `{"install": ["program", "argument"], "prepare": [["program", "argument"]], "start": ["program", "argument"]}\n\n${START}`,
    ],
    ['a longer example of another thing', `It answers ${JSON.stringify({ greeting: 'x'.repeat(500) })}.\n${START}`],
    ['an earlier one', `{"start": ["npm", "run", "start", "--", "--long-option"]}\nNo:\n${START}`],
  ])('is read beside %s', (_, text) => {
    expect(launch(text)).toEqual({ launch: { start: ['node', 'server.js'], port: 8000, homepage: '/' }, notes: [] })
  })

  it.each([
    [
      ['node', '.\\src\\server.js'],
      ['node', 'src/server.js'],
    ],
    ['node src\\server.js --config=.\\conf\\a.json', ['node', 'src/server.js', '--config=conf/a.json']],
    [
      ['node.exe', '..\\server.js'],
      ['node', '../server.js'],
    ],
    ['npm.cmd start', ['npm', 'start']],
    ['cd src\\app && node .\\server.js', ['sh', '-c', 'cd src/app && node server.js']],
    [
      ['node', '-e', 'print("a\\n")'],
      ['node', '-e', 'print("a\\n")'],
    ],
    [
      ['sed', 's/\\./x/', 'a.txt'],
      ['sed', 's/\\./x/', 'a.txt'],
    ],
  ])('reads the command %j like paths of files', (start, expected) => {
    expect(launch(JSON.stringify({ start })).launch).toMatchObject({ start: expected })
  })

  it('with a drive letter is left out, with a note', () => {
    const { launch: plan, notes } = launch('{"start": ["node", "C:\\\\Users\\\\dev\\\\server.js"], "port": 8000}')
    expect(plan).toBeUndefined()
    expect(notes[0]).toBe(
      '"start" of the launch information: "C:\\\\Users\\\\dev\\\\server.js" begins with the drive letter C:',
    )
  })
})

it('values of parameters are read beside examples', () => {
  const questions: readonly Question[] = [
    {
      ...{ testcode: 'greet', page: 'Main', function: 'Greet', description: '' },
      parameters: [{ name: 'name_field', kind: 'element', description: '' }],
    },
  ]
  const value = '{"greet": {"name_field": "#name"}}'
  for (const text of [
    `${value}\n\nDetail pages such as /items/{id} are not part of it.`,
    `It answers ${JSON.stringify({ greeting: 'x'.repeat(500) })}.\n${value}`,
    `{"testcode": {"parameter": "value"}}\n${value}`,
    `{"greet": {"name_field": "#wrong-and-longer-than-the-other"}}\nNo:\n${value}`,
  ])
    expect(readAnswers(text, questions)).toEqual({ answers: { greet: { name_field: '#name' } }, notes: [] })
})
