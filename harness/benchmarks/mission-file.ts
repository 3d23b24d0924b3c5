import { LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { UsageError } from '../errors.ts'
import { missionFileSchema, type MissionFile } from '../schema.ts'

/**
 * Reads the text of a `mission.yaml`.
 * @param file For messages: each one names file, line, field and what was expected
 * @throws UsageError with all mistakes that were found
 */
export function parseMissionFile(text: string, file: string): MissionFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const broken = document.errors[0]
  if (broken)
    throw new UsageError(`${file}:${String(lines.linePos(broken.pos[0]).line)}: ${broken.message.split('\n')[0] ?? ''}`)
  const place = (at: readonly PropertyKey[]) => `${file}:${String(lineOf(document, lines, at))}: ${fieldName(at)}`
  const parsed = missionFileSchema.safeParse(document.toJS({ maxAliasCount: 100 }))
  if (!parsed.success)
    throw new UsageError(parsed.error.issues.map((issue) => `${place(issue.path)}: ${expectation(issue)}`).join('\n'))
  const mistakes = inconsistencies(parsed.data).map(({ at, what }) => `${place(at)}: ${what}`)
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
  return parsed.data
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  return issue.message
}

function fieldName(at: readonly PropertyKey[]): string {
  return at.length === 0 ? 'the file' : at.map(String).join('.')
}

/** The line of the deepest part of a path that the file has. */
function lineOf(document: Document, lines: LineCounter, at: readonly PropertyKey[]): number {
  for (let depth = at.length; depth > 0; depth -= 1) {
    const node = document.getIn(at.slice(0, depth), true) as { range?: [number, number, number] } | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

interface Mistake {
  readonly at: readonly PropertyKey[]
  readonly what: string
}

/** What a schema of single fields cannot see. */
function inconsistencies(mission: MissionFile): Mistake[] {
  return [
    ...dialogueMistakes(mission),
    ...mission.testcodes.flatMap((_, index) => testcodeMistakes(mission, index)),
  ].concat(unusedParameters(mission))
}

function dialogueMistakes(mission: MissionFile): Mistake[] {
  if ((mission.kind === 'console') === (mission.dialogue !== undefined)) return []
  const what =
    mission.kind === 'console' ? 'a console mission needs a dialogue' : `a ${mission.kind} mission has no dialogue`
  return [{ at: ['dialogue'], what }]
}

function testcodeMistakes(mission: MissionFile, index: number): Mistake[] {
  const testcode = mission.testcodes[index]
  if (!testcode) return []
  const before = mission.testcodes.slice(0, index).map(({ id }) => id)
  const page = mission.checklist.find((entry) => entry.page === testcode.page)
  const at = (...field: PropertyKey[]) => ['testcodes', index, ...field]
  return [
    ...(before.includes(testcode.id) ? [{ at: at('id'), what: `"${testcode.id}" is there twice` }] : []),
    ...(page ? [] : [{ at: at('page'), what: `the checklist has no page "${testcode.page}"` }]),
    ...(page && !page.functions.some((entry) => entry.function === testcode.function)
      ? [
          {
            at: at('function'),
            what: `page "${testcode.page}" of the checklist has no function "${testcode.function}"`,
          },
        ]
      : []),
    ...testcode.needs.flatMap((need, position) =>
      before.includes(need)
        ? []
        : [{ at: at('needs', position), what: `no testcode before this one has the id "${need}"` }],
    ),
    ...testcode.parameters.flatMap((name, position) =>
      Object.hasOwn(mission.parameters, name)
        ? []
        : [{ at: at('parameters', position), what: `the mission declares no parameter "${name}"` }],
    ),
  ]
}

function unusedParameters(mission: MissionFile): Mistake[] {
  const used = new Set(mission.testcodes.flatMap(({ parameters }) => parameters))
  return Object.keys(mission.parameters)
    .filter((name) => !used.has(name))
    .map((name) => ({ at: ['parameters', name], what: 'no testcode uses this parameter' }))
}
