/** A number that follows the word "port" on the same line, or the first argument of `listen`. */
const PLACES = [
  /(?:\b|_)port\b[^\n\d]{0,40}(\d{2,5})\b/i,
  /\blisten\(\s*(\d{2,5})\b/,
];

/**
 * The port that a project names in its own files: what its answers will name. A wrong guess is no harm where PORT is
 * honoured, or where the trial has a loopback of its own.
 * @param texts In the order in which they are believed
 */
export function declaredPort(
  texts: readonly string[],
  otherwise: number,
): number {
  for (const text of texts) {
    for (const place of PLACES) {
      const port = Number(place.exec(text)?.[1] ?? 0);
      if (port > 0 && port <= 65535) return port;
    }
  }
  return otherwise;
}
