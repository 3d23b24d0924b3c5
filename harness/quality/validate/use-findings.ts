/** Findings about the parameters and the expectations of testcodes, from what they used while they ran. */
import { pythonTestcodesSchema } from '../../contracts/schema.ts'
import { countedTestcodes } from '../../contracts/suites.ts'
import type { Mission } from '../../contracts/types.ts'
import type { Finding } from './results.ts'
import type { Subject } from './subject.ts'
import type { RoundUses } from './variety.ts'

/** Findings about testcodes that ran to their end. */
export function useFindings(
  { mission }: Pick<Subject, 'mission'>,
  rounds: readonly RoundUses[],
  ids: readonly string[],
): Finding[] {
  const used = usedAnywhere(mission, rounds)
  return countedTestcodes(mission)
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id, parameters = [] }): Finding[] => {
      const all = rounds.flatMap(({ uses }) => uses.get(id) ?? [])
      const asked = new Set(all.flatMap((use) => [...use.parameters]))
      const compared = new Set([...asked].flatMap((name) => differingFrom(mission, name)))
      const unused = parameters.filter((name) => !asked.has(name) && !compared.has(name) && !used.has(name))
      const silent = all.some((use) => use.expectations === 0)
      return [
        ...(silent ? [assertionFinding(mission.id, id)] : []),
        ...unused.map((name): Finding => {
          return { mission: mission.id, kind: 'parameters', text: `testcode "${id}" names "${name}" and never uses it` }
        }),
      ]
    })
}

/**
 * The parameters that some testcode uses, in missions that ask for each value once: there, naming it in another testcode asks for
 * nothing more, and that one may need it only in some games. Empty for other missions.
 */
function usedAnywhere({ kind }: Mission, rounds: readonly RoundUses[]): ReadonlySet<string> {
  if (kind !== 'desktop') return new Set()
  return new Set(rounds.flatMap(({ uses }) => [...uses.values()].flatMap(({ parameters }) => [...parameters])))
}

/** Parameters whose values are read with this one, because they must differ from it. */
function differingFrom({ parameters = {} }: Mission, name: string): readonly string[] {
  const parameter = parameters[name]
  return parameter !== undefined && 'apart' in parameter ? parameter.apart : []
}

/** Findings about Python testcodes, by their sources: they cannot be watched. */
export function sourceFindings({ mission, testcodes }: Subject, ids: readonly string[]): Finding[] {
  const sources = pythonTestcodesSchema.safeParse(Object.assign({}, ...testcodes.values()))
  if (!sources.success) return []
  return ids
    .filter((id) => !/\bassert|\braise\b/.test(withoutComments(sources.data[id]?.source ?? 'assert')))
    .map((id) => assertionFinding(mission.id, id))
}

function withoutComments(python: string): string {
  return python.replaceAll(/#.*$/gm, '')
}

function assertionFinding(mission: string, id: string): Finding {
  return { mission, kind: 'assertions', text: `testcode "${id}" passes without stating an expectation` }
}
