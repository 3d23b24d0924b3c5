/** Answers as they were published: for each agent, level, mode and sample `NAME.json` with its siblings. */
import { isUtf8 } from 'node:buffer'
import path from 'node:path'
import type { Answers, LaunchPlan, RunRecord } from '../../contracts/schema.ts'
import type { Project, ProjectFile } from '../../contracts/types.ts'
import { levelAndMode } from '../../contracts/variants.ts'
import { groupBy } from '../../lib/collections/group-by.ts'
import { fileName } from '../../lib/files/file-name.ts'
import { namesOfAgents } from '../../benchmarks/published-export.ts'
import type { ExportedTrial, ExportPart } from '../../contracts/published.ts'
import { projectIdOf } from './ids.ts'

type ById = Record<string, unknown>

export function publishedAnswerFiles(trials: readonly ExportedTrial[]): ExportPart[] {
  const agentName = namesOfAgents(trials, fileName)
  return [...groupBy(trials, (trial) => placeOf(trial, agentName(trial)))].flatMap(([place, own]) => {
    const answered = own.flatMap(({ project, ...trial }) => (project ? [{ ...trial, project }] : []))
    const by = (value: (trial: (typeof answered)[number]) => unknown): ById =>
      Object.fromEntries(
        answered.flatMap((trial) => {
          const found = value(trial)
          return found === undefined ? [] : [[projectIdOf(trial.record.trial.mission), found]]
        }),
      )
    const file = (suffix: string, content: ById): ExportPart => ({
      path: `${place}${suffix}.json`,
      content: `${JSON.stringify(content, undefined, 2)}\n`,
    })
    const skeletons = by(({ project }) => project.artefacts?.skeleton?.map(publishedFile))
    const checklists = by(({ project }) =>
      project.artefacts?.checklist?.map(({ page, functions }) => ({ page, function: functions })),
    )
    return [
      file(
        '',
        by(({ project }) => project.files.flatMap(textFile)),
      ),
      file(
        '_parameter',
        by(({ run, record, answers }) => parametersOf(run, record.trial.mission, answers)),
      ),
      file(
        '_startfile',
        by(({ project }) => startFileOf(project)),
      ),
      file(
        '_information',
        by(({ project }) => informationOf(project)),
      ),
      ...(Object.keys(checklists).length === 0 ? [] : [file('_nl_checklist', checklists)]),
      ...(Object.keys(skeletons).length === 0 ? [] : [file('_skeleton', skeletons)]),
    ]
  })
}

/** Such as `direct/gpt-4o_20250210-214312_level_1`; a further sample has its number behind the time. */
function placeOf({ run, record }: ExportedTrial, agent: string): string {
  const { variant, sample } = record.trial
  const { level, mode } = levelAndMode(variant) ?? { level: 1, mode: 'direct' }
  const [date = '', time = ''] = run.startedAt.split(/[T.]/)
  const at = `${date.replaceAll('-', '')}-${time.replace(/\D/g, '')}${sample === 1 ? '' : `-${String(sample)}`}`
  return `${mode}/${agent}_${at}_level_${String(level)}`
}

/** Bytes that are no text cannot stand in JSON. */
function textFile({ path: place, content }: ProjectFile): object[] {
  if (typeof content !== 'string' && !isUtf8(content)) return []
  return [publishedFile({ path: place, content: Buffer.from(content).toString('utf8') })]
}

function publishedFile({ path: place, content }: { readonly path: string; readonly content: string }): object {
  return { file: path.posix.basename(place), path: place, code: content }
}

/** The list form: pages, their functions, the parameters of each. */
function parametersOf(run: RunRecord, id: string, answers: Answers = {}): object[] {
  const { testcodes = [] } = run.benchmark.missions.find((mission) => mission.id === id) ?? {}
  return [...groupBy(testcodes, ({ page = '' }) => page)].map(([page, own]) => ({
    page,
    function: own.map(({ id: testcode, function: name = '' }) => ({
      function: name,
      parameter: Object.entries(answers[testcode] ?? {}).map(([parameter, answer]) => ({ name: parameter, answer })),
    })),
  }))
}

/** The file that a launch plan starts, as far as it is one of the project's; `manage.py` otherwise, if there is one. */
function startFileOf({ launch, files }: Project): string | undefined {
  const known = files.map((file) => file.path)
  const named = launch === undefined ? [] : wordsOf(launch)
  return named.find((word) => known.includes(word)) ?? known.find((place) => path.posix.basename(place) === 'manage.py')
}

/** The commands of a launch plan in their order, as lists of words, and the lines of requirements.txt. */
function informationOf({ launch, files }: Project): object {
  const commands: (readonly string[])[] = []
  if (launch !== undefined && 'install' in launch && launch.install !== undefined) commands.push(launch.install)
  if (launch !== undefined && 'prepare' in launch && launch.prepare !== undefined)
    commands.push(...commandsIn(launch.prepare))
  if (launch !== undefined) commands.push('startFile' in launch ? ['python', ...wordsOf(launch)] : wordsOf(launch))
  const content = files.find((file) => path.posix.basename(file.path) === 'requirements.txt')?.content ?? ''
  const lines = Buffer.from(content).toString('utf8').split('\n')
  return {
    initiate_commands: commands.filter((words) => words.length > 0),
    ...(launch !== undefined && 'homepage' in launch ? { homepage_url: launch.homepage } : {}),
    requirements: lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')),
  }
}

function commandsIn(prepare: readonly string[] | readonly (readonly string[])[]): readonly (readonly string[])[] {
  return prepare.every((each) => typeof each === 'string')
    ? [prepare]
    : prepare.filter((each) => typeof each !== 'string')
}

function wordsOf(launch: LaunchPlan): readonly string[] {
  if ('startFile' in launch) return [launch.startFile.replaceAll('\\', '/').replace(/^\.\//, '')]
  return 'start' in launch ? launch.start : 'run' in launch ? launch.run : []
}
