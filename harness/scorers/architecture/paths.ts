import type { Setting } from '../../contracts/schema.ts'
import { PATH_FINDINGS } from '../../contracts/vocabulary.ts'
import { isTestFile } from '../sketchbleu/test-files.ts'
import { languageOf } from '../codebleu/languages.ts'
import { isLibraryFile, normalised } from './files.ts'
import type { Share } from './measure.ts'

/**
 * F1 of the sets of file paths: twice the common paths / the paths of both sides together. `paper`: all files. `strict`: source files,
 * without tests and without files of other people.
 */
export function pathsOf(produced: readonly string[], canonical: readonly string[], setting: Setting): Share {
  const [mine, theirs] = [pathSet(produced, setting), pathSet(canonical, setting)]
  const missing = [...theirs].filter((path) => !mine.has(path))
  const extra = [...mine].filter((path) => !theirs.has(path))
  return {
    part: 2 * (theirs.size - missing.length),
    whole: mine.size + theirs.size,
    findings: [
      ...missing.map((path) => ({ path, text: PATH_FINDINGS.missing })),
      ...extra.map((path) => ({ path, text: PATH_FINDINGS.extra })),
    ],
  }
}

export function pathSet(paths: readonly string[], setting: Setting): ReadonlySet<string> {
  const counts = (path: string) => languageOf(path).grammar !== undefined && !isTestFile(path) && !isLibraryFile(path)
  const all = paths.map(normalised)
  return new Set(setting === 'paper' ? all : all.filter(counts))
}
