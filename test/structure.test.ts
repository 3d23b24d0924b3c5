import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { IConfiguration, ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const rules = createRequire(import.meta.url)('../scripts/checks/imports.cjs') as IConfiguration

/** `rule: from → to` of every import that breaks a rule. */
async function violations(baseDir: string): Promise<string[]> {
  const options = { ...rules.options, ruleSet: { forbidden: rules.forbidden ?? [] }, validate: true, baseDir }
  const { output } = await cruise(['harness'], options)
  const { summary, modules } = output as ICruiseResult
  expect(modules.length).toBeGreaterThan(0)
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

test('harness/ keeps its import rules', async () => {
  expect(await violations(root)).toEqual([])
})

describe('the rules catch', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'pe-structure-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** A tree of modules, each of which imports what is listed. */
  async function tree(imports: Readonly<Record<string, readonly string[]>>): Promise<void> {
    for (const [name, targets] of Object.entries(imports)) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      const lines = targets.map((target, index) => `import { value as v${index} } from '${target}'\nv${index}()`)
      await writeFile(file, `${lines.join('\n')}\nexport const value = () => 1\n`)
    }
  }

  test('nothing in a tree that keeps to them', async () => {
    await tree({
      'harness/types.ts': [],
      'harness/processes/spawn.ts': ['../types.ts'],
      'harness/agents/index.ts': ['./one.ts'],
      'harness/agents/one.ts': ['../types.ts', '../processes/spawn.ts', 'node:path'],
      'harness/trial.ts': ['./types.ts', './agents/index.ts'],
      'harness/summary.ts': ['./types.ts'],
    })
    expect(await violations(folder)).toEqual([])
  })

  test.each([
    ['seam-agents', 'harness/agents/one.ts', '../launchers/two.ts', 'harness/launchers/two.ts'],
    ['seam-testers', 'harness/testers/deep/one.ts', '../../store.ts', 'harness/store.ts'],
    ['shared-folders-know-no-seam', 'harness/files/one.ts', '../agents/two.ts', 'harness/agents/two.ts'],
    ['shapes-have-one-door', 'harness/run.ts', './schema/one.ts', 'harness/schema/one.ts'],
    ['seams-have-one-door', 'harness/run.ts', './types/one.ts', 'harness/types/one.ts'],
    ['trial-below-run', 'harness/trial.ts', './run.ts', 'harness/run.ts'],
    ['commands-below-cli', 'harness/commands/one.ts', '../cli.ts', 'harness/cli.ts'],
    ['cli-only-from-bin', 'harness/run.ts', './cli.ts', 'harness/cli.ts'],
    ['index-is-for-others', 'harness/run.ts', './index.ts', 'harness/index.ts'],
    ['harness-stands-alone', 'harness/run.ts', '../scripts/tool.ts', 'scripts/tool.ts'],
  ])('%s', async (rule, from, specifier, to) => {
    await tree({ [from]: [specifier], [to]: [] })
    expect(await violations(folder)).toContain(`${rule}: ${from} → ${to}`)
  })

  test('an import of a type only', async () => {
    await tree({ 'harness/launchers/two.ts': [] })
    await mkdir(path.join(folder, 'harness/agents'))
    const text = "import type { T } from '../launchers/two.ts'\nexport type U = T\n"
    await writeFile(path.join(folder, 'harness/agents/one.ts'), text)
    expect(await violations(folder)).toEqual(['seam-agents: harness/agents/one.ts → harness/launchers/two.ts'])
  })

  test('a file read by the numbers, and a cycle', async () => {
    await tree({
      'harness/summary.ts': ['node:fs'],
      'harness/files/one.ts': ['./two.ts'],
      'harness/files/two.ts': ['./one.ts'],
    })
    const found = await violations(folder)
    expect(found).toContain('numbers-are-pure: harness/summary.ts → fs')
    expect(found.filter((line) => line.startsWith('no-cycles'))).not.toEqual([])
  })
})
