import { describe, expect, it } from 'vitest'
import { readFiles } from '../../harness/agents/output/project.ts'
import { AgentFault } from '../../harness/errors.ts'
import { checkProject } from '../../harness/trial/workspace.ts'
import { SHAPES } from './outputs.ts'

describe('recorded shapes of output', () => {
  it('number at least 200', () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(200)
    expect(SHAPES.filter(({ files, fault }) => (files === undefined) === (fault === undefined))).toEqual([])
  })

  it.each(SHAPES.map((shape) => [`${shape.class}: ${shape.name}`, shape] as const))('%s', (_, shape) => {
    if (shape.fault !== undefined) {
      const fault = thrownBy(() => readFiles(shape.text, shape.format))
      expect(fault).toBeInstanceOf(AgentFault)
      expect((fault as AgentFault).kind).toBe(shape.fault)
      return
    }
    const { files } = readFiles(shape.text, shape.format)
    expect(Object.fromEntries(files.map(({ path, content }) => [path, content]))).toEqual(shape.files)
    checkProject({ files })
  })
})

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
