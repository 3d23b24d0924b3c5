/** Laws of links, over projects that are generated together with their imports. */
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphFor, linkage, type Files } from './projects.ts'

/** A project as modules that each define one name, and imports between them by index. */
interface Plan {
  readonly folders: readonly string[]
  readonly imports: readonly { readonly from: number; readonly to: number; readonly way: number }[]
}

const folder = fc.constantFrom('', 'core', 'core/deep', 'ui', 'ui/parts')
const plans: fc.Arbitrary<Plan> = fc.array(folder, { minLength: 2, maxLength: 8 }).chain((folders) => {
  const index = fc.nat({ max: folders.length - 1 })
  const each = fc.record({ from: index, to: index, way: fc.nat({ max: 2 }) })
  const imports = fc.array(each, { minLength: 1, maxLength: 12 })
  return fc.record({ folders: fc.constant(folders), imports })
})

interface Language {
  readonly extension: string
  readonly define: (name: string) => string
  readonly importing: (from: string, to: string, name: string, way: number) => string
}

const dotted = (file: string) => file.replace(/\.py$/, '').replaceAll('/', '.')

const python: Language = {
  extension: '.py',
  define: (name) => `class ${name}:\n    pass\n`,
  importing(from, to, name, way) {
    if (way === 0) return `from ${dotted(to)} import ${name}`
    if (way === 1) return `import ${dotted(to)} as other`
    const ups = path.posix.relative(path.posix.dirname(from), path.posix.dirname(to)).split('/')
    const dots = '.'.repeat(1 + ups.filter((part) => part === '..').length)
    const tail = [...ups.filter((part) => part !== '..' && part !== ''), dotted(path.posix.basename(to))].join('.')
    return `from ${dots}${tail} import ${name}`
  },
}

const typescript: Language = {
  extension: '.ts',
  define: (name) => `export const ${name} = 1`,
  importing(from, to, name, way) {
    const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.ts$/, way === 2 ? '.js' : '')
    const specifier = relative.startsWith('.') ? relative : `./${relative}`
    return way === 1 ? `const { ${name} } = require('${specifier}')` : `import { ${name} } from '${specifier}'`
  },
}

function filesOf({ folders, imports }: Plan, { extension, define, importing }: Language): Files {
  const pathOf = (index: number) => path.posix.join(folders[index] ?? '', `m${String(index)}${extension}`)
  return Object.fromEntries(
    folders.map((_, index) => {
      const own = imports.filter(({ from, to }) => from === index && to !== index)
      const lines = own.map(({ to, way }) => importing(pathOf(index), pathOf(to), `N${String(to)}`, way))
      return [pathOf(index), [...lines, define(`N${String(index)}`), ''].join('\n')]
    }),
  )
}

describe.each(Object.entries({ python, typescript }))('a project of %s', (_, language) => {
  it('has linkage 1 if all imports lead to existing names, by whatever way they are written', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const graph = await graphFor(filesOf(plan, language))
        const count = plan.imports.filter(({ from, to }) => from !== to).length
        expect(linkage(graph, 'paper')).toBe(`${String(count)}/${String(count)}`)
        const [part, whole] = linkage(graph, 'strict').split('/')
        expect(part).toBe(whole)
      }),
      { numRuns: 40 },
    )
  })

  it('loses exactly the imports of a name that is removed', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const files = filesOf(plan, language)
        const lost = plan.imports[0]?.to ?? 0
        const changed = Object.fromEntries(
          Object.entries(files).map(([file, text]) => [file, text.replace(language.define(`N${String(lost)}`), '')]),
        )
        const graph = await graphFor(changed)
        const broken = graph.links.filter(({ status }) => status !== 'resolved')
        const named = graph.links.filter(({ symbol }) => symbol === `N${String(lost)}`)
        expect(broken).toEqual(named)
      }),
      { numRuns: 40 },
    )
  })

  it('has the same links whatever the order of its files', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const files = Object.entries(filesOf(plan, language))
        const [one, other] = [
          await graphFor(Object.fromEntries(files)),
          await graphFor(Object.fromEntries(files.toReversed())),
        ]
        const sorted = (links: typeof one.links) => links.map((link) => JSON.stringify(link)).toSorted()
        expect(sorted(other.links)).toEqual(sorted(one.links))
      }),
      { numRuns: 20 },
    )
  })
})
