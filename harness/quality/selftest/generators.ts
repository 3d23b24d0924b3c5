import type { Project, ProjectFile } from '../../contracts/types.ts'

const MAIN: ProjectFile = {
  path: 'main.js',
  content: "require('node:fs').writeFileSync('answer.txt', '42')\n",
}
const project = (...files: ProjectFile[]): Project => ({
  files: [MAIN, ...files],
  launch: { run: ['node', 'main.js'] },
})
const named = (path: string): Project => project({ path, content: 'pe-hostile' })

/** Projects that cannot be stored on a file system, or should not be in a repository. */
const generators = {
  'path-parent': () => named('../../pe-hostile-parent.txt'),
  'path-inner-parent': () => named('folder/../../../pe-hostile-parent.txt'),
  'path-absolute': () => named('/tmp/pe-hostile-absolute.txt'),
  'path-drive': () => named('C:/pe-hostile.txt'),
  'path-backslash': () => named('..\\..\\pe-hostile.txt'),
  'path-nul': () => named('main.js\u0000.txt'),
  'path-escapes': () => named('\u001b]0;owned\u0007\u001b[2J\u001b[31m12 passed, 0 failed'),
  'path-long-name': () => named('n'.repeat(4096)),
  'path-long': () => named(`${'folder/'.repeat(600)}file.txt`),
  'path-case': () => project({ path: 'Data.txt', content: 'a' }, { path: 'data.TXT', content: 'b' }),
  'path-unicode': () => project({ path: 'caf\u00e9.txt', content: 'a' }, { path: 'cafe\u0301.txt', content: 'b' }),
  'path-file-as-folder': () => project({ path: 'data', content: 'a' }, { path: 'data/inner.txt', content: 'b' }),
  'path-itself': () => named('.'),
  'many-files': () => project(...Array.from({ length: 100_000 }, (_, index) => fileOf(index))),
  'many-bytes': () => project({ path: 'big.bin', content: Buffer.alloc(65 * 1024 * 1024) }),
  'no-files': (): Project => ({ files: [] }),
  'escape-command': (): Project => ({ files: [MAIN], launch: { run: ['\u001b[2Jmain\u001b]0;owned\u0007', 'x'] } }),
} as const satisfies Record<string, () => Project>

export type GeneratorName = keyof typeof generators
export const GENERATOR_NAMES = Object.keys(generators) as [GeneratorName, ...GeneratorName[]]

/** Makes the project that an `attack.yaml` names by its generator. */
export function generate(name: GeneratorName): Project {
  return generators[name]()
}

function fileOf(index: number): ProjectFile {
  return { path: `files/${String(index % 100)}/${String(index)}.txt`, content: 'x' }
}
