import { variantOf } from '../../../harness/contracts/variants.ts'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { cohensKappa, type Agreement, type Confusion } from '../../../harness/lib/statistics/agreement.ts'
import type { Level, Mode, Protocol } from '../../../harness/contracts/schema.ts'
import { UNNAMED, classOf, whyOf, type Row } from './classes.ts'
import { DATA, agreementWith, check, judge, judgedBefore, print, type Judged } from './runs.ts'

const MIN_KAPPA = 0.85
const MIN_AGREEMENT = 0.95
const MAX_POINTS_APART = 4

/** A file of published answers, with its name in the published data. */
interface Published {
  readonly file: string
  readonly mode: string
  readonly timestamp: string
  readonly level: string
}

async function publishedBy(model: string): Promise<Published[]> {
  const found = ['direct', 'cascade'].map(async (mode) => {
    const folder = path.join(DATA, 'official', model, mode)
    const names = (await readdir(folder)).map((name) => /_(\d{8}-\d{6})_level_(\d)\.json$/.exec(name)).filter(Boolean)
    return names.map((match) => {
      const [, timestamp = '', level = ''] = match ?? []
      return { file: path.join(folder, match?.input ?? ''), mode, timestamp, level }
    })
  })
  return (await Promise.all(found)).flat()
}

async function judgePublished({ file, mode, level }: Published, out: string, protocol: Protocol): Promise<Judged> {
  const agent = `answers:${file}`
  const before = await judgedBefore(out, agent, {
    protocol,
    variants: [variantOf(Number(level) as Level, mode as Mode)],
  })
  return before ?? judge(agent, out, ['--level', level, '--mode', mode, '--protocol', protocol])
}

/** Compares the published verdicts of gpt-5, as far as its answers are published too, with ours by both protocols. */
export async function benchAgreement(out: string): Promise<void> {
  for (const protocol of ['paper', 'default'] as const) {
    print(`protocol ${protocol}`)
    await agreementBy(protocol, out)
  }
}

async function agreementBy(protocol: Protocol, out: string): Promise<void> {
  const verdicts = path.join(DATA, 'official/gpt-5/test_point_result.csv')
  const all: Agreement[] = []
  const differing: Row[] = []
  for (const published of await publishedBy('gpt-5')) {
    const judged = await judgePublished(published, out, protocol)
    const agreement = await agreementWith(judged, verdicts, published.timestamp)
    differing.push(...rowsOf(agreement, judged))
    print(`${published.timestamp} ${published.mode} level ${published.level}: ${figures(agreement)}`)
    all.push(agreement)
  }
  const confusion = all.map((each) => each.confusion).reduce(plus)
  const rows = all.reduce((sum, each) => sum + each.rows, 0)
  const agreed = (confusion.bothPassed + confusion.bothFailed) / rows
  const kappa = cohensKappa(confusion)
  print(
    `passed by both ${String(confusion.bothPassed)}, failed by both ${String(confusion.bothFailed)}, passed only here ${String(confusion.onlyHere)}, passed only there ${String(confusion.onlyThere)}`,
  )
  check(
    `protocol ${protocol}: κ at least ${String(MIN_KAPPA)}`,
    kappa?.toFixed(3) ?? 'unknown',
    (kappa ?? 0) >= MIN_KAPPA,
  )
  check(
    `protocol ${protocol}: at least ${percent(MIN_AGREEMENT)} of the rows judged by both agree`,
    `${percent(agreed)} of ${String(rows)}`,
    agreed >= MIN_AGREEMENT,
  )
  printClasses(differing)
}

function figures({ rows, agreement, kappa }: Agreement): string {
  return `${percent(agreement ?? 0)} of ${String(rows)} rows agree, κ ${kappa?.toFixed(3) ?? 'unknown'}`
}

function plus(a: Confusion, b: Confusion): Confusion {
  return {
    bothPassed: a.bothPassed + b.bothPassed,
    onlyHere: a.onlyHere + b.onlyHere,
    onlyThere: a.onlyThere + b.onlyThere,
    bothFailed: a.bothFailed + b.bothFailed,
  }
}

/** The disagreements of a run with their records. */
function rowsOf({ disagreements }: Agreement, { trials }: Judged): Row[] {
  return disagreements.map((pair, index) => {
    const trial = trials.find((each) => each.trial.mission === pair.mission)
    const verdict = trial && [trial.runnable, ...trial.verdicts].find(({ testcode }) => testcode === pair.testcode)
    if (!trial || !verdict) throw new TypeError(`${pair.mission} ${pair.testcode} was not judged`)
    return {
      pair,
      verdict,
      trial,
      before: disagreements.slice(0, index).filter(({ mission }) => mission === pair.mission),
    }
  })
}

/** Prints the number of rows of each class, and one example of each. */
function printClasses(rows: readonly Row[]): void {
  const classes = new Map<string, Row[]>()
  for (const row of rows) classes.set(classOf(row), [...(classes.get(classOf(row)) ?? []), row])
  for (const [name, members] of [...classes].toSorted(([, a], [, b]) => b.length - a.length)) {
    print(`${String(members.length).padStart(4)}  ${name}: ${whyOf(name)}`)
    for (const row of name === UNNAMED ? members : members.slice(0, 1)) print(`        ${lineOf(row)}`)
  }
  const unnamed = classes.get(UNNAMED)?.length ?? 0
  check(
    'every row that differs is in a named class',
    `${String(unnamed)} of ${String(rows.length)} are not`,
    unnamed === 0,
  )
}

function lineOf({ pair: { mission, testcode, here, there }, trial }: Row): string {
  const side = ({ status, reason }: Row['pair']['here']) => `${status} ${(reason ?? '').split('\n')[0] ?? ''}`.trim()
  return `${trial.trial.agent.split('/').at(-1) ?? ''} ${mission} ${testcode}: here ${side(here)}; there ${side(there)}`
}

/** Compares the published points of gpt-4o's runs (testcodes and runnable points, of 284) with ours by the published protocol. */
export async function benchTotals(out: string): Promise<void> {
  const totals = await publishedTotals()
  for (const published of await publishedBy('gpt-4o')) {
    const there = totals.get(`${published.timestamp} ${published.mode} ${published.level}`)
    if (there === undefined) throw new Error(`result-rows.csv has no row for ${published.timestamp}`)
    const paper = pointsOf(await judgePublished(published, out, 'paper'))
    const usual = pointsOf(await judgePublished(published, out, 'default'))
    check(
      `${published.timestamp} ${published.mode} level ${published.level}: at most ${String(MAX_POINTS_APART)} from the published ${String(there)} points`,
      `${String(paper)} (${String(usual)} by the default protocol)`,
      Math.abs(paper - there) <= MAX_POINTS_APART,
    )
  }
}

function pointsOf({ summary }: Judged): number {
  return summary.testcodes.passed + summary.runnable.passed
}

/** Columns: file, day, model, mode, timestamp, level, passed, … */
async function publishedTotals(): Promise<Map<string, number>> {
  const text = await readFile(path.join(DATA, 'official/gpt-4o/result-rows.csv'), 'utf8')
  const rows = text.split('\n').map((line) => line.split(','))
  return new Map(
    rows.map(([, , , mode, timestamp, level, passed]) => [
      `${timestamp ?? ''} ${mode ?? ''} ${level ?? ''}`,
      Number(passed),
    ]),
  )
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)}%`
}
