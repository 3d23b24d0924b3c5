/** The proposal: features selected in rounds, and grouped into capabilities. */
import { AgentFault } from '../../../../errors.ts'
import type { ReadCapability, ReadFeature } from '../../../../agents/output/repository-plan.ts'
import { answerReader } from '../../../../agents/output/read.ts'
import { checkedStep } from '../../../../agents/framework/refused.ts'
import { record } from '../../../../agents/framework/rounds.ts'
import { uselessReason, type Setting } from '../../../../agents/framework/setting.ts'
import { graphOf, NO_PLAN } from '../graph/build.ts'
import { graphProblems } from '../graph/problems.ts'
import { capabilitiesText, listText } from '../graph/text.ts'

const ROUNDS = 3
const MOST_FEATURES = 1000
/** Capabilities and features in the graph. */
const MOST_NODES = 1500
/** Features that are named in a problem. */
const MOST_NAMED = 40

/** @returns the features that are wanted after the last round; none if no answer could be used */
export async function proposeFeatures(setting: Setting): Promise<readonly ReadFeature[]> {
  const features = new Map<string, ReadFeature>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    const isDone = await oneRound(setting, round, features)
    if (isDone) break
  }
  return [...features.values()]
}

/** @returns whether nothing is missing any more, or the answer changed nothing */
async function oneRound(setting: Setting, round: number, features: Map<string, ReadFeature>): Promise<boolean> {
  try {
    const values = { features: featuresText([...features.values()]), round: String(round), rounds: String(ROUNDS) }
    const answer = await setting.ask('features', 'features', values, (text) => answerReader.read('features', text))
    const before = features.size
    const added = answer.features.filter(({ name }) => !features.has(name))
    for (const feature of added) if (features.size < MOST_FEATURES) features.set(feature.name, feature)
    const left = before + added.length - features.size
    if (left > 0)
      setting.context.note(`features: at most ${String(MOST_FEATURES)} are planned; ${String(left)} are left out`)
    const removed = answer.removed.filter((name) => features.delete(name))
    const feedback = `${String(added.length - left)} added, ${String(removed.length)} removed, ${String(features.size)} in all`
    record(setting, { stage: 'features', round, accepted: answer.isComplete, feedback, files: [] })
    return answer.isComplete || (added.length === 0 && removed.length === 0)
  } catch (error) {
    const problem = uselessReason(error).slice(0, 4000)
    record(setting, { stage: 'features', round, accepted: false, problem, files: [] })
    return false
  }
}

function featuresText(features: readonly ReadFeature[]): string {
  return listText(features.map(({ name, description }) => (description === '' ? name : `${name}: ${description}`)))
}

/** @returns capabilities that have all features; those of the proposal if the model gave none that can be used */
export async function groupFeatures(
  setting: Setting,
  features: readonly ReadFeature[],
): Promise<readonly ReadCapability[]> {
  if (features.length === 0) return [EVERYTHING]
  const checked = await checkedStep<readonly ReadCapability[]>(
    {
      stage: 'capabilities',
      make: (earlier) =>
        setting.ask('capabilities', 'capabilities', { features: featuresText(features), earlier }, (text) =>
          answerReader.read('capabilities', text),
        ),
      problemsOf: (made) => [
        ...graphProblems(graphOf({ ...NO_PLAN, capabilities: made })),
        ...forgotten(features, made),
      ],
      textOf: (made) => capabilitiesText(made),
      filesOf: () => [],
    },
    setting,
  )
  const chosen = checked?.made ?? []
  const left = new Set(missingIn(features, chosen))
  const others = proposedGroups(features.filter(({ name }) => left.has(name)))
  if (checked && others.length > 0)
    setting.context.note(`capabilities: ${String(left.size)} features stay as they were proposed`)
  return within(distinct([...chosen, ...others]), { nodes: MOST_NODES })
}

const EVERYTHING: ReadCapability = { name: 'Everything', description: '', features: [], parts: [] }

function forgotten(features: readonly ReadFeature[], made: readonly ReadCapability[]): string[] {
  const missing = missingIn(features, made)
  if (missing.length === 0) return []
  return [`no capability has these features: ${missing.slice(0, MOST_NAMED).join(', ')}`]
}

function missingIn(features: readonly ReadFeature[], made: readonly ReadCapability[]): string[] {
  const named = new Set(namesIn(made))
  return features.map(({ name }) => name).filter((name) => !named.has(name))
}

function namesIn(capabilities: readonly ReadCapability[]): string[] {
  return capabilities.flatMap(({ name, features, parts }) => [name, ...features, ...namesIn(parts)])
}

/** Capabilities that follow from the groups of the proposal. */
function proposedGroups(features: readonly ReadFeature[]): ReadCapability[] {
  const groups = new Map<string, string[]>()
  for (const { name, group } of features) groups.set(group, [...(groups.get(group) ?? []), name])
  return [...groups].map(([group, names]) => ({
    ...{ name: group === '' ? 'Features' : group, description: '', features: names, parts: [] },
  }))
}

/** The first capabilities and features, so that files, classes and functions have room in the graph. */
function within(capabilities: readonly ReadCapability[], left: { nodes: number }): ReadCapability[] {
  return capabilities.flatMap((each) => {
    left.nodes -= 1
    if (left.nodes < 0) return []
    const features = each.features.slice(0, Math.max(0, left.nodes))
    left.nodes -= features.length
    return [{ ...each, features, parts: within(each.parts, left) }]
  })
}

/** Capabilities of the same name on the same level become one. */
function distinct(capabilities: readonly ReadCapability[]): ReadCapability[] {
  const byName = new Map<string, ReadCapability>()
  for (const each of capabilities) {
    const known = byName.get(each.name)
    const features = [...new Set([...(known?.features ?? []), ...each.features])]
    const parts = distinct([...(known?.parts ?? []), ...each.parts])
    byName.set(each.name, { ...each, description: known?.description ?? each.description, features, parts })
  }
  return [...byName.values()]
}

/** @throws AgentFault if the model refuses the task */
export async function propose(setting: Setting): Promise<readonly ReadCapability[]> {
  const capabilities = await groupFeatures(setting, await proposeFeatures(setting))
  if (capabilities.length === 0) throw new AgentFault('the plan has no capability', 'unreadable')
  return capabilities
}
