export interface Finding {
  readonly what: string
  readonly ok: boolean
  /** Without it, some things cannot be done; all else works. */
  readonly optional: boolean
  readonly found: string
  /** How to get it, if it is missing. */
  readonly remedy?: string
}
