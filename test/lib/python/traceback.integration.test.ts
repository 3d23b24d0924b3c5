import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { printedError } from '../../../harness/lib/python/traceback.ts'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { needs } from '../../needs.ts'

async function printedBy(source: string): Promise<string> {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { 'main.py': source })
  return await new Promise((resolve) => {
    execFile('/usr/bin/python3', ['main.py'], { cwd: folder.path }, (_, stdout, stderr) => {
      resolve(stdout + stderr)
    })
  })
}

describe('the error that Python prints', await needs('python3'), () => {
  it.each([
    ['of a name', 'def start():\n    begin()\n\nstart()\n', "NameError: name 'begin' is not defined (main.py:2)"],
    ['of syntax', 'x = 1\nif x\n    pass\n', "SyntaxError: expected ':' (main.py:2)"],
    ['without a message', 'raise ValueError\n', 'ValueError (main.py:1)'],
    [
      'followed by one in a destructor',
      'class Late:\n    def __del__(self):\n        late()\nkept = Late()\nraise ValueError(1)\n',
      'ValueError: 1 (main.py:5)',
    ],
    [
      'of a local type',
      'def f():\n    class Ärger(Exception): pass\n    raise Ärger("no")\nf()\n',
      'f.<locals>.Ärger: no (main.py:3)',
    ],
    [
      'raised while another was handled',
      'try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError("a")\n',
      "KeyError: 'a' (main.py:4)",
    ],
  ])('%s has its file and its line', async (_, source, expected) => {
    expect(printedError(await printedBy(source))).toBe(expected)
  })

  it('may have a type of a module', async () => {
    expect(printedError(await printedBy('import json\njson.loads("{")\n'))).toMatch(
      /^json\.decoder\.JSONDecodeError: .* \(decoder\.py:\d+\)$/,
    )
  })

  it('is undefined if nothing failed', async () => {
    expect(printedError(await printedBy('print("File main.py, line 3")\n'))).toBeUndefined()
  })
})
