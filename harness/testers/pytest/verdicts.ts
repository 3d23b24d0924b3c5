import type { Calibration, Site } from '../../contracts/schema.ts'
import type { Judgement } from '../../contracts/types.ts'
import { comparedIn, digestOf } from './observation.ts'
import { isSound, MOST_HITS, type ToldTest } from './record.ts'
import type { Ran } from './run.ts'

interface JudgedTest extends Pick<Calibration['tests'][number], 'node' | 'seconds' | 'sites' | 'values'> {
  /** Seconds that it may take; undefined if only the time of its run is limited. */
  readonly most?: number
}

/** Characters of a test's report that a reason shows. */
const LONGEST_REASON = 1500
/** An agent is shown this many. */
const LONGEST_SHOWN = 2000
const LONGEST_OUTPUT = 4000

/** Actions of a run that no honest project takes, one line each. */
export function tamperingOf({ record, forged }: Ran): string[] {
  return [
    ...record.tampered.map((what) => what.replace(/^event /, 'it caused ').replace(/^replaced /, 'it replaced ')),
    ...(forged === undefined ? [] : [`it wrote to the judge's pipe: ${JSON.stringify(forged)}`]),
  ]
}

/**
 * The verdict of a test that has begun.
 * @param shown Whether an agent reads it: as pytest prints it then
 */
export function verdictOf(
  test: JudgedTest,
  told: ToldTest,
  ran: Ran,
  sites: readonly Site[],
  shown: boolean,
): Judgement {
  if (!told.done) return endedEarly(ran, test)
  if (told.isOverfull)
    return { status: 'failed', reason: `its run tells more than ${String(MOST_HITS)} values`, evidence: {} }
  const wrong = wrongSite(told, ran) ?? wrongValue(test, told, ran)
  // A wrong value does not end a test here: with pytest alone, it would have been the reason.
  if (!isSound(told)) return { ...failedBy(told, ran, shown), ...(wrong === undefined ? {} : { reason: wrong.reason }) }
  const [replaced] = told.replaced
  if (replaced !== undefined) return { status: 'failed', reason: `${replaced} was replaced while it ran`, evidence: {} }
  if (wrong !== undefined) return { status: 'failed', ...wrong }
  const reached = new Set(told.hits.map(({ placed }) => placed?.number))
  const missed = test.sites.find((number) => !reached.has(number))
  if (missed === undefined) return { status: 'passed', evidence: {} }
  const { file, line } = sites[missed] ?? { file: '?', line: 0 }
  return { status: 'failed', reason: `the assertion at ${file}:${String(line)} was not reached`, evidence: {} }
}

/** The first site that told something wrong, with the assertion as its evidence. */
function wrongSite(
  { hits }: ToldTest,
  { rewriting }: Ran,
): Required<Pick<Judgement, 'reason' | 'evidence'>> | undefined {
  const wrong = hits.find(({ problem }) => problem !== undefined)
  if (wrong?.problem === undefined) return undefined
  const { placed, problem } = wrong
  if (placed === undefined) return { reason: problem, evidence: {} }
  const reason = `${placed.site.file}:${String(placed.site.line)}: ${problem}`
  return { reason, evidence: { output: rewriting.original(placed).slice(0, LONGEST_OUTPUT) } }
}

/** The first site whose values are not those of the reference. */
function wrongValue(
  { values }: JudgedTest,
  { hits }: ToldTest,
  { rewriting }: Ran,
): Required<Pick<Judgement, 'reason' | 'evidence'>> | undefined {
  const allCompared = comparedIn(hits)
  for (const [number, expected] of Object.entries(values)) {
    const compared = allCompared.get(Number(number))
    const placed = hits.find((hit) => hit.placed?.number === Number(number))?.placed
    // It was not reached, which is a reason of its own.
    if (compared === undefined || placed === undefined) continue
    if (digestOf(compared) === expected.digest) continue
    const got = [...compared.values()].find((text) => text !== expected.shown) ?? 'fewer values'
    const wanted = expected.shown ?? 'the values of the reference'
    const reason = `${placed.site.file}:${String(placed.site.line)}: got ${got}, expected ${wanted}`
    return { reason, evidence: { output: rewriting.original(placed).slice(0, LONGEST_OUTPUT) } }
  }
  return undefined
}

function failedBy({ phases }: ToldTest, { rewriting }: Ran, shown: boolean): Judgement {
  const bad = phases.find(({ outcome }) => outcome !== 'passed')
  if (!bad) return { status: 'failed', reason: 'the test ended with an exception', evidence: {} }
  const text = rewriting.restore(bad.text.trim())
  const last = text.split('\n').findLast((line) => line.startsWith('E ')) ?? text.split('\n').at(-1) ?? ''
  if (shown) return { status: 'failed', reason: text.slice(-LONGEST_SHOWN), evidence: {} }
  const what = bad.outcome === 'skipped' ? 'it was skipped' : bad.when === 'call' ? '' : `${bad.when}: `
  const reason = shortened(`${what}${last.replace(/^E\s+/, '')}`)
  return {
    status: 'failed',
    reason: reason === '' ? 'failed' : `${reason}${placeIn(text)}`,
    evidence: { output: text.slice(-LONGEST_OUTPUT) },
  }
}

