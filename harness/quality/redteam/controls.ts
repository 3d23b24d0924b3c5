/** Which points of a project prove nothing about its work. */
import type { Agent, Testcode } from '../../contracts/types.ts'
import type { Verdict } from '../../contracts/schema.ts'
import { solutionAgent } from '../../agents/stand-ins.ts'
import { judge, narrowMission, type Testcodes } from '../validate/judge.ts'
import { BASELINE_TESTCODE, within } from '../validate/run.ts'
import type { Bench, Subject } from '../validate/subject.ts'
import { withOtherInputs } from './other-inputs.ts'

/**
 * The kinds of points of an attacker. `baseline`: an agent that builds nothing wins it as well. `gained`: a control shows that it was won
 * without the work. `open`: no control shows that, so a person has to look at the project.
 */
export type PointKind = 'baseline' | 'gained' | 'open'

export interface Point {
  readonly testcode: string
  readonly kind: PointKind
  /** The baselines that win it, or what the controls showed. */
  readonly why: string
}

/** How often each point is judged again with other seeds. */
const SEEDS = 2

/** The difference between a control and the judging of the project. */
interface Changes {
  /** All testcodes by default. */
  readonly ids?: readonly string[]
  readonly seed?: string
  readonly testcodes?: Testcodes
}

/** The controls of a mission. Baselines and the canonical solution are judged once, when the first point is won. */
export class Controls {
  readonly #subject: Subject
  readonly #bench: Bench
  readonly #baselines: ReadonlyMap<string, Agent>
  readonly #replaced: Testcodes | undefined
  #ofBaselines: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined
  #dependent: Promise<ReadonlySet<string>> | undefined

  constructor(subject: Subject, baselines: ReadonlyMap<string, Agent>, bench: Bench) {
    this.#subject = subject
    this.#baselines = baselines
    this.#bench = bench
    this.#replaced = withOtherInputs(subject.testcodes)
  }

  /**
   * @param project An agent that gives the judged project again
   * @param won Testcodes with points
   */
  async pointsOf(project: Agent, won: readonly string[]): Promise<Point[]> {
    if (won.length === 0) return []
    this.#ofBaselines ??= this.#judgeBaselines()
    const baselines = [...(await this.#ofBaselines)]
    const winnersOf = (id: string) => baselines.filter(([, passed]) => passed.has(id)).map(([name]) => name)
    const own = won.filter((id) => winnersOf(id).length === 0)
    const [again, unlinked] = await Promise.all([this.#withOtherSeeds(project, own), this.#withoutInputs(project, own)])
    const dependent = await this.#dependent
    return won.map((testcode) => {
      const winners = winnersOf(testcode)
      if (winners.length > 0) return { testcode, kind: 'baseline', why: `${winners.join(', ')} too` }
      const why = again.get(testcode) ?? unlinked.get(testcode)
      if (why !== undefined) return { testcode, kind: 'gained', why }
      return { testcode, kind: 'open', why: dependent?.has(testcode) === true ? AS_WORK : NO_CONTROL }
    })
  }

  /** Baseline → the testcodes that it wins. */
  async #judgeBaselines(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const quick = within(BASELINE_TESTCODE, this.#bench)
    const all = [...this.#baselines].map(async ([name, agent]) => {
      const verdicts = await this.#judge(agent, {}, quick)
      return [name, winsOf(verdicts)] as const
    })
    return new Map(await Promise.all(all))
  }

  /** Testcode → why its point was gained. A timeout proves nothing: the machine may have been slow. */
  async #withOtherSeeds(project: Agent, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map()
    const seeds = Array.from({ length: SEEDS }, (_, index) => `${this.#bench.around.seed}-again-${String(index + 1)}`)
    const rounds = await Promise.all(seeds.map((seed) => this.#judge(project, { ids, seed })))
    const missed = rounds.flatMap((verdicts) =>
      verdicts.filter((verdict) => isMiss(verdict) || (verdict.status === 'blocked' && verdicts.some(isMiss))),
    )
    return new Map(missed.map(({ testcode, reason = '' }) => [testcode, `fails with other inputs: ${reason}`]))
  }

  async #withoutInputs(project: Agent, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const testcodes = this.#replaced
    if (testcodes === undefined || ids.length === 0) return new Map()
    this.#dependent ??= this.#dependentOnInputs(testcodes)
    const dependent = await this.#dependent
    const telling = ids.filter((id) => dependent.has(id))
    if (telling.length === 0) return new Map()
    const wins = winsOf(await this.#judge(project, { ids: telling, testcodes }))
    return new Map(telling.filter((id) => wins.has(id)).map((id) => [id, WITHOUT_INPUTS]))
  }

  /** Testcodes that the canonical solution fails without its inputs. The inputs of others do not change what is expected. */
  async #dependentOnInputs(testcodes: Testcodes): Promise<ReadonlySet<string>> {
    const verdicts = await this.#judge(solutionAgent('canonical', this.#subject.canonical), { testcodes })
    return new Set(verdicts.filter(isMiss).map(({ testcode }) => testcode))
  }

  async #judge(agent: Agent, { ids, ...changes }: Changes, bench = this.#bench): Promise<readonly Verdict[]> {
    const { mission, testcodes } = this.#subject
    const wanted = new Set(ids)
    const part = ids === undefined ? mission : narrowMission(mission, ({ id }) => wanted.has(id))
    // Without its inputs, a testcode that others need fails, which says nothing about these.
    const judged = changes.testcodes === undefined ? part : { ...part, suites: part.suites.map(unblocked) }
    const judging = { mission: judged, testcodes, agent, ...changes }
    const { verdicts } = await bench.limit(() => judge(judging, bench.around))
    return verdicts.slice(1).filter(({ testcode }) => ids === undefined || wanted.has(testcode))
  }
}

const WITHOUT_INPUTS = 'passes also if something else is typed than is expected, and the canonical solution fails then'
const AS_WORK = 'depends on its inputs, as work does'
const NO_CONTROL = 'no control: it types nothing that changes what is expected'

function unblocked<T extends { readonly testcodes: readonly Testcode[] }>(suite: T): T {
  return { ...suite, testcodes: suite.testcodes.map(({ needs: _needs, ...testcode }) => testcode) }
}

function winsOf(verdicts: readonly Verdict[]): ReadonlySet<string> {
  return new Set(verdicts.filter(hasPoints).map(({ testcode }) => testcode))
}

export function hasPoints({ points }: Pick<Verdict, 'points'>): boolean {
  return points.earned > 0
}

function isMiss({ status, points }: Verdict): boolean {
  return ['failed', 'error', 'bad-parameter'].includes(status) && points.earned === 0
}
