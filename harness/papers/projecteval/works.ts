/** Published answers and canonical solutions in the form that scorers compare. */
import type { Question } from '../../contracts/schema.ts'
import type { ChecklistItem, ParameterValue, Work, WorkFile } from '../../contracts/types.ts'
import type { AnswersRequest, ComparedWorks, PublishedWorks } from '../../contracts/published.ts'
import { readAnswers, type PublishedProject } from './answers.ts'
import { readDataset, type PublishedMission, type PublishedPage } from './dataset.ts'
import { projectFiles, type PublishedFile } from './files.ts'
import { projectIdOf } from './ids.ts'
import { isRecord } from './json.ts'
import { matchAnswers, valuesByName } from './parameters.ts'

/** Published answers beside the solutions that they are compared with. */
export async function publishedWorks({ file, source, missions, setting }: AnswersRequest): Promise<PublishedWorks> {
  const { projects, warnings } = await readAnswers(file)
  const published =
    setting === 'paper' ? new Map((await readDataset(source)).missions.map((each) => [each.id, each])) : undefined
  const works = missions.map(({ id, questions = [] }): [string, ComparedWorks] => {
    const project = projects.get(projectIdOf(id))
    if (!published) return [id, { produced: project ? usableWork(project, questions) : {} }]
    const canonical = published.get(projectIdOf(id))
    return [
      id,
      {
        produced: project ? publishedWork(project.raw) : {},
        canonical: canonical ? publishedCanonical(canonical) : {},
      },
    ]
  })
  return { works: new Map(works), warnings }
}

/** An answer as the published implementation reads it: anything not in the published format is absent. */
export function publishedWork({ files, parameters, checklist, skeleton }: PublishedProject['raw']): Work {
  return workOf(
    filesOf(files),
    filesOf(skeleton),
    itemsOf(checklist),
    parameters === undefined ? undefined : answeredValues(parameters),
  )
}

/** The canonical solution as the published implementation reads it. */
export function publishedCanonical({ raw: [mission, files, parameters] }: PublishedMission): Work {
  return workOf(
    filesOf(files),
    filesOf(mission['skeleton']),
    itemsOf(mission['nl_checklist']),
    canonicalValues(parameters),
  )
}

/** An answer in the form that is judged: every usable item counts. */
export function usableWork(published: PublishedProject, questions: readonly Question[]): Work {
  const { files, answers, checklist, skeleton } = published
  const matched = matchAnswers(questions, answers)
  const parameters = questions.flatMap(({ testcode }, index) => {
    const answer = matched[index]
    return answer ? Object.entries(valuesByName(answer)).map(([name, value]) => ({ of: testcode, name, value })) : []
  })
  return workOf(
    projectFiles(files, '', () => undefined),
    skeleton?.flatMap(usableText),
    checklist?.flatMap(itemsOfPage),
    parameters,
  )
}

function workOf(
  code: readonly WorkFile[] | undefined,
  skeleton: readonly WorkFile[] | undefined,
  checklist: readonly ChecklistItem[] | undefined,
  parameters: readonly ParameterValue[] | undefined,
): Work {
  return {
    ...(code ? { code } : {}),
    ...(skeleton ? { skeleton } : {}),
    ...(checklist ? { checklist } : {}),
    ...(parameters ? { parameters } : {}),
  }
}

function usableText({ path, code }: PublishedFile): WorkFile[] {
  return typeof path === 'string' && typeof code === 'string' ? [{ path, content: code }] : []
}

function itemsOfPage({ page, functions }: PublishedPage): ChecklistItem[] {
  return functions.map(({ function: name, description }) => ({ page, function: name, description }))
}

// ---- as published -------------------------------------------------------------------------------------------------

/** Empty folders count as files. */
function filesOf(list: unknown): WorkFile[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map((item: unknown) => {
    const { path, code } = recordOf(item)
    return { path: textOf(path), content: typeof code === 'string' ? code : null }
  })
}

function itemsOf(list: unknown): ChecklistItem[] | undefined {
  if (!Array.isArray(list)) return undefined
  return list.map(recordOf).flatMap(({ page, function: functions }) =>
    recordsOf(functions).map(({ function: name, description }) => ({
      page: textOf(page),
      function: textOf(name),
      description: textOf(description),
    })),
  )
}

/** Reads a list of pages with functions with parameters; any other value has none. */
function answeredValues(pages: unknown): ParameterValue[] {
  return recordsOf(pages).flatMap(({ page, function: functions }) =>
    recordsOf(functions).flatMap(({ function: name, parameter }) => valuesOf(page, name, parameter)),
  )
}

/** Reads page → function → parameters. */
function canonicalValues(pages: unknown): ParameterValue[] {
  return Object.entries(recordOf(pages)).flatMap(([page, functions]) =>
    Object.entries(recordOf(functions)).flatMap(([name, parameters]) => valuesOf(page, name, parameters)),
  )
}

function valuesOf(page: unknown, name: unknown, parameters: unknown): ParameterValue[] {
  return recordsOf(parameters).map((parameter) => ({
    of: `${textOf(page)} / ${textOf(name)}`,
    name: textOf(parameter['name']),
    value: parameter['answer'],
  }))
}

function recordsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
