import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Argv } from 'yargs'
import { benchmarkEntry, benchmarksWith } from '../benchmarks/index.ts'
import { type ExitCode, EXIT } from '../contracts/exit-codes.ts'
import type { JudgeCheckRequest, Paper } from '../contracts/paper.ts'
import { UsageError } from '../errors.ts'
import { defineCommand } from './flags/command.ts'
import { JSON_OUTPUT, OUT } from './flags/common.ts'
import { JUDGE_VOTES, NO_CACHE, judgeVotes } from './flags/judge.ts'
import { list, type Flags } from './flags/values.ts'
import type { JudgedCriterion } from '../contracts/paper-tables.ts'
import { csvLine } from '../reporters/formats/csv.ts'
import { TABLE_FORMATS } from '../reporters/tables/formats.ts'
import { resolveRun } from '../store/resolve.ts'
import { resultFiles } from '../store/store.ts'
import { deliver } from './deliver.ts'
import { COLUMNS, readPeople } from './people-file.ts'
import { say } from './print.ts'
import { allTables, tablesForRun, tablesOf } from './tables.ts'

/** Votes for one task, as in the paper of RepoCraft. */
const VOTES = 5

function checkFlags(flags: Argv) {
  return flags
    .positional('benchmark', {
      type: 'string',
      demandOption: true,
      describe: 'repocraft:DIR, or a run of ProjDevBench whose review people have repeated',
    })
    .option('judge', {
      type: 'string',
      describe: 'the model, such as openai:NAME; of a run, the model that reviewed it',
      requiresArg: true,
    })
    .option('people', { type: 'string', describe: 'of a run: the file with judgements of people', requiresArg: true })
    .option('template', { type: 'string', describe: 'of a run: write that file, to be filled in', requiresArg: true })
    .option('judge-votes', { ...JUDGE_VOTES, default: VOTES })
    .option('missions', { type: 'string', describe: 'libraries; all by default', requiresArg: true })
    .option('config', { type: 'string', describe: 'the file to read in place of pe.config.ts', requiresArg: true })
    .option('no-cache', NO_CACHE)
    .option('max-cost', { type: 'number', describe: 'US dollars that may be spent on models', requiresArg: true })
    .option('out', OUT)
    .option('json', JSON_OUTPUT)
    .example('$0 judge-check repocraft:repocraft --judge openai:NAME', 'before its verdicts are believed')
    .example('$0 judge-check RUN --people people.csv', 'correlation, accuracy and κ with people')
}

function checkOptions(args: Flags<typeof checkFlags>): JudgeCheckRequest | JudgePeopleOptions {
  const { benchmark, judge, config, out, json, people, template, 'max-cost': maxCost } = args
  if (people !== undefined || template !== undefined) return { run: benchmark, out, json, people, template }
  if (judge === undefined) throw new UsageError('--judge names the model that is checked')
  return {
    ...{ benchmark, judge, config, out, json, maxCost },
    cache: !args['no-cache'],
    votes: judgeVotes(args['judge-votes']),
    missions: args.missions === undefined ? [] : list('--missions', args.missions),
  }
}

export const command = defineCommand({
  flags: checkFlags,
  options: checkOptions,
  handler: (options, papers) =>
    'run' in options ? judgePeopleCommand(options, papers) : judgeCheckCommand(options, papers),
})

/** @throws UsageError if the benchmark has no tasks that a model judges */
async function judgeCheckCommand(request: JudgeCheckRequest, papers: readonly Paper[]): Promise<ExitCode> {
  const check = await benchmarkEntry(request.benchmark, papers)?.checkJudge?.()
  if (check) return check(request, papers)
  const known = benchmarksWith('checkJudge', papers).map((name) => `${name}:DIR`)
  throw new UsageError(
    `"${request.benchmark}" is no benchmark with tasks of libraries: name ${[...known, 'a run with --people or --template'].join(', or ')}`,
  )
}

// ---- judge people --------------------------------------------------------------------------------------------------

// How far the model that judged code in a run agrees with people.

interface JudgePeopleOptions {
  readonly run: string
  readonly out: string
  readonly json: boolean
  readonly people: string | undefined
  readonly template: string | undefined
}

/** `pe judge-check RUN --people FILE`: the agreement as its paper gives it. `--template FILE` writes the file that people fill in. */
async function judgePeopleCommand(options: JudgePeopleOptions, papers: readonly Paper[]): Promise<ExitCode> {
  const { run, out, json, people, template } = options
  const data = await resultFiles.read(await resolveRun(run, out))
  const all = await allTables(papers)
  const criteria = tablesForRun(data.run, all)?.criteria?.(data) ?? []
  if (criteria.length === 0) throw new UsageError(`${run} has no review by a model: name a run of ${reviewed(all)}`)
  if (template !== undefined) {
    // People may have filled it in.
    if (existsSync(template))
      throw new UsageError(
        `${path.resolve(template)} exists: name a new file with --template, or read it with --people`,
      )
    await deliver(templateOf(data.run.runId, criteria), template)
    say(
      `wrote ${path.resolve(template)}: a row for each criterion; each person copies them, and judges by 0 to 10, or yes or no`,
    )
  }
  if (people === undefined) return EXIT.done
  const wanted = ({ comparesPeople }: { readonly comparesPeople?: true }) => comparesPeople === true
  const made = tablesOf([data], { people: await readPeople(people), wanted }, all)
  await deliver(TABLE_FORMATS[json ? 'json' : 'md'](made), undefined)
  return EXIT.done
}

/** The benchmarks whose code a model judges. */
function reviewed(all: Awaited<ReturnType<typeof allTables>>): string {
  return Object.entries(all)
    .flatMap(([name, { criteria }]) => (criteria ? [name] : []))
    .join(' or ')
}

function* templateOf(run: string, criteria: readonly JudgedCriterion[]): Iterable<string> {
  yield csvLine(COLUMNS)
  for (const { trial, testcode, criterion } of criteria) yield csvLine([run, trial, testcode, criterion, '', ''])
}
