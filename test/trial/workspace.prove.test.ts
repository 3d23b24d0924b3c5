import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProjectFile } from '../../harness/contracts/types.ts'
import { checkProject, materialise } from '../../harness/trial/workspace.ts'
import { runModule, temporaryFolder } from '../helpers.ts'
import { files, contents } from './workspace-cases.ts'
import { CODE_POINT } from '../code-points.ts'

describe('materialise', () => {
  it('writes whatever it accepts, so that nobody can blame the harness for a name', async () => {
    const part = fc.oneof(
      fc.constantFrom('a', 'A', 'node_modules', '.git', '-', '..a', 'x'.repeat(255), 'ü'.repeat(127)),
      fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 60 }),
    )
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
    await fc.assert(
      fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 4 }), async (paths) => {
        const project = { files: files(...paths) }
        fc.pre(isAccepted(project.files))
        await using folder = await temporaryFolder()
        await materialise(project, folder.file('project'))
        expect(new Map(await contents(folder.file('project'))).size).toBe(paths.length)
      }),
      { numRuns: 150 },
    )
  })

  it.runIf(process.platform === 'linux')('writes as many files as it accepts with few file handles', async () => {
    const { stdout, stderr } = await runModule(
      `import { materialise } from 'HARNESS/trial/workspace.ts'
       const files = Array.from({ length: 5000 }, (_, index) => ({ path: 'f' + index, content: 'x' }))
       await materialise({ files }, process.cwd() + '/project').then(() => console.log('written'), (error) => console.log(String(error)))`,
      ['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh'],
    )
    expect({ stdout, stderr }).toEqual({ stdout: 'written', stderr: '' })
  })
})

function isAccepted(list: readonly ProjectFile[]): boolean {
  try {
    checkProject({ files: list })
    return true
  } catch {
    return false
  }
}
