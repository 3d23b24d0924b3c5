/** The result of a measure: `part` of `whole`, and its findings. */
export interface Finding {
  /** The file, or the declared path. */
  readonly path: string
  readonly line?: number
  /** The mistake, for a person. */
  readonly text: string
}

export interface Share {
  readonly part: number
  readonly whole: number
  readonly findings: readonly Finding[]
}
