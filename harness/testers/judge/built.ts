/** A program that was built, or why it was not. */
export type Built =
  | {
      readonly ok: true
      readonly folder: string
      readonly keeps: readonly string[] | undefined
      readonly run: readonly string[]
    }
  | { readonly ok: false; readonly reason: string; readonly output: string }
