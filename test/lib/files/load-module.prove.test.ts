import { describe, expect, it } from 'vitest'
import { runModule, temporaryFolder, writeTree } from '../../helpers.ts'

/** A package.json that makes the files beside it modules, like the harness's own. */
const MODULES = '{ "type": "module" }'
const BROKEN = 'export const one = 1\n\nexport default { x: ]\n'

describe('loadModule', () => {
  it.each([
    ['of modules', MODULES],
    ['of CommonJS', '{ "type": "commonjs" }'],
  ])('loads TypeScript with top-level await, re-exports and pe in a package %s', async (_, type) => {
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
  })

  // In a separate Node process: the test runner has its own module loader, with other error messages.
  it.each([
    ['a syntax error in a plain module', 'broken.mjs', BROKEN, /line 3/],
    [
      'an error while loading TypeScript',
      'throws.ts',
      'export const one: number = 1\n\nthrow new Error("at its top")\n',
      /line 3: at its top/,
    ],
    [
      'an error after an interface, without a package.json',
      'alone/throws.ts',
      'interface One {\n  a: number\n}\n\nconst one: One = { a: 1 }\nthrow new Error(`at its top ${one.a}`)\nexport default one\n',
      /line 6: at its top 1/,
    ],
  ])('names file and line of %s', async (_, name, text, place) => {
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
  })
})
