import type { Paper } from '../contracts/paper.ts'
import { defineCommand } from './flags/command.ts'
import { existsSync } from 'node:fs'
import type { Argv } from 'yargs'
import { openBenchmark, outlineMissions } from '../benchmarks/index.ts'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import type { Brief, Question } from '../contracts/schema.ts'
import type { Benchmark, Mission } from '../contracts/types.ts'
import { countedTestcodes } from '../contracts/suites.ts'
import { firstPaperRequest } from '../agents/protocol/paper.ts'
import { levelAndMode, variantOf } from '../contracts/variants.ts'
import { PROTOCOLS, type Protocol } from '../contracts/vocabulary.ts'
import { UsageError } from '../errors.ts'
import { chooseVariants } from '../run/variants.ts'
import { briefOf, questionsOf } from '../trial/brief.ts'
import { deliver } from './deliver.ts'
import { BENCHMARK, benchmarkFlags, benchmarkSpec } from './flags/benchmark.ts'
import { JSON_OUTPUT } from './flags/common.ts'
import { level, optional, type Flags } from './flags/values.ts'
import { missionPage, type ShownInput } from './mission-page.ts'
import { print } from './print.ts'

function showFlags(flags: Argv) {
  return benchmarkFlags(flags)
    .positional('mission', { type: 'string', demandOption: true, describe: 'an id from pe list' })
    .option('level', {
      type: 'string',
      describe: '1, 2 or 3: show what an agent is told at this level',
      requiresArg: true,
    })
    .option('variant', {
      type: 'string',
      describe: 'show what an agent is told in this variant; pe list variants names them',
      requiresArg: true,
    })
    .option('protocol', {
      choices: PROTOCOLS,
      describe: 'paper: show the first request to a model as ProjectEval published it, with --level or --variant',
      requiresArg: true,
    })
    .option('questions', {
      type: 'boolean',
      default: false,
      describe: 'show what an agent is asked once its project is frozen',
    })
    .option('template', {
      type: 'string',
      describe: 'write an answers.json to fill in to this file',
      requiresArg: true,
    })
    .conflicts('level', 'variant')
    .option('json', JSON_OUTPUT)
    .example('$0 show todo', 'the mission, for people')
    .example('$0 show todo --level 2', 'the checklist, as an agent is told it')
    .example('$0 show todo --template answers.json', 'a file with every answer to give')
}

function showOptions(args: Flags<typeof showFlags>): ShowOptions {
  const { mission, questions, json, template } = args
  const variant = args.variant ?? optional(args.level, (text) => variantOf(level(text), 'direct'))
  if (args.protocol !== undefined && (variant === undefined || questions || template !== undefined))
    throw new UsageError(
      '--protocol goes with --level or --variant, and shows nothing else: it says how a model is asked',
    )
  return { mission, variant, questions, template, json, protocol: args.protocol, benchmark: benchmarkSpec(args) }
}

export interface ShowOptions {
  readonly benchmark: string
  readonly mission: string
  /** Shows the brief of this variant; undefined shows the mission itself, for people. */
  readonly variant: string | undefined
  /** `paper` shows the first request to a model. */
  readonly protocol?: Protocol | undefined
  /** Shows the questions, after the brief if a variant is named. */
  readonly questions: boolean
  /** Where to write a template of `answers.json`. */
  readonly template: string | undefined
  readonly json: boolean
}

export const command = defineCommand({ flags: showFlags, options: showOptions, handler: showCommand })

/** `pe show MISSION`: a mission for people, or the brief or the questions of an agent; as text or as JSON. */
export async function showCommand(options: ShowOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const benchmark = await openBenchmark(options.benchmark, papers)
  const [mission] = await outlineMissions(benchmark, [options.mission])
  if (!mission) throw new TypeError('the mission was selected')
  const questions = questionsOf(mission)
  if (options.template !== undefined) return writeTemplate(questions, mission.id, options.template)
  const brief = options.variant === undefined ? undefined : await briefIn(benchmark, mission, options.variant)
  if (brief && options.protocol === 'paper') {
    print(options.json ? asJson({ request: paperText(brief) }) : paperText(brief))
    return EXIT.done
  }
  if (options.questions) {
    const parts = [...(brief ? [briefText(brief)] : []), questionsText(questions, mission)]
    print(options.json ? asJson(brief ? { brief, questions } : questions) : parts.join('\n\n'))
  } else if (brief) print(options.json ? asJson(brief) : briefText(brief))
  else {
    const flags = options.benchmark === BENCHMARK.default ? [] : ['--benchmark', options.benchmark]
    print(options.json ? asJson(mission) : missionPage(mission, await shownInput(benchmark, mission, flags)))
  }
  return EXIT.done
}

