import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { agreementOf, type Agreement, type Confusion, type Pair } from '../../../harness/statistics/agreement.ts'
import { cohensKappa } from '../../../harness/statistics/agreement.ts'
import { classOf } from './classes.ts'
import { DATA, agreementWith, hold, judge, print, type Judged } from './runs.ts'

const LEAST_KAPPA = 0.85
const LEAST_AGREEMENT = 0.95
const MOST_POINTS_APART = 4

/** Answers that were published, and what they are called there. */
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

function judgePublished({ file, mode, level }: Published, out: string, flags: readonly string[] = []): Promise<Judged> {
  return judge(`answers:${file}`, out, ['--level', level, '--mode', mode, ...flags])
}

/** Every published verdict of gpt-5 of which the answers were published too, against ours. */
export async function benchAgreement(out: string): Promise<void> {
  const verdicts = path.join(DATA, 'official/gpt-5/test_point_result.csv')
  const all: Agreement[] = []
  for (const published of await publishedBy('gpt-5')) {
    const agreement = await agreementWith(await judgePublished(published, out), verdicts, published.timestamp)
    print(`${published.timestamp} ${published.mode} level ${published.level}: ${figures(agreement)}`)
    all.push(agreement)
  }
  const confusion = all.map((each) => each.confusion).reduce(plus)
  const rows = all.reduce((sum, each) => sum + each.rows, 0)
  const agreed = (confusion.bothPassed + confusion.bothFailed) / rows
  const kappa = cohensKappa(confusion)
  print(`passed by both ${String(confusion.bothPassed)}, failed by both ${String(confusion.bothFailed)}, passed here alone ${String(confusion.onlyHere)}, passed there alone ${String(confusion.onlyThere)}`)
  hold(`κ at least ${String(LEAST_KAPPA)}`, kappa?.toFixed(3) ?? 'unknown', (kappa ?? 0) >= LEAST_KAPPA)
  hold(`at least ${percent(LEAST_AGREEMENT)} of the rows judged by both agree`, `${percent(agreed)} of ${String(rows)}`, agreed >= LEAST_AGREEMENT)
  printClasses(all.flatMap(({ disagreements }) => disagreements))
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
