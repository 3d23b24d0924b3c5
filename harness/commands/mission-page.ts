import { questionsOf } from '../trial/brief.ts'
import type { Parameter } from '../contracts/schema.ts'
import { countedTestcodes } from '../contracts/suites.ts'
import type { Mission, Testcode } from '../contracts/types.ts'

/** A mission for people, as markdown: what is wished for, and under each function what is looked at. */
export function missionPage(mission: Mission): string {
  return [
    `# ${mission.title}`,
    factsOf(mission),
    ...(mission.prompt === undefined ? [] : [mission.prompt.trim()]),
    ...(mission.checklist ?? []).map(({ page, functions }) =>
      [`## ${page}`, ...functions.map((item) => functionText(mission, page, item))].join('\n\n'),
    ),
    ...section('Questions to the author', parametersOf(mission)),
    ...section('Files that come with it', mission.materials),
  ].join('\n\n')
}

function factsOf(mission: Mission): string {
  const { id, kind, stack = 'free', difficulty, tags = [], limits: { seconds, memoryMiB } = {} } = mission
  const facts = [
    `mission \`${id}\``,
    kind,
    `stack ${stack}`,
    ...(difficulty === undefined ? [] : [difficulty]),
    ...(tags.length === 0 ? [] : [`about ${tags.join(', ')}`]),
    `${countedTestcodes(mission).length} testcodes`,
    ...(seconds === undefined ? [] : [`at most ${seconds} s`]),
    ...(memoryMiB === undefined ? [] : [`at most ${memoryMiB} MiB`]),
  ]
  return facts.join(' · ')
}

interface Item {
  readonly function: string
  readonly description: string
}

function functionText(mission: Mission, page: string, item: Item): string {
  const own = countedTestcodes(mission).filter(
    (testcode) => testcode.page === page && testcode.function === item.function,
  )
  const lines = own.map((testcode) => testcodeLine(testcode, mission.withheld?.[testcode.id]?.reason))
  const checks = own.length === 0 ? 'Not checked.' : lines.join('\n')
  return [`### ${item.function}`, item.description.trim(), checks].join('\n\n')
}

function testcodeLine({ id, expects = '', needs = [] }: Testcode, excluded: string | undefined): string {
  const after = needs.length === 0 ? '' : ` (after ${needs.map((need) => `\`${need}\``).join(', ')})`
  const not = excluded === undefined ? '' : ` **Not judged:** ${excluded}`
  return `- \`${id}\`: ${expects.trim()}${after}${not}`
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`## ${title}`, lines.map((line) => `- ${line}`).join('\n')].join('\n\n')]
}

/** Of the mission, or those of its testcodes where each has parameters of its own. */
function parametersOf(mission: Mission): string[] {
  const line = (name: string, kind: string, description: string) => `\`${name}\` (${kind}): ${description.trim()}`
  const own = Object.entries(mission.parameters ?? {}).map(([name, parameter]) =>
    line(name, kindOf(parameter), parameter.description),
  )
  if (own.length > 0) return own
  return questionsOf(mission).flatMap(({ testcode, parameters }) =>
    parameters.map(({ name, kind, description }) => line(`${testcode}: ${name}`, kind, description)),
  )
}

function kindOf(parameter: Parameter): string {
  return parameter.kind === 'element' ? parameter.element : parameter.kind
}
