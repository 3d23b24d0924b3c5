/** The design of the implementation: folders and files, flows of data, and base classes. */
import { GRAPH_LIMITS } from '../../../../contracts/schema.ts'
import { AgentFault } from '../../../../errors.ts'
import { clashing } from '../../../../agents/framework/clashes.ts'
import { checkedStep } from '../../../../agents/framework/refused.ts'
import type { Setting } from '../../../../agents/framework/setting.ts'
import type { ReadCapability, ReadLayout, ReadUnit } from '../../../../agents/output/repository-plan.ts'
import { answerReader } from '../../../../agents/output/read.ts'
import { graphOf, NO_PLAN, type Plan } from '../graph/build.ts'
import { graphProblems } from '../graph/problems.ts'
import { capabilitiesText, interfaceText, layoutText } from '../graph/text.ts'
import { TEST_FOLDER } from '../write/run-tests.ts'

/** @throws AgentFault if no answer names a file that can be used */
export async function planFiles(setting: Setting, capabilities: readonly ReadCapability[]): Promise<Plan> {
  const checked = await checkedStep<ReadLayout>(
    {
      stage: 'files',
      make: (earlier) =>
        setting.ask('files', 'files', { capabilities: capabilitiesText(capabilities), earlier }, (text) =>
          answerReader.read('layout', text),
        ),
      problemsOf: (made) => [
        ...made.problems,
        ...made.files
          .filter(({ path }) => isReserved(path))
          .map(({ path }) => `${path} is in a folder that nobody may use`),
        ...graphProblems(graphOf({ ...NO_PLAN, capabilities, ...made })),
      ],
      textOf: layoutText,
      filesOf: ({ files }) => files.map(({ path }) => path),
    },
    setting,
  )
  if (!checked) throw new AgentFault('the model never gave a plan with files', 'unreadable')
  return { ...NO_PLAN, capabilities, ...usableFiles(setting, checked.made) }
}

/** Without files that clash with others, and without those beyond the limit. */
function usableFiles(setting: Setting, { files, flows }: ReadLayout): Pick<Plan, 'files' | 'flows'> {
  const seen = new Set<string>()
  const clashes = clashing(files.map(({ path }) => path))
  const distinct = files.filter(
    ({ path }) => !clashes.has(path) && !isReserved(path) && seen.size < seen.add(path).size,
  )
  const kept = distinct.slice(0, GRAPH_LIMITS.files)
  if (kept.length < files.length)
    setting.context.note(
      `files: ${String(files.length - kept.length)} of the plan cannot stand beside the others or are too many`,
    )
  return { files: kept, flows: flows.slice(0, GRAPH_LIMITS.flows) }
}

/** The tests of units are there while they run. */
function isReserved(path: string): boolean {
  return path.toLowerCase().startsWith(`${TEST_FOLDER}/`) || path.toLowerCase() === TEST_FOLDER
}

/** Base classes that several files share. A plan may do without them. */
export async function planBases(setting: Setting, plan: Plan): Promise<Plan> {
  const checked = await checkedStep<readonly ReadUnit[]>(
    {
      stage: 'bases',
      make: (earlier) =>
        setting.ask('bases', 'bases', { layout: layoutText(plan), earlier }, (text) =>
          answerReader.read('interface', text),
        ),
      problemsOf: (made) => [...homeless(plan, made), ...graphProblems(graphOf({ ...plan, bases: asClasses(made) }))],
      textOf: (made) => made.map((unit) => interfaceText(unit.path, [unit])).join('\n'),
      filesOf: (made) => [...new Set(made.map(({ path }) => path))],
    },
    setting,
  )
  const paths = new Set(plan.files.map(({ path }) => path))
  const bases = distinctUnits(asClasses(checked?.made ?? []).filter(({ path }) => paths.has(path)))
  return { ...plan, bases }
}

function asClasses(units: readonly ReadUnit[]): ReadUnit[] {
  return units.map((unit) => ({ ...unit, kind: 'class' }))
}

function homeless({ files }: Plan, bases: readonly ReadUnit[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  return bases
    .filter(({ path }) => !paths.has(path))
    .map(({ name, path }) => `the base class ${name} is in ${path === '' ? 'no file' : path}, which is not in the plan`)
}

/** The first of each name in each file. */
export function distinctUnits(units: readonly ReadUnit[]): ReadUnit[] {
  const byName = new Map<string, ReadUnit>()
  for (const unit of units) {
    const key = JSON.stringify([unit.path, unit.name])
    if (!byName.has(key)) byName.set(key, { ...unit, methods: distinctMethods(unit.methods) })
  }
  return [...byName.values()]
}

function distinctMethods(methods: ReadUnit['methods']): ReadUnit['methods'] {
  return [...new Map(methods.map((method) => [method.name, method])).values()].slice(0, 100)
}