/** The input in the first variant, for a mission that has neither a prompt nor a checklist. */
function shownInput(benchmark: Benchmark, mission: Mission, flags: readonly string[]): Promise<ShownInput | undefined> {
  const [variant] = benchmark.variants
  if (!variant || mission.checklist !== undefined || mission.prompt !== undefined) return Promise.resolve(undefined)
  return benchmark.input(mission, variant.id).then((input) => ({ variant: variant.id, input, flags }))
}

/** @throws UsageError for a variant that the benchmark does not have */
function briefIn(benchmark: Benchmark, mission: Mission, variant: string): Promise<Brief> {
  chooseVariants(benchmark.variants, { variants: [variant], levels: undefined, modes: undefined })
  return briefOf(benchmark, mission, variant)
}

async function writeTemplate(questions: readonly Question[], mission: string, file: string): Promise<ExitCode> {
  if (questions.length === 0) {
    print(`${nothingAsked(mission)} No file was written.`)
    return EXIT.done
  }
  if (existsSync(file)) throw new UsageError(`${file} exists; name another file with --template`)
  await deliver([`${asJson(answersTemplate(questions))}\n`], file)
  print(`wrote ${file}; replace each description by its value`)
  return EXIT.done
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function briefText(brief: Brief): string {
  const head = [
    `# ${brief.title}`,
    `Mission ${brief.mission} · ${brief.kind} · ${variantName(brief.variant)} · stack ${brief.stack}`,
    brief.advice,
    ...(brief.materials.length > 0 ? [`Files that come with it: ${brief.materials.join(', ')}`] : []),
  ]
  return [...head, ...inputText(brief)].join('\n\n')
}

/** @throws UsageError if the paper of the benchmark has no prompts */
function paperText(brief: Brief): string {
  const request = firstPaperRequest(brief)
  if (request !== undefined) return request
  throw new UsageError(`mission "${brief.mission}" is given in the same way in every protocol; leave --protocol out`)
}

/** `level 2` for ProjectEval, whose mode says nothing of the brief; the id otherwise. */
function variantName(variant: string): string {
  const found = levelAndMode(variant)
  return found ? `level ${String(found.level)}` : `variant ${variant}`
}

function inputText({ input }: Brief): string[] {
  switch (input.type) {
    case 'prompt':
      return [input.prompt]
    case 'checklist':
      return input.checklist.map(({ page, functions }) =>
        [`## ${page}`, ...functions.map((entry) => `- ${entry.function}: ${entry.description}`)].join('\n'),
      )
    case 'skeleton':
      return input.files.map(({ path, content }) => `----- ${path} -----\n${content}`)
    case 'documents':
      return input.documents.map(({ role, path, content }) => `----- ${path} (${role}) -----\n${content}`)
  }
}

/** Each parameter once with its description, then the testcodes that use it. */
function questionsText(questions: readonly Question[], mission: Mission): string {
  if (questions.length === 0) return nothingAsked(mission.id)
  const asked = new Map<string, { readonly line: string; readonly testcodes: string[] }>()
  for (const { testcode, parameters } of questions)
    for (const { name, kind, description } of parameters) {
      const key = JSON.stringify([name, kind, description])
      const entry = asked.get(key) ?? { line: `${name} (${kind}): ${description.trim()}`, testcodes: [] }
      entry.testcodes.push(testcode)
      asked.set(key, entry)
    }
  const all = countedTestcodes(mission).map(({ id }) => id)
  return [...asked.values()].map(({ line, testcodes }) => `${line}\n  for ${usersText(testcodes, all)}`).join('\n\n')
}

/** The testcodes that use a parameter, or those that do not if they are fewer. */
function usersText(testcodes: readonly string[], all: readonly string[]): string {
  const others = all.filter((testcode) => !testcodes.includes(testcode))
  if (others.length === 0 && all.length > 1) return `all ${String(all.length)} testcodes`
  return others.length < testcodes.length ? `all testcodes but ${others.join(', ')}` : testcodes.join(', ')
}

function nothingAsked(mission: string): string {
  return `Mission "${mission}" asks no questions; answers.json can be left out.`
}

/** A value that all testcodes share is listed once, under "*". */
function answersTemplate(questions: readonly Question[]): Record<string, Record<string, string>> {
  const descriptions = new Map<string, Set<string>>()
  for (const { parameters } of questions)
    for (const { name, description } of parameters)
      descriptions.set(name, (descriptions.get(name) ?? new Set<string>()).add(description.trim()))
  const shared = [...descriptions].filter(([, texts]) => texts.size === 1)
  const own = questions.map(({ testcode, parameters }) => {
    const rest = parameters.filter(({ name }) => descriptions.get(name)?.size !== 1)
    return [testcode, Object.fromEntries(rest.map(({ name, description }) => [name, description.trim()]))] as const
  })
  return {
    ...(shared.length === 0 ? {} : { '*': Object.fromEntries(shared.map(([name, [text = '']]) => [name, text])) }),
    ...Object.fromEntries(own.filter(([, values]) => Object.keys(values).length > 0)),
  }
}