/** Without addresses in memory, which are others in each run. */
function shortened(reason: string): string {
  const same = reason.replace(/\bat 0x[0-9a-f]+/g, 'at 0x…').replace(/ id='\d+'/g, '')
  return same.length <= LONGEST_REASON ? same : `${same.slice(0, LONGEST_REASON)}…`
}

/** Where an error was raised, as pytest says it in the last of such lines. */
function placeIn(text: string): string {
  const place = [...text.matchAll(/^([^\s:/][^\s:]*\.py):(\d+): /gm)].at(-1)
  return place === undefined ? '' : ` (${String(place[1])}:${String(place[2])})`
}

/** A test did not run to its end: the process ended in it. */
export function endedEarly(ran: Ran, test?: JudgedTest): Judgement {
  const { measured } = ran
  const { limit, reason, errors } = measured
  const evidence = errors === '' ? {} : { output: errors.slice(-LONGEST_OUTPUT) }
  if (isOverTime(ran)) return { status: 'timeout', limit: 'time', reason: tookTooLong(errors, test), evidence }
  if (limit !== undefined)
    return { status: limit === 'time' ? 'timeout' : 'error', limit, reason: reason ?? limit, evidence }
  return { status: 'error', reason: `the process ended before the test did (${howEnded({ measured })})`, evidence }
}

/** A line of a dump of the stack about a file of the tree, which bubblewrap shows as `/project`. */
const PLACE = /File "(?:\/project|[^"\n]*\/pytest-\d+-\d+)\/([^"\n]+)", line (\d+) in (\S+)/

/** Whether the timer of a test, in its process or that of the judge, ended the process. */
export function isOverTime({ overdue, measured: { errors } }: Pick<Ran, 'overdue' | 'measured'>): boolean {
  if (overdue !== undefined) return true
  return errors.includes('Timeout (') && errors.includes('most recent call first')
}

function tookTooLong(errors: string, test: JudgedTest | undefined): string {
  if (test === undefined) return 'it never began, because tests before it took longer than they may'
  const { most, seconds } = test
  const limit = most === undefined ? 'it may' : `${String(Math.round(most * 100) / 100)} s`
  const usual = ` (${String(seconds)} s on the reference)`
  // Lines that produced code prints are among these, too: the last dump is that of the judge.
  const dump = errors.slice(errors.lastIndexOf('Timeout ('))
  const [, file, line, name] = PLACE.exec(dump) ?? []
  const place = file === undefined ? '' : `, and was at ${file}:${String(line)} in ${String(name)} then`
  return `the test took longer than ${limit}${usual}${place}`
}

function howEnded({ measured: { signal, code } }: Pick<Ran, 'measured'>): string {
  return signal ?? `exit code ${String(code)}`
}

/** The verdict of a test that never began, because those before it used up the time of the suite. */
export function suiteIsOver(seconds: number): Judgement {
  const reason = `its suite had used up ${String(Math.round(seconds * 100) / 100)} s before it began`
  return { status: 'timeout', limit: 'time', reason, evidence: {} }
}

/** The process ended before any test began: while the library and the tests were imported, which may take forever. */
export function endedInImports(ran: Ran): Judgement {
  const { reason = '', limit, ...judgement } = endedEarly(ran)
  const why =
    limit === undefined
      ? `the process ended while the library and its tests were imported (${howEnded(ran)})`
      : `importing the library and its tests did not end: ${reason}`
  return { ...judgement, ...(limit === undefined ? {} : { limit }), reason: `no test began, because ${why}` }
}

/** The verdict of a test that never began although the process came to its end. */
export function notCollected({ node }: JudgedTest, { record, measured, rewriting }: Ran, shown: boolean): Judgement {
  const file = node.split('::')[0] ?? ''
  const why = record.uncollected.get(file) ?? [...record.uncollected].find(([each]) => file.startsWith(each))?.[1]
  const text = rewriting.restore(why ?? measured.errors.trim())
  const last = text.split('\n').findLast((line) => line.startsWith('E ')) ?? text.trim().split('\n').at(-1) ?? ''
  if (shown)
    return { status: 'failed', reason: `it could not be collected:\n${text.slice(-LONGEST_SHOWN)}`, evidence: {} }
  if (text === '') return { status: 'failed', reason: 'pytest ended without running it', evidence: {} }
  const reason = shortened(`it could not be collected: ${last.replace(/^E\s+/, '')}`)
  return { status: 'failed', reason: `${reason}${placeIn(text)}`, evidence: { output: text.slice(-LONGEST_OUTPUT) } }
}
