export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** The four parts of SketchBLEU, each from 0 to 1; one that does not apply is absent. */
export interface Components {
  readonly ngram: number
  readonly weighted: number
  readonly syntax?: number
  readonly dataflow?: number
}

export interface Sketch {
  readonly value: number
  readonly components: Components
  readonly functions: { readonly produced: number; readonly canonical: number }
}
