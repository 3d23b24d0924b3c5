/** The import rules. That harness/ keeps them is a check of its own: `npm run check -- imports`, which `npm test` runs. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { IConfiguration, ICruiseResult } from 'dependency-cruiser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const rules = createRequire(import.meta.url)('../scripts/checks/imports.cjs') as IConfiguration

/** `rule: from → to` of every import that breaks a rule. */
async function violations(baseDir: string): Promise<string[]> {
  const options = { ...rules.options, ruleSet: { forbidden: rules.forbidden ?? [] }, validate: true, baseDir }
  const { output } = await cruise(['harness'], options)
  const { summary, modules } = output as ICruiseResult
  expect(modules.length).toBeGreaterThan(0)
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

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
      'harness/errors.ts': [],
      'harness/contracts/types.ts': ['../errors.ts'],
      'harness/lib/processes/spawn.ts': ['../../contracts/types.ts'],
      'harness/agents/index.ts': ['./one.ts'],
      'harness/agents/one.ts': ['../contracts/types.ts', '../lib/processes/spawn.ts', 'node:path'],
      'harness/trial/trial.ts': ['../contracts/types.ts', '../agents/index.ts'],
      'harness/run/run.ts': ['../trial/trial.ts'],
      'harness/run/summary.ts': ['../contracts/types.ts'],
    })
    expect(await violations(folder)).toEqual([])
  })

  test.each([
    ['seam-agents', 'harness/agents/one.ts', '../launchers/two.ts', 'harness/launchers/two.ts'],
    ['seam-testers', 'harness/testers/deep/one.ts', '../../store/store.ts', 'harness/store/store.ts'],
    ['lib-knows-no-seam', 'harness/lib/files/one.ts', '../../agents/two.ts', 'harness/agents/two.ts'],
    ['contracts-stand-alone', 'harness/contracts/one.ts', '../lib/files/two.ts', 'harness/lib/files/two.ts'],
    ['shapes-have-one-door', 'harness/run/run.ts', '../contracts/schema/one.ts', 'harness/contracts/schema/one.ts'],
    ['seams-have-one-door', 'harness/run/run.ts', '../contracts/types/one.ts', 'harness/contracts/types/one.ts'],
    ['layer-trial', 'harness/trial/trial.ts', '../run/run.ts', 'harness/run/run.ts'],
    ['layer-store', 'harness/store/store.ts', '../trial/trial.ts', 'harness/trial/trial.ts'],
    ['layer-run', 'harness/run/run.ts', '../quality/one.ts', 'harness/quality/one.ts'],
    ['layer-quality', 'harness/quality/one.ts', '../commands/run.ts', 'harness/commands/run.ts'],
    ['layer-commands', 'harness/commands/one.ts', '../cli.ts', 'harness/cli.ts'],
    ['papers-use-seams', 'harness/papers/mine/one.ts', '../../trial/two.ts', 'harness/trial/two.ts'],
    ['papers-use-seams', 'harness/papers/mine/one.ts', '../yours/two.ts', 'harness/papers/yours/two.ts'],
    [
      'papers-know-no-other',
      'harness/papers/mine/commands/one.ts',
      '../../yours/two.ts',
      'harness/papers/yours/two.ts',
    ],
    ['papers-are-removable', 'harness/commands/one.ts', '../papers/index.ts', 'harness/papers/index.ts'],
    ['papers-are-removable', 'harness/scorers/one.ts', '../papers/mine/two.ts', 'harness/papers/mine/two.ts'],
    ['papers-are-listed-once', 'harness/papers/mine/one.ts', '../index.ts', 'harness/papers/index.ts'],
    ['cli-only-from-bin', 'harness/run/run.ts', '../cli.ts', 'harness/cli.ts'],
    ['index-is-for-others', 'harness/run/run.ts', '../index.ts', 'harness/index.ts'],
    ['harness-stands-alone', 'harness/run/run.ts', '../../scripts/tool.ts', 'scripts/tool.ts'],
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

  test('two folders that import each other', async () => {
    await tree({
      'harness/lib/files/one.ts': ['../models/two.ts'],
      'harness/lib/files/other.ts': [],
      'harness/lib/models/two.ts': [],
      'harness/lib/models/three.ts': ['../files/other.ts'],
    })
    expect((await violations(folder)).some((line) => line.startsWith('no-folder-cycles'))).toBe(true)
  })

  test('a file read by the numbers, and a cycle', async () => {
    await tree({
      'harness/run/summary.ts': ['node:fs'],
      'harness/lib/files/one.ts': ['./two.ts'],
      'harness/lib/files/two.ts': ['./one.ts'],
    })
    const found = await violations(folder)
    expect(found).toContain('numbers-are-pure: harness/run/summary.ts → fs')
    expect(found.filter((line) => line.startsWith('no-cycles'))).not.toEqual([])
  })
})
