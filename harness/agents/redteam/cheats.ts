import { UsageError } from '../../errors.ts'
import type { Agent, Mission } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { facadeAnswers, facadeOf } from './facade.ts'
import { facadeProject } from './program.ts'

/** The variants of each cheat. If none is named, the variant differs by mission, so that a suite covers all of them. */
export const VARIANTS = {
  cycler: [
    ...['timer', 'chain', 'frame', 'idle', 'worker', 'atomics', 'push', 'css', 'smil', 'animation', 'audio', 'iframe'],
    ...['channel', 'fast', 'slow', 'refuses'],
  ],
  listener: ['marks', 'pointer', 'focus', 'input', 'page', 'observers', 'traps', 'scroll', 'refuses'],
  'every-number': ['element', 'many', 'rows', 'attributes', 'title', 'inputs', 'options', 'words', 'refuses'],
  unseen: [
    ...['opacity', 'faint', 'background', 'transparent', 'offscreen', 'pixel', 'tiny', 'clip', 'path', 'behind'],
    ...['indent', 'filter', 'white', 'transform', 'turned', 'mask', 'thin', 'auto', 'blend', 'font', 'fill'],
    ...['scrolled', 'details', 'covered', 'dialog', 'shadow', 'still', 'refuses'],
  ],
  crasher: [
    ...['renderer', 'exit', 'hang', 'flood', 'memory', 'away', 'close'],
    ...['count', 'kind', 'often', 'always', 'refuses'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

type FacadeCheat = keyof typeof VARIANTS

/** Variants that only modify another one. */
const MODIFIERS: readonly string[] = ['fast', 'slow', 'still', 'words', 'count', 'kind', 'often', 'always', 'refuses']

/** A cheat that shows a façade; `name:word+word` chooses its variants. */
export function facadeCheat(cheat: FacadeCheat) {
  return ({ argument, mission, testcodes }: AgentSetup): Agent => {
    const asked = argument === '' ? [] : argument.split('+')
    const known: readonly string[] = VARIANTS[cheat]
    const unknown = asked.find((word) => !known.includes(word))
    if (unknown !== undefined)
      throw new UsageError(`agent "${cheat}" has no variant "${unknown}"; its variants are ${known.join(', ')}`)
    return {
      name: argument === '' ? cheat : `${cheat}:${argument}`,
      async generate(brief) {
        const about = websiteMission(mission(brief.mission), cheat)
        const variant = asked.length > 0 ? asked : defaultVariant(cheat, about.id)
        return facadeProject(facadeOf({ mission: about, testcodes: await testcodes(about.id) }, cheat, variant))
      },
      answer: (_questions, _project, context) => Promise.resolve(facadeAnswers(mission(context.mission))),
    }
  }
}

/** @throws UsageError for a mission without pages */
export function websiteMission(mission: Mission, cheat: string): Mission {
  if (mission.kind === 'website') return mission
  throw new UsageError(`agent "${cheat}" builds websites, and "${mission.id}" is a ${mission.kind} mission`)
}

/** The default variant for a mission: a hash of its id, so that a run over many missions covers all variants. */
function defaultVariant(cheat: FacadeCheat, id: string): string[] {
  // A listener is strongest with all of its channels.
  if (cheat === 'listener') return []
  const choices = VARIANTS[cheat].filter((word) => !MODIFIERS.includes(word))
  const sum = Array.from(id).reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 65_521, 0)
  const chosen = choices[sum % choices.length]
  return chosen === undefined ? [] : [chosen]
}
