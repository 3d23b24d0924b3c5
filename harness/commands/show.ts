import { defineCommand } from './flags/command.ts'
import type { Argv } from 'yargs'
import { openBenchmark, selectMissions } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Brief, Level, Question } from '../contracts/schema.ts'
import { briefOf, questionsOf } from '../trial/brief.ts'
import { benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JSON_OUTPUT } from './flags/common.ts'
import { level, optional, type Flags } from './flags/values.ts'
import { missionPage } from './mission-page.ts'

function showFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('mission', { type: 'string', demandOption: true, describe: 'an id from pe list' })
    .option('level', {
      type: 'string',
      describe: '1, 2 or 3: what an agent is told at this level, instead of all there is to say',
      requiresArg: true,
    })
    .option('questions', {
      type: 'boolean',
      default: false,
      describe: 'what an agent is asked once its project is frozen',
    })
    .option('json', JSON_OUTPUT)
    .example('$0 show todo', 'what the mission is, for people')
    .example('$0 show todo --level 2', 'the checklist, as an agent is told it')
}

function showOptions(args: Flags<typeof showFlags>): ShowOptions {
  const { mission, questions, json } = args
  return { mission, level: optional(args.level, level), questions, json, benchmark: benchmarkSpec(args) }
}

export interface ShowOptions {
  readonly benchmark: string
  readonly mission: string
  /** What an agent is told at this level; the mission itself, for people, where it is undefined. */
  readonly level: Level | undefined
  readonly questions: boolean
  readonly json: boolean
}

export const command = defineCommand({ flags: showFlags, options: showOptions, handler: showCommand })

/** `pe show MISSION`: a mission for people, or what an agent is told or asked; to read or as JSON. */
export async function showCommand(options: ShowOptions): Promise<ExitCode> {
  const benchmark = openBenchmark(options.benchmark)
  const [mission] = await selectMissions(benchmark, [options.mission])
  if (!mission) throw new TypeError('the mission was selected')
  if (options.questions) {
    const questions = questionsOf(mission)
    print(options.json ? asJson(questions) : questions.map(questionText).join('\n\n'))
    return EXIT.done
  }
  if (options.level === undefined) {
    print(options.json ? asJson(mission) : missionPage(mission))
    return EXIT.done
  }
  const skeleton = options.level === 3 ? await benchmark.skeleton(mission) : []
  const brief = briefOf(mission, options.level, 'direct', skeleton)
  print(options.json ? asJson(brief) : briefText(brief))
  return EXIT.done
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function briefText(brief: Brief): string {
  const head = [
    `# ${brief.title}`,
    `Mission ${brief.mission} · ${brief.kind} · level ${String(brief.level)} · stack ${brief.stack}`,
    brief.advice,
    ...(brief.materials.length > 0 ? [`Files that come with it: ${brief.materials.join(', ')}`] : []),
  ]
  return [...head, ...inputText(brief)].join('\n\n')
}

function inputText({ prompt, checklist, skeleton }: Brief): string[] {
  return [
    ...(prompt === undefined ? [] : [prompt]),
    ...(checklist ?? []).map(({ page, functions }) =>
      [`## ${page}`, ...functions.map((entry) => `- ${entry.function}: ${entry.description}`)].join('\n'),
    ),
    ...(skeleton ?? []).map(({ path, content }) => `----- ${path} -----\n${content}`),
  ]
}

function questionText({ testcode, page, function: name, parameters }: Question): string {
  const lines = parameters.map((parameter) => `  ${parameter.name} (${parameter.kind}): ${parameter.description}`)
  return [`${testcode}: ${page} / ${name}`, ...lines].join('\n')
}
