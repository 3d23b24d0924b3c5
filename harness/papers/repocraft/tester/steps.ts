/** The steps by which a task is judged. */
import type { LibraryTask } from '../../../contracts/types.ts'

/** A function or class that may hold the algorithm of a task. */
export interface Candidate {
  readonly file: string
  readonly name: string
}

/** One answer of a model to the question whether the algorithm is there. */
export interface Vote {
  /** Its number, from 1: votes that could not be read are missing. */
  readonly seed: number
  readonly yes: boolean
  readonly reason: string
}

/** The result of the adapted test. */
export interface Execution {
  readonly passed: boolean
  readonly reason: string
  /** The adapted test that gave it, and what it printed about its failure. */
  readonly test?: string
  readonly output?: string
  /** Why the result says nothing about the project; the adapted test is refused then. */
  readonly refused?: string
}

/**
 * A step that cannot be done throws a HarnessFault or an AgentFault, which makes the task unjudged: a step that was not done says
 * nothing about the project. The project is hostile: its texts are data, and its code runs in its sandbox alone.
 */
export interface TaskJudge {
  /** Shown beside the results. */
  readonly name: string
  /** Finds what may hold the algorithm; empty if nothing may. */
  localise(task: LibraryTask, signal: AbortSignal): Promise<readonly Candidate[]>
  /** Asks k times whether the candidates hold the algorithm. */
  vote(task: LibraryTask, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly Vote[]>
  /**
   * Adapts the tests of the reference to the candidates and runs them. Only how the tests end counts, never what is printed.
   * The adapted tests keep every assertion of the reference; a test that weakens one is refused.
   */
  execute(task: LibraryTask, candidates: readonly Candidate[], signal: AbortSignal): Promise<Execution>
}
