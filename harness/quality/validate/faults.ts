import { PROJECT, faultyFile, withFault, withFile } from '../../benchmarks/native/faults-file.ts'
import { UsageError } from '../../errors.ts'
import type { Fault, Verdict } from '../../contracts/schema.ts'
import type { Canonical } from '../../contracts/types.ts'
import { solutionAgent } from '../../agents/stand-ins.ts'
import { isMissed, judge, narrowMission, type Judged } from './judge.ts'
import type { Mutant } from './mutants/generate.ts'
import type { FaultOutcome, FaultResult, Finding } from './results.ts'
import type { Bench, Subject } from './subject.ts'

interface Found {
  readonly outcome: FaultOutcome
  readonly by: string
}

export interface WrittenResults {
  readonly results: readonly FaultResult[]
  readonly findings: readonly Finding[]
}

/**
 * Judges hand-written faults, each by the testcodes that must catch it and the testcodes that these need. Before that, the
 * canonical solution must pass the same testcodes as a control; otherwise a failure would not prove anything.
 */
export async function judgeWritten(subject: Subject, faults: readonly Fault[], bench: Bench): Promise<WrittenResults> {
  const findings: Finding[] = []
  const controls = new Map<string, Promise<string | undefined>>()
  const control = (fault: Fault) => {
    const { item, suite } = fault
    const name = `"${item.function}" on "${item.page}"${suite === undefined ? '' : ` in ${suite}`}`
    const earlier = controls.get(name)
    if (earlier) return earlier
    const problem = controlProblem(subject, catchersOf(subject, fault), bench)
    controls.set(name, problem)
    return problem.then((text) => {
      if (text !== undefined) findings.push({ mission: subject.mission.id, kind: 'control', text: `${name}: ${text}` })
      return text
    })
  }
  const results = faults.map(async (fault): Promise<FaultResult> => {
    const change = changeOf(subject, fault)
    const problem = 'problem' in change ? change.problem : await control(fault)
    const described = { mission: subject.mission.id, kind: 'written', name: fault.id, file: fault.file } as const
    const place = 'problem' in change ? { line: 0, before: fault.find, after: fault.replace } : change.place
    if ('problem' in change || problem !== undefined)
      return { ...described, ...place, outcome: 'unjudged', by: problem ?? '' }
    return {
      ...described,
      ...place,
      ...(await judgeFault(subject, change.solution, catchersOf(subject, fault), bench)),
    }
  })
  return { results: await Promise.all(results), findings }
}

/** Ids of the testcodes of the item that a fault breaks; if it names a suite, only those of this suite. */
function catchersOf({ mission }: Subject, { item, suite: wanted }: Fault): ReadonlySet<string> {
  const suites = mission.suites.filter(({ id }) => wanted === undefined || id === wanted)
  const all = suites.flatMap(({ testcodes }) => testcodes)
  return new Set(
    all.filter(({ page, function: name }) => page === item.page && name === item.function).map(({ id }) => id),
  )
}

async function controlProblem(
  { mission, testcodes, canonical }: Subject,
  catchers: ReadonlySet<string>,
  { around, limit }: Bench,
): Promise<string | undefined> {
  const part = narrowMission(mission, ({ id }) => catchers.has(id))
  const agent = solutionAgent('canonical', canonical)
  const { verdicts } = await limit(() => judge({ mission: part, testcodes, agent }, around))
  const bad = verdicts.find(({ status }) => status !== 'passed' && status !== 'excluded')
  return bad && `the canonical solution does not pass these testcodes alone: ${verdictText(bad)}`
}

async function judgeFault(
  { mission, testcodes }: Subject,
  solution: Canonical,
  catchers: ReadonlySet<string>,
  { around, limit }: Bench,
): Promise<Found> {
  const isCatch = (verdict: Verdict) =>
    catchers.has(verdict.testcode) && isMissed(verdict) && !['blocked', 'not-run'].includes(verdict.status)
  const judging = { mission: narrowMission(mission, ({ id }) => catchers.has(id)), testcodes, stopAt: isCatch }
  const judged = await limit(() => judge({ ...judging, agent: solutionAgent('fault', solution) }, around))
  return foundIn(judged, isCatch)
}

/** The outcome of a fault, by the verdicts on the project that contains it. */
export function foundIn({ outcome, reason = '', verdicts }: Judged, isCatch: (verdict: Verdict) => boolean): Found {
  const caught = verdicts.find(isCatch)
  if (caught) return { outcome: 'caught', by: verdictText(caught) }
  if (outcome !== 'judged') return { outcome: outcome === 'unjudged' ? 'unjudged' : 'elsewhere', by: reason }
  const missed = verdicts.find(isMissed)
  if (missed) return { outcome: 'elsewhere', by: verdictText(missed) }
  const unknown = verdicts.find(({ status }) => status === 'unjudged')
  return unknown ? { outcome: 'unjudged', by: verdictText(unknown) } : { outcome: 'survived', by: '' }
}

function verdictText({ testcode, status, reason = '' }: Verdict): string {
  return `${testcode} ${status}${reason === '' ? '' : `: ${reason.split('\n')[0] ?? ''}`}`
}

type Change =
  | { readonly solution: Canonical; readonly place: Pick<FaultResult, 'line' | 'before' | 'after'> }
  | { readonly problem: string }

function changeOf({ canonical }: Subject, fault: Fault): Change {
  try {
    const solution = withFault(canonical, fault)
    const { text } = faultyFile(canonical, fault)
    const line = text.slice(0, text.indexOf(fault.find)).split('\n').length
    return { solution, place: { line, before: fault.find, after: fault.replace } }
  } catch (error) {
    if (error instanceof UsageError) return { problem: error.message }
    throw error
  }
}

/** Judges mutants: runs all testcodes until one does not pass. */
export function judgeGenerated(subject: Subject, mutants: readonly Mutant[], bench: Bench): Promise<FaultResult[]> {
  return Promise.all(mutants.map((mutant) => judgeMutant(subject, mutant, bench)))
}

async function judgeMutant(subject: Subject, mutant: Mutant, { around, limit }: Bench): Promise<FaultResult> {
  const { mission, testcodes, canonical, proofs } = subject
  const { file, line, operator, before, after, content } = mutant
  const described = { mission: mission.id, kind: 'generated', name: operator, file: PROJECT + file, line } as const
  const known = proofs.exceptions.equivalent.find((entry) => isMutant(entry, mutant))
  if (known) return { ...described, before, after, outcome: 'equivalent', by: known.why }
  const agent = solutionAgent('mutant', withFile(canonical, file, content))
  const judged = await limit(() => judge({ mission, testcodes, agent, stopAt: isMissed }, around))
  return { ...described, before, after, ...foundIn(judged, isMissed) }
}

type Equivalent = Subject['proofs']['exceptions']['equivalent'][number]

function isMutant({ file, line, becomes }: Equivalent, mutant: Mutant): boolean {
  return file === PROJECT + mutant.file && line.trim() === mutant.before && becomes === mutant.after
}

/** Exceptions for mutants that the operators no longer make from the program. */
export function staleEquivalents({ mission, proofs }: Subject, mutants: readonly Mutant[]): Finding[] {
  return proofs.exceptions.equivalent
    .filter((entry) => !mutants.some((mutant) => isMutant(entry, mutant)))
    .map(({ file, line }) => ({
      mission: mission.id,
      kind: 'exceptions',
      text: `no operator makes this mutant of ${file} any more: remove the entry with "${line}" from exceptions.yaml`,
    }))
}
