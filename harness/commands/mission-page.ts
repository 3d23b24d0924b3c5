import { questionsOf } from '../trial/brief.ts'
import type { Input, MissionKind, Parameter } from '../contracts/schema.ts'
import { countedSuites, countedTestcodes } from '../contracts/suites.ts'
import type { Mission, Suite, Testcode, TestcodeLimits } from '../contracts/types.ts'
import { inShell } from '../lib/processes/shell.ts'
import { pluralise } from '../lib/wording/count.ts'
import { pluralisePoints, pointsText } from '../contracts/points.ts'

/** The input of the brief of a variant. */
export interface ShownInput {
  readonly variant: string
  readonly input: Input
  /** Of `pe show`, that name the benchmark. */
  readonly flags: readonly string[]
}

/**
 * A mission for people, as Markdown: the prompt, and the testcodes of each function. If there is no checklist, or if there are
 * several suites, the suites are listed.
 * @param shown Used if the mission itself has no prompt and no checklist
 */
export function missionPage(mission: Mission, shown?: ShownInput): string {
  return [
    `# ${mission.title}`,
    factsOf(mission),
    ...(mission.prompt === undefined ? [] : [mission.prompt.trim()]),
    ...(mission.checklist ?? []).map(({ page, functions }) =>
      [`## ${page}`, ...functions.map((item) => functionText(mission, page, item))].join('\n\n'),
    ),
    ...(shown ? inputText(mission, shown) : []),
    ...(mission.code === undefined
      ? []
      : section(
          'Code that is judged',
          mission.code.map((place) => `\`${place}\``),
        )),
    ...(mission.checklist === undefined || mission.suites.length > 1 ? suiteSections(mission) : []),
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
    mission.uncalibrated ? 'not calibrated yet' : testcodesText(mission, countedTestcodes(mission)),
    ...pointFacts(mission),
    ...(seconds === undefined ? [] : [`at most ${seconds} s`]),
    ...(memoryMiB === undefined ? [] : [`at most ${memoryMiB} MiB`]),
  ]
  return facts.join(' · ')
}

/** `100 testcodes`, or `100 testcodes (99 judged, 1 excluded)`. */
function testcodesText(mission: Mission, testcodes: readonly Testcode[]): string {
  const judged = testcodes.filter((testcode) => !isExcluded(mission, testcode)).length
  const excluded = testcodes.length - judged
  const text = pluralise(testcodes.length, 'testcode')
  return excluded === 0 ? text : `${text} (${String(judged)} judged, ${String(excluded)} excluded)`
}

function isExcluded({ withheld = {} }: Mission, { id }: Testcode): boolean {
  return withheld[id]?.status === 'excluded'
}

/** Empty if each testcode is worth one point. */
function pointFacts(mission: Mission): string[] {
  const { submissions, runnable = 'point' } = mission
  const testcodes = countedTestcodes(mission)
  const all = pointsOf(mission, testcodes) + (runnable === 'point' ? 1 : 0)
  return [
    ...(testcodes.every(({ points = 1 }) => points === 1) ? [] : [pluralisePoints(all)]),
    ...(submissions === undefined
      ? []
      : [`at most ${pluralise(submissions.most, 'submission')}, of which the ${submissions.counts} counts`]),
  ]
}

/** Excluded testcodes are worth nothing. */
function pointsOf(mission: Mission, testcodes: readonly Testcode[]): number {
  return testcodes.reduce((sum, each) => sum + (isExcluded(mission, each) ? 0 : (each.points ?? 1)), 0)
}

/** Lists documents by name only: they may be long. */
function inputText(mission: Mission, { variant, input, flags }: ShownInput): string[] {
  const more = `\`${inShell(['pe', 'show', mission.id, ...flags, '--variant', variant])}\` shows all that an agent is told.`
  switch (input.type) {
    case 'prompt':
      return [input.prompt.trim()]
    case 'documents':
      return [
        ...section(
          'Documents',
          input.documents.map(
            ({ path, role, content }) => `\`${path}\` (${role}), ${pluralise(content.length, 'character')}`,
          ),
        ),
        more,
      ]
    case 'checklist':
    case 'skeleton':
      return [more]
  }
}

/** The meaning of `runnable`, by kind of mission; for other kinds, the project starts and answers. */
const RUNS: Partial<Record<MissionKind, string>> = {
  library: 'the files of the project are there, and its tests can begin',
  desktop: 'the project shows its window',
}

function suiteSections(mission: Mission): string[] {
  const { kind, suites, runnable = 'point', withheld = {} } = mission
  const [first] = countedSuites(mission)
  const runs = RUNS[kind] ?? 'the project starts and answers'
  return suites.map((suite) =>
    [
      `## Suite \`${suite.id}\``,
      ...(mission.uncalibrated
        ? [
            `tester ${suite.tester} · its tests are known once they have run on the reference: with the first pe run, or with pe doctor`,
          ]
        : [suiteFacts(mission, suite)]),
      [
        ...(suite === first
          ? [`- \`runnable\`: ${runs} (${runnable === 'point' ? '1 point' : 'worth no points'})`]
          : []),
        ...suite.testcodes.map((testcode) => testcodeLine(testcode, withheld[testcode.id]?.reason)),
      ].join('\n'),
    ].join('\n\n'),
  )
}

function suiteFacts(mission: Mission, { id, tester, weight, visible, testcodes }: Suite): string {
  const runnable = countedSuites(mission)[0]?.id === id && mission.runnable !== 'condition' ? 1 : 0
  const points = pointsOf(mission, testcodes) + runnable
  const counts =
    visible === true ? 'an agent may run it while it works; it never counts' : `weight ${pointsText(weight)}`
  return [`tester ${tester}`, counts, testcodesText(mission, testcodes), pluralisePoints(points)].join(' · ')
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

function testcodeLine(
  { id, expects = '', needs = [], points = 1, limits }: Testcode,
  excluded: string | undefined,
): string {
  const after = needs.length === 0 ? '' : ` (after ${needs.map((need) => `\`${need}\``).join(', ')})`
  const worth = points === 1 ? '' : ` (${pluralisePoints(points)})`
  const not = excluded === undefined ? '' : ` **Not judged:** ${excluded}`
  const text = expects.trim() === '' ? '' : `: ${expects.trim()}`
  return `- \`${id}\`${text}${after}${worth}${limitsText(limits)}${not}`
}

function limitsText({ seconds, memoryMiB }: TestcodeLimits = {}): string {
  const limits = [
    ...(seconds === undefined ? [] : [`${seconds} s`]),
    ...(memoryMiB === undefined ? [] : [`${memoryMiB} MiB`]),
  ]
  return limits.length === 0 ? '' : ` (at most ${limits.join(', ')})`
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [[`## ${title}`, lines.map((line) => `- ${line}`).join('\n')].join('\n\n')]
}

/** The parameters of the mission, or those of its testcodes if each has its own. */
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
