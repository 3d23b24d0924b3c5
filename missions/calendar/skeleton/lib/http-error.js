/** A request that cannot be answered as it was meant. */
export class HttpError extends Error {
  /** Holds the status, a title for the page, a sentence for the user and more headers. */
  constructor(status, title, sentence, headers = {}) {
    // Holds the status, a title for the page, a sentence for the user and more headers.
  }
}
