/** Shared by the tests of zerorepo. */
import { writeTree } from '../../helpers.ts'
import { FUNCTIONS, LIBRARY, testOf } from './zerorepo-server.ts'
import { type Place } from '../../agents/method-runs.ts'

export const TIME = { timeout: 300_000 }
const CONFIG = {
  ...{ PRD: 'docs/PRD.md', UML: ['docs/UML.md'], architecture_design: 'docs/architecture_design.md' },
  ...{ dependencies: 'requirements.txt', language: 'python', source_code: 'words', unit_tests: 'unit_tests/' },
  ...{ check_tests: 'check_tests', usage_examples: '', required_files: ['requirements.txt', 'docs/*.md'] },
  unit_test_script: 'pytest unit_tests',
}
const tests = (names: readonly string[]) => Object.fromEntries(names.map((name) => [`test_${name}.py`, testOf(name)]))
export const [CHECKED = '', ...OTHERS] = FUNCTIONS.keys()

/** @returns the arguments of a run on the library */
export async function run({ folder }: Place): Promise<readonly string[]> {
  const inside = (at: string, files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`libraries/words/${at}${name}`, text]))
  await writeTree(folder.path, {
    ...inside('', { ...LIBRARY, 'config.json': JSON.stringify(CONFIG), 'requirements.txt': '' }),
    ...inside('docs/', { 'PRD.md': '# Words\n', 'UML.md': '# Classes\n', 'architecture_design.md': '# Files\n' }),
    ...inside('unit_tests/', { '__init__.py': '', ...tests(OTHERS) }),
    ...inside('check_tests/', { '__init__.py': '', ...tests([CHECKED]) }),
  })
  const benchmark = `codeprojecteval:${folder.file('libraries')}`
  return ['--benchmark', benchmark, '--agent', 'zerorepo', '--model', 'openai:scripted']
}
