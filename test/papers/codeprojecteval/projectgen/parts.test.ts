import { describe, expect, it } from 'vitest'
import { inImportOrder } from '../../../../harness/agents/framework/imports.ts'
import { Memory } from '../../../../harness/agents/framework/memory.ts'
import { finishedText, signaturesOf } from '../../../../harness/agents/framework/signatures.ts'
import { readArchitecture } from '../../../../harness/agents/output/architecture.ts'
import { readJudgement } from '../../../../harness/agents/output/judgement.ts'

describe('the order of files', () => {
  it('puts a file after those that it imports, in any way of writing it', () => {
    const files = [
      { path: 'app/__init__.py', content: 'from . import core\nfrom .deep.more import x\n' },
      { path: 'app/core.py', content: 'from app.util import (\n  a,\n  b,\n)\nimport os\n' },
      { path: 'app/deep/more.py', content: 'from ..core import y\n' },
      { path: 'app/util.py', content: '' },
      { path: 'main.js', content: "import { a } from './lib/a.js'\n" },
      { path: 'lib/a.ts', content: '' },
    ]
    expect(inImportOrder(files).map(({ path }) => path)).toEqual([
      ...['app/util.py', 'app/core.py', 'app/deep/more.py', 'app/__init__.py', 'lib/a.ts', 'main.js'],
    ])
  })

  it('keeps every file of a circle, and of a long chain', () => {
    const circle = [
      { path: 'a.py', content: 'import b' },
      { path: 'b.py', content: 'import a' },
    ]
    expect(inImportOrder(circle).map(({ path }) => path)).toEqual(['b.py', 'a.py'])
    const chain = Array.from({ length: 20_000 }, (_, index) => ({
      path: `m${String(index)}.py`,
      content: `import m${String(index + 1)}`,
    }))
    expect(inImportOrder(chain)[0]?.path).toBe('m19999.py')
  })
})

describe('finished files in a prompt', () => {
  const file = {
    path: 'a.py',
    content: 'import os\nLIMIT = 3\n\n\ndef f(\n    a,\n    b,\n):\n    return a + b + 12345\n',
  }

  it('become signatures, and then names, if there is no room', () => {
    expect(signaturesOf(file)).toBe('import os\nLIMIT = 3\ndef f(\n    a,\n    b,\n):')
    expect(finishedText([file], [], 1000)).toContain('12345')
    const short = finishedText([file], [], 60)
    expect(short).toContain('a.py (signatures)')
    expect(short).not.toContain('12345')
    expect(finishedText([file], [], 5)).toContain('Other files: a.py')
  })
})

describe('the memory', () => {
  it('recalls the two most similar changes', () => {
    const memory = new Memory()
    for (const feedback of [
      'the parser loses commas',
      'colours are wrong',
      'the parser loses quotes',
      'the parser hangs',
    ])
      memory.add({ feedback, difference: '', outcome: 'same' })
    expect(memory.similarTo('commas are lost by the parser').map(({ feedback }) => feedback)).toHaveLength(2)
    expect(memory.similarTo('commas are lost by the parser')[0]?.feedback).toBe('the parser loses commas')
    expect(new Memory().similarTo('anything')).toEqual([])
  })
})

describe('answers of the stages', () => {
  it('must have a tree of files with usable paths', () => {
    const tree = (path: string) => JSON.stringify({ modules: [{ name: 'm', files: [{ path, description: 'd' }] }] })
    expect(readArchitecture(tree('./a.py')).modules[0]?.files[0]).toMatchObject({
      path: 'a.py',
      classes: [],
      functions: [],
    })
    expect(() => readArchitecture(tree('../../etc/passwd'))).toThrow(/no tree/)
    expect(() => readArchitecture('I cannot do that, sorry')).toThrow()
  })

  it('must have a score from 0 to 10', () => {
    expect(readJudgement('```json\n{"score": "8/10", "feedback": ["a", "b"]}\n```')).toEqual({
      score: 8,
      feedback: 'a\nb',
    })
    for (const score of ['11', '-1', '"many"']) expect(() => readJudgement(`{"score": ${score}}`)).toThrow(/score/)
  })
})
