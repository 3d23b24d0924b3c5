import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../harness/errors.ts'
import { loadModule } from '../../../harness/lib/files/load-module.ts'
import { runModule, temporaryFolder, writeTree } from '../../helpers.ts'

/** A package.json that makes the files beside it modules, like the harness's own. */
const MODULES = '{ "type": "module" }'
const BROKEN = 'export const one = 1\n\nexport default { x: ]\n'

async function refusal(name: string, text: string): Promise<string> {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, { 'package.json': MODULES, [name]: text })
  const error: unknown = await loadModule(folder.file(name)).catch((reason: unknown) => reason)
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`)
  expect(error.message).toContain(folder.file(name))
  return error.message
}

describe('loadModule', () => {
  it('loads TypeScript with types and imports', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, {
      'package.json': MODULES,
      'helper.ts': 'export const double = (n: number): number => n * 2\n',
      'main.ts':
        "import { double } from './helper.ts'\nenum Kind { A = 'a' }\nexport default { value: double(21), kind: Kind.A }\n",
    })
    expect((await loadModule(folder.file('main.ts'))).default).toEqual({ value: 42, kind: 'a' })
  })

  it('loads TypeScript as a module even without a package.json', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'main.ts': 'export default { value: 42 as number }\n' })
    expect((await loadModule(folder.file('main.ts'))).default).toEqual({ value: 42 })
  })

  it.each([['without a type', '{}']])(
    'loads TypeScript with top-level await, re-exports and pe in a package %s',
    async (_, type) => {
      await using folder = await temporaryFolder()
      await writeTree(folder.path, {
        'package.json': type,
        'one.ts': 'export const one: number = 1\n',
        'all.ts': "export * from './one.ts'\n",
        'main.ts': [
          "import { defineConfig } from 'pe'",
          "import { one } from './all.ts'",
          'const answer: number = await Promise.resolve(41 + one)',
          'export default { answer, pe: typeof defineConfig }',
        ].join('\n'),
      })
      const { stdout, stderr } = await runModule(`
      import { loadModule } from 'HARNESS/lib/files/load-module.ts'
      console.log(JSON.stringify((await loadModule(${JSON.stringify(folder.file('main.ts'))})).default))
    `)
      expect(stderr).toBe('')
      expect(JSON.parse(stdout)).toEqual({ answer: 42, pe: 'function' })
    },
  )

  it('loads plain modules', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'main.mjs': 'export default { value: 42 }\n' })
    expect((await loadModule(folder.file('main.mjs'))).default).toEqual({ value: 42 })
  })

  it('names the line even if the path contains a space', async () => {
    expect(await refusal('with space/throws.mjs', '\n\nthrow new Error("at its top")\n')).toMatch(/line 3: at its top/)
  })

  it('reports a missing file', async () => {
    await expect(loadModule('/nowhere/testcodes.ts')).rejects.toThrow(UsageError)
    await expect(loadModule('/nowhere/testcodes.mjs')).rejects.toThrow('/nowhere/testcodes.mjs cannot be loaded')
  })

  // In a separate Node process: the test runner has its own module loader, with other error messages.
  it.each([['a syntax error in TypeScript', 'broken.ts', BROKEN, /line 3/]])(
    'names file and line of %s',
    async (_, name, text, place) => {
      await using folder = await temporaryFolder()
      await writeTree(folder.path, { ...(name.includes('/') ? {} : { 'package.json': MODULES }), [name]: text })
      const { stdout, stderr } = await runModule(`
      import { loadModule } from 'HARNESS/lib/files/load-module.ts'
      await loadModule(${JSON.stringify(folder.file(name))}).catch((error) => console.log(error.name, error.message))
    `)
      expect(stderr).toBe('')
      expect(stdout).toContain('UsageError')
      expect(stdout).toContain(folder.file(name))
      expect(stdout).toMatch(place)
    },
  )
})
