import path from 'node:path'
import { AgentFault, UsageError } from '../../errors.ts'
import { readAnswers, type PublishedProject, type PublishedRun } from './answers.ts'
import type { PublishedPage } from './dataset.ts'
import { projectFiles } from './files.ts'
import { projectIdOf } from './ids.ts'
import { matchAnswers, valuesByName } from './parameters.ts'
import type { Answers, Checklist, Question } from '../../contracts/schema.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { MODES, type Mode } from '../../contracts/vocabulary.ts'
import type { BenchmarkAgent, Project, TextFile } from '../../contracts/types.ts'

/**
 * Returns published answers to the missions of ProjectEval: `NAME.json` with the projects, `NAME_parameter.json` with the
 * parameter values, `NAME_startfile.json` with the start files. Calls no model. Each of several files is one sample.
 * @throws UsageError naming the file and what is wrong with it
 */
export const answersAgent: BenchmarkAgent['create'] = async ({ argument, missions }) => {
  const samples = await Promise.all(
    argument.split(':').map(async (file) => sampleOf(await readAnswers(file), missions)),
  )
  const solutionOf = (mission: string, sample: number) => {
    const run = samples[sample - 1]
    if (!run)
      throw new UsageError(
        `sample ${String(sample)} needs its own answer file; number of files given: ${String(samples.length)}`,
      )
    return run.solutionOf(mission)
  }
  return {
    name: `answers:${argument}`,
    warnings: samples.flatMap(({ warnings }) => warnings),
    generate: async (brief, { sample }) => {
      samples[sample - 1]?.requireVariant(brief.variant)
      return (await solutionOf(brief.mission, sample)).project
    },
    answer: async (questions, _project, { mission, sample }) =>
      answersTo(questions, (await solutionOf(mission, sample)).published),
  }
}

interface PublishedSolution {
  readonly published: PublishedProject
  readonly project: Project
}

interface Sample {
  readonly warnings: readonly string[]
  /** @throws UsageError if the answers are, by their published name, for another level or mode: they would be in a wrong cell of a table */
  requireVariant(variant: string): void
  /** @throws AgentFault if there is no project for the mission */
  solutionOf(mission: string): Promise<PublishedSolution>
}

function sampleOf(run: PublishedRun, missions: readonly string[]): Sample {
  const name = path.basename(run.file)
  const warnings = [...run.warnings]
  const solutions = new Map<string, PublishedSolution>()
  for (const mission of missions) {
    const id = projectIdOf(mission)
    const published = run.projects.get(id)
    const warn = (warning: string) => void warnings.push(`${name}: ${warning}`)
    if (published) solutions.set(mission, { published, project: projectOf(published, `mission ${id}: files`, warn) })
  }
  return {
    warnings,
    requireVariant(variant) {
      const published = publishedVariant(run)
      const asked = levelAndMode(variant)
      if (asked === undefined) return
      const { level = asked.level, mode = asked.mode } = published
      if (level === asked.level && mode === asked.mode) return
      throw new UsageError(
        `${run.file} has answers for level ${String(level)}, ${mode}, and this run asks for level ${String(asked.level)}, ${asked.mode}:` +
          ` add --level ${String(level)} --mode ${mode}, and run answers for other levels and modes by themselves`,
      )
    },
    solutionOf(mission) {
      const found = solutions.get(mission)
      return found ? Promise.resolve(found) : Promise.reject(new AgentFault(`${name} has no project for "${mission}"`))
    },
  }
}

/** Published files are `direct/…_level_1.json` and `cascade/…_level_1.json`; only a cascade has skeletons beside it. */
function publishedVariant({ file, projects }: PublishedRun): { readonly level?: number; readonly mode?: Mode } {
  const level = /_level_([123])\.json$/.exec(file)?.[1]
  if (level === undefined) return {}
  const folder = path.basename(path.dirname(file))
  const hasSkeletons = [...projects.values()].some(({ skeleton }) => skeleton !== undefined)
  const mode = MODES.find((name) => name === folder) ?? (hasSkeletons ? 'cascade' : undefined)
  return { level: Number(level), ...(mode === undefined ? {} : { mode }) }
}

function projectOf(published: PublishedProject, place: string, warn: (warning: string) => void): Project {
  const { startFile, checklist, skeleton } = published
  const artefacts = {
    ...(checklist ? { checklist: asChecklist(checklist) } : {}),
    ...(skeleton ? { skeleton: skeleton.flatMap(({ path: at, code }) => textFile(at, code)) } : {}),
  }
  return {
    files: projectFiles(published.files, place, warn),
    ...(startFile === undefined ? {} : { launch: { startFile } }),
    ...(Object.keys(artefacts).length === 0 ? {} : { artefacts }),
  }
}

function asChecklist(pages: readonly PublishedPage[]): Checklist {
  return pages
    .filter(({ functions }) => functions.length > 0)
    .map(({ page, functions }) => ({
      page,
      functions: functions.map(({ function: name, description }) => ({ function: name, description })),
    }))
}

function textFile(at: string | null | undefined, code: string | null | undefined): TextFile[] {
  return typeof at === 'string' && typeof code === 'string' ? [{ path: at, content: code }] : []
}

function answersTo(questions: readonly Question[], { answers }: PublishedProject): Answers {
  const matched = matchAnswers(questions, answers)
  const pairs = questions.map(({ testcode }, index) => {
    const answer = matched[index]
    return [testcode, answer ? valuesByName(answer) : {}] as const
  })
  return Object.fromEntries(pairs)
}
