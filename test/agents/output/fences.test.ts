import { describe, expect, it } from 'vitest'
import { readFiles } from '../../../harness/agents/output/project.ts'

const read = (text: string) =>
  Object.fromEntries(readFiles(text, 'files').files.map(({ path, content }) => [path, content]))
const block = (info: string, content: string, fence = '```') => `${fence}${info}\n${content}${fence}\n`

const SERVER = 'start()\n'
const PYTHON = `def greet(name):
    """Greets.

    \`\`\`
    greet('Ada')
    \`\`\`

    That is all.
    """
    return name
`
const MODULE = `"""A module.

Example:

\`\`\`
greet('Ada')
\`\`\`
"""
import os
`
const README = `# Greeter

Start it:

\`\`\`bash
node server.js
\`\`\`

Then open it:

\`\`\`
http://localhost:8000/
\`\`\`

Done.
`

describe('a file in a block', () => {
  it.each([
    ['with an indented fence in a docstring', 'greet.py', PYTHON],
    ['with a fence in the docstring of its module', 'module.py', MODULE],
    ['with single quotes around it', 'module.py', MODULE.replaceAll('"""', "'''")],
    ['with a fence in a comment', 'a.js', `/*\nUse it:\n\`\`\`\na()\n\`\`\`\n*/\na()\n`],
    ['with a fence in a comment of HTML', 'a.html', `<!--\n\`\`\`\nx\n\`\`\`\n-->\n<p>\n`],
    ['with a fence of more indentation', 'a.txt', 'x\n      ```\ny\n'],
    ['with a fence of another kind', 'a.txt', 'x\n~~~\ny\n~~~\n'],
    ['with quotes that do not end', 'a.py', 'text = \'"""\'\n'],
    ['of Markdown with blocks of the same fences', 'README.md', README],
  ])('%s is whole, and so is the next one', (_, path, content) => {
    expect(
      read(
        `${block(`text ${path}`.replace('text README', 'markdown README'), content)}\n${block('js server.js', SERVER)}`,
      ),
    ).toEqual({
      [path]: content,
      'server.js': SERVER,
    })
  })

  it('of Markdown ends before a block without a path only if it has to', () => {
    const text = `${block('md README.md', README)}\nNow the server:\n\n**server.js**\n\n${block('js', SERVER)}`
    expect(read(text)).toEqual({ 'README.md': README, 'server.js': SERVER })
  })

  it('loses its indentation with that of its fence', () => {
    const indented = block('js src/a.js', 'if (x) {\n  y()\n}\n').replaceAll(/^(?=.)/gm, '   ')
    expect(read(`1. The server:\n\n${indented}\n2. Done.\n`)).toEqual({ 'src/a.js': 'if (x) {\n  y()\n}\n' })
  })

  it('without a path is named in a note', () => {
    const { notes } = readFiles(`${block('js a.js', 'a()\n')}Run it:\n\n${block('bash', 'node a.js\n')}`, 'files')
    expect(notes).toEqual(['a block without a path was left out: it begins with "node a.js"'])
  })

  it('beside a list of files is named in a note', () => {
    const list = JSON.stringify([{ file: 'a.js', path: 'a.js', code: 'a()\n'.repeat(50) }])
    const { files, notes } = readFiles(`${block('json', `${list}\n`)}\n${block('js test.js', 'test()\n')}`, 'json')
    expect(files.map(({ path }) => path)).toEqual(['a.js'])
    expect(notes).toEqual(['"test.js" was left out: it stands in a block beside the list of files'])
  })
})
