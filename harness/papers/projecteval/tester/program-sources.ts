import type { PythonTestcodes } from '../../../contracts/schema.ts'

/** Packages that testcodes use, by the names in their source. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'pd.': ['pandas', 'openpyxl'],
  'openpyxl.': ['openpyxl'],
  calculate_histogram_similarity: ['numpy', 'PIL.Image'],
}

/** The Python packages that some testcodes use. */
export function packagesOf(testcodes: PythonTestcodes): string[] {
  const used = Object.entries(PACKAGES).filter(([name]) => someSource(testcodes, name))
  return [...new Set(used.flatMap(([, packages]) => packages))]
}

/** Whether the testcodes hold a dialogue with the program. */
export function isDialogue(testcodes: PythonTestcodes): boolean {
  return someSource(testcodes, '_subprocess.')
}

/**
 * The inputs with which a program must work: materials named `-Standard`, each with the file name under which a testcode passes
 * it to the program.
 */
export function standardInputs(testcodes: PythonTestcodes, materials: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const { source } of Object.values(testcodes)) {
    const given = /^\s*source_file_name\s*=\s*(["'])(.+)\1\s*$/m.exec(source)?.[2]
    const input = /rename_file\(\s*source_file_name\s*,\s*(["'])(.+?)\1\s*\)/.exec(source)?.[2]
    const isStandard = given?.includes('-Standard') === true && materials.includes(given)
    if (isStandard && input !== undefined) found.set(given, input)
  }
  return found
}

function someSource(testcodes: PythonTestcodes, text: string): boolean {
  return Object.values(testcodes).some(({ source }) => source.includes(text))
}
