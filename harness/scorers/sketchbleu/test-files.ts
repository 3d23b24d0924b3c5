const FOLDERS: ReadonlySet<string> = new Set([
  ...['test', 'tests', '__tests__', 'spec', 'unit_tests', 'check_tests', 'acceptance_tests'],
])
const NAME = /^(test_.*|.*_test|conftest)\.py$|[._-](test|spec)\.[cm]?[jt]sx?$|^.*Test\.java$|_test\.go$/

/** Whether a file belongs to the tests of a project, by its path. */
export function isTestFile(path: string): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return NAME.test(name) || parts.some((part) => FOLDERS.has(part))
}
