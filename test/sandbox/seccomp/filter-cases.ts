/** Shared by the tests of filter. */
import { mkdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openSandbox } from '../../../harness/sandbox/index.ts'
import type { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs, type PartName } from '../../needs.ts'

type Program = readonly [string, readonly PartName[], readonly string[]]

export const PROGRAMS: readonly Program[] = [
  [
    'Node',
    [],
    [
      'node',
      '-e',
      `require('child_process').execSync('true'); new (require('worker_threads').Worker)('0', { eval: true })`,
    ],
  ],
  [
    'Python',
    ['python3'],
    [
      '/usr/bin/python3',
      '-c',
      `import subprocess, threading, multiprocessing as m, socket; subprocess.run(['true'], check=True); threading.Thread(target=print).start(); p = m.Process(target=print); p.start(); p.join(); m.Queue().put(1); socket.getaddrinfo('localhost', 80)`,
    ],
  ],
  [
    'a compiler',
    ['gcc', 'g++', 'make'],
    [
      'sh',
      '-c',
      'echo "#include <stdio.h>\nint main() { puts(\\"built\\"); }" > a.c && gcc a.c -o a && ./a && echo "all: a.c; g++ -x c++ a.c -o b && ./b" | make -f -',
    ],
  ],
  ['Java', ['java'], ['java', '-Xmx64m', '-version']],
  ['pip', ['python3-pip'], ['/usr/bin/python3', '-m', 'pip', '--version']],
]

export async function runsUnderTheFilter(
  name: (typeof SANDBOXES)[number],
  programs: readonly Program[],
): Promise<void> {
  for (const [title, parts, argv] of programs)
    it(`runs ${title}`, { timeout: 120_000, ...(await needs(...parts)) }, async () => {
      await using folder = await temporaryFolder()
      await using sandbox = await openSandbox(name, folder.path, { browser: false })
      await mkdir(folder.file('project'))
      await using child = await sandbox.spawn({ argv, cwd: folder.file('project'), stdin: 'none' })
      const { code } = await child.exit
      expect({ code, errors: code === 0 ? '' : child.stderr.text() }).toEqual({ code: 0, errors: '' })
    })
}
