/** A number after the word "port" on the same line, or the first argument of `listen`. */
const PATTERNS = [/(?:\b|_)port\b[^\n\d]{0,40}(\d{2,5})\b/i, /\blisten\(\s*(\d{2,5})\b/]

/**
 * The port that a project names in its own files, and so probably in its answers. A wrong guess does no harm if the project
 * honours PORT or the trial has its own loopback.
 * @param texts Contents of files, in order of preference
 */
export function declaredPort(texts: readonly string[], fallback: number): number {
  for (const text of texts) {
    for (const pattern of PATTERNS) {
      const port = Number(pattern.exec(text)?.[1] ?? 0)
      if (port > 0 && port <= 65535) return port
    }
  }
  return fallback
}
