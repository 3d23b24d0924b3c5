/** Maps texts to vectors whose cosines measure the similarity of the texts. */
export interface Embedder {
  /** Identifies the embedder of a score: scores of different embedders are not comparable. */
  readonly id: string
  /** Returns for each text a vector of length 1, or the zero vector if the text has no content. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>
}
