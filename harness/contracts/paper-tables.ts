/** Tables of papers, made of recorded runs. Each paper lists its own; printing them is the same for all. */
import type { Facts, MeasureRow, RunRecord, Similarity, TrialRecord } from './schema.ts'

/** The tables of the paper that published a benchmark. */
export interface PaperTables {
  readonly tables: readonly PaperTable[]
  /** The benchmark in titles; its name by default. */
  readonly title?: string
  /** A run has tables only if it has one of these missions; any run by default. */
  readonly missions?: readonly string[]
  /** The judgements of a model that people can repeat. */
  readonly criteria?: (data: RunData) => readonly JudgedCriterion[]
}

/** One criterion of a project that a model judged. */
export interface JudgedCriterion {
  readonly trial: string
  readonly testcode: string
  readonly criterion: string
}

/** One table or figure of a paper. */
export interface PaperTable {
  /** Its number in the paper, such as `4`; `fig5` for a figure. */
  readonly id: string
  /** Other tables of the paper with the same numbers. */
  readonly also?: readonly string[]
  readonly title: string
  /** Whether it has a row for each agent: leaderboards show it. */
  readonly ranks?: true
  /** Whether it compares the judgements of a model with those of people. */
  readonly comparesPeople?: true
  /** @param runs All of the benchmark that the paper published */
  readonly make: (runs: readonly RunData[], given: TableInputs) => TableContent
}

/** Inputs of a table that are in no run. */
export interface TableInputs {
  /** Judgements of people on the code of trials. */
  readonly people?: readonly HumanJudgement[]
}

/** The judgement of one person on one criterion of a review. */
export interface HumanJudgement {
  /** Agents have trials of the same name in several runs. Undefined if the file does not name it. */
  readonly run?: string
  readonly trial: string
  readonly testcode: string
  /** From 0 to 10, or whether the code meets a requirement. */
  readonly value: number | boolean
}

export interface TableContent {
  /** The head of the first column. */
  readonly of: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** Sentences about parts that cannot be measured, and about differences from the paper. */
  readonly notes: readonly string[]
}

export interface TableColumn {
  /** The head over several columns; empty for a column of its own. */
  readonly group: string
  readonly name: string
  /** Digits after the point. */
  readonly digits: number
}

export interface TableRow {
  readonly name: string
  /** One for each column; null if it is not known. */
  readonly cells: readonly TableCell[]
}
export type TableCell = number | string | null

/** The records of a run. */
export interface RunData {
  readonly run: RunRecord
  readonly trials: readonly TrialRecord[]
  readonly similarities: readonly Similarity[]
  /** None by default. */
  readonly measures?: readonly MeasureRow[]
  /** Facts about the files of projects, by trial. None by default. */
  readonly facts?: ReadonlyMap<string, Facts>
}
