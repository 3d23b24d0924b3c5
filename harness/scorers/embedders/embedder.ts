/** Makes vectors of texts whose cosines say how much the texts are alike. */
export interface Embedder {
  /** What made a number, to be shown beside it: numbers of different embedders cannot be compared. */
  readonly id: string
  /** For each text a vector of length 1, or of length 0 where there is nothing in the text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
