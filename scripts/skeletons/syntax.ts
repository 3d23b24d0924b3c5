import ts from 'typescript'
import { UsageError } from '../../harness/errors.ts'

/** The syntax errors of a JavaScript file, one line each. */
export function syntaxErrors(text: string, path: string): string[] {
  const compilerOptions = { allowJs: true, target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext }
  const { diagnostics = [] } = ts.transpileModule(text, { fileName: path, reportDiagnostics: true, compilerOptions })
  return diagnostics.map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1
    return `${path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

/** @throws UsageError if the file does not parse, because edits by position would cut it in the wrong places. */
export function parseJavaScript(text: string, path: string): ts.SourceFile {
  const errors = syntaxErrors(text, path)
  if (errors.length > 0) throw new UsageError(errors.join('\n'))
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS)
}
