/** `port` as a word of its own, or the first argument of `listen`, before a number on the same line; then names such as SERVER_PORT. */
const PATTERNS = [
  /(?<![A-Za-z0-9_])port\b[^\n\d]{0,40}(\d{2,5})\b/i,
  /\blisten\(\s*(\d{2,5})\b/,
  /_port\b[^\n\d]{0,40}(\d{2,5})\b/i,
]

/**
 * The port that a project names in its own files, and so probably in its answers.
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

/** Reads the variable PORT, in JavaScript or Python, with what follows in the same statement. */
const READ =
  /(?:\benv(?:\.|\[['"])PORT\b|\benviron(?:\.get\(|\[)\s*['"]PORT['"]|\bgetenv\(\s*['"]PORT['"])([^\n;]{0,80}(?:\n\s*(?:\|\||\?\?)[^\n]{0,80})?)/g
/** A default value: after an operator, as a second argument, or as the other branch of a condition. */
const DEFAULT = /\|\||\?\?|\bor\b|^\s*,\s*\S|\?[^:\n]*:/

/** Whether a project that gets no PORT has no port: it reads the variable, and nowhere with a default. */
export function needsPort(texts: readonly string[]): boolean {
  const reads = texts.flatMap((text) => [...text.matchAll(READ)].map(([, rest = '']) => DEFAULT.test(rest)))
  return reads.length > 0 && !reads.includes(true)
}
