import type { JudgeCheckRequest, Paper } from '../../../contracts/paper.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import yargs from 'yargs'
import { openBenchmark, selectMissions } from '../../../benchmarks/index.ts'
import { CHECKS } from '../dataset.ts'
import { EXIT, type ExitCode } from '../../../contracts/exit-codes.ts'
import { judgeChecksSchema, type Checked, type JudgeCheck, type TrialRecord } from '../../../contracts/schema.ts'
import type { Mission, ProjectFile } from '../../../contracts/types.ts'
import { scratchFolder } from '../../../lib/files/scratch.ts'
import { writeAtomically } from '../../../lib/files/write.ts'
import { isVoted } from '../../../lib/statistics/features.ts'
import { EMPTY, UNRELATED } from './build/unrelated.ts'
import { pluralise } from '../../../lib/wording/count.ts'
import { printable } from '../../../reporters/printable.ts'
import { formatTable } from '../../../reporters/table.ts'
import { readRun, readTrials } from '../../../store/read.ts'
import { print } from '../../../commands/print.ts'
import { performRun } from '../../../commands/run.ts'
import { runFlags } from '../../../commands/run/flags.ts'
import { runOptions } from '../../../commands/run/options.ts'

/** Checks of a library that are kept. */
const MOST = 50

/**
 * `pe judge-check`: the judge judges the reference, an empty repository and an unrelated one in an ordinary run. Its rates are written beside the
 * library, and stand beside the results of that judge from then on.
 */
export async function judgeCheckCommand(options: JudgeCheckRequest, papers: readonly Paper[]): Promise<ExitCode> {
  const benchmark = await openBenchmark(options.benchmark, papers)
  const missions = await selectMissions(benchmark, options.missions)
  for (const mission of missions) await benchmark.canonical(mission)
  await using scratch = await scratchFolder('judge')
  const agents = {
    reference: 'canonical',
    empty: await solutions(path.join(scratch.path, 'empty'), missions, EMPTY),
    unrelated: await solutions(path.join(scratch.path, 'unrelated'), missions, UNRELATED),
  }
  const { code, folder } = await performRun(await optionsOf(options, missions, Object.values(agents)), papers)
  const trials = await readTrials(folder, await readRun(folder))
  const checks = missions.map((mission): [Mission, JudgeCheck] => {
    const of = (agent: string) => checkedIn(trials, mission.id, agent)
    const { reference, empty, unrelated } = agents
    const rates = { reference: of(reference), empty: of(empty), unrelated: of(unrelated) }
    const { judge: model, votes } = options
    return [mission, { model, votes, digest: mission.digest, at: new Date().toISOString(), ...rates }]
  })
  for (const [{ materialsFolder }, check] of checks) await keep(path.join(materialsFolder, CHECKS), check)
  if (options.json)
    process.stdout.write(
      `${JSON.stringify(Object.fromEntries(checks.map(([{ id }, check]) => [id, check])), null, 2)}\n`,
    )
  else print(tableOf(checks))
  sayUnjudged(trials, folder)
  return code === EXIT.usage || code === EXIT.interrupted ? code : isComplete(checks) ? EXIT.done : EXIT.harness
}

/** A folder for the agent that returns what lies in it. */
async function solutions(folder: string, missions: readonly Mission[], files: readonly ProjectFile[]): Promise<string> {
  for (const { id } of missions)
    for (const { path: file, content } of files) {
      const place = path.join(folder, id, 'project', file)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, content)
    }
  return `folder:${folder}`
}

/** The options of `pe run` with these flags. */
async function optionsOf(
  { benchmark, judge, votes, config, maxCost, cache, out }: JudgeCheckRequest,
  missions: readonly Mission[],
  agents: readonly string[],
) {
  const given = [
    ...['--benchmark', benchmark, '--judge', judge, '--judge-votes', String(votes), '--out', out],
    // Three repositories, and a judge that mostly waits for its model: there is nothing to adapt to.
    ...['--concurrency', '3', '--missions', missions.map(({ id }) => id).join(',')],
    ...agents.flatMap((agent) => ['--agent', agent]),
    ...(config === undefined ? [] : ['--config', config]),
    ...(maxCost === undefined ? [] : ['--max-cost', String(maxCost)]),
    ...(cache ? [] : ['--no-cache']),
  ]
  const parser = runFlags(yargs(given)).parserConfiguration({
    'boolean-negation': false,
    'camel-case-expansion': false,
  })
  return { ...runOptions(await parser.parseAsync()), reporters: [] }
}

function checkedIn(trials: readonly TrialRecord[], mission: string, agent: string): Checked {
  const trial = trials.find(({ trial: key }) => key.mission === mission && key.agent === agent)
  const verdicts = trial?.verdicts ?? []
  return {
    tasks: verdicts.length,
    voted: verdicts.filter(({ votes }) => votes && isVoted(votes)).length,
    passed: verdicts.filter(({ status }) => status === 'passed').length,
    unjudged: verdicts.filter(({ status }) => status === 'unjudged').length,
  }
}

function isComplete(checks: readonly (readonly [Mission, JudgeCheck])[]): boolean {
  return checks.every(([, check]) => isWhole(check))
}

function isWhole({ reference, empty, unrelated }: JudgeCheck): boolean {
  return [reference, empty, unrelated].every(({ unjudged, tasks }) => unjudged === 0 && tasks > 0)
}

/** Replaces the earlier check of the same judge, unless that one is complete and this one is not. */
async function keep(file: string, check: JudgeCheck): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  const before = text === undefined ? [] : judgeChecksSchema.parse(JSON.parse(text)).checks
  const isSame = ({ model, votes, digest }: JudgeCheck) =>
    model === check.model && votes === check.votes && digest === check.digest
  if (!isWhole(check) && before.some((each) => isSame(each) && isWhole(each))) return
  const others = before.filter(({ model, votes }) => model !== check.model || votes !== check.votes)
  await writeAtomically(
    file,
    `${JSON.stringify({ schemaVersion: 1, checks: [...others, check].slice(-MOST) }, null, 2)}\n`,
  )
}

function tableOf(checks: readonly (readonly [Mission, JudgeCheck])[]): string {
  const rows = checks.flatMap(([{ id }, check]) =>
    (['reference', 'empty', 'unrelated'] as const).map((repository) => {
      const { tasks, voted, passed, unjudged } = check[repository]
      const expected = repository === 'reference' ? 'yes' : 'no'
      return [id, repository, expected, share(voted, tasks), share(passed, tasks), String(unjudged)]
    }),
  )
  return formatTable([['library', 'repository', 'expected', 'votes yes', 'tests pass', 'unjudged'], ...rows], [3, 4, 5])
}

/** Names the first task that could not be judged, with the reason and the place of all others. */
function sayUnjudged(trials: readonly TrialRecord[], folder: string): void {
  const unjudged = trials.flatMap(({ verdicts }) => verdicts).filter(({ status }) => status === 'unjudged')
  const [first] = unjudged
  if (!first) return
  const why = printable(`${first.testcode}: ${first.reason ?? ''}`)
  process.stderr.write(
    `pe: ${pluralise(unjudged.length, 'task')} could not be judged, such as ${why}\n` +
      `    All reasons are in the report of ${folder}. If the model answers otherwise now: --no-cache\n`,
  )
}

function share(part: number, all: number): string {
  return `${String(part)} of ${String(all)}`
}
