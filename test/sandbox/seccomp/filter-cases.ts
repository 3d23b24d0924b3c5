/** Shared by the tests of filter. */
import { mkdir, writeFile } from 'node:fs/promises'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { openSandbox } from '../../../harness/sandbox/index.ts'
import { thisArchitecture } from '../../../harness/sandbox/seccomp/architecture.ts'
import { NUMBERS } from '../../../harness/sandbox/seccomp/numbers.ts'
import type { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { temporaryFolder } from '../../helpers.ts'
import { needs, type PartName } from '../../needs.ts'

const FILTERED = await needs('x64 or arm64', 'perl')

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
    it(`runs ${title}`, await needs(...parts), async () => {
      await using folder = await temporaryFolder()
      await using sandbox = await openSandbox(name, folder.path, { browser: false })
      await mkdir(folder.file('project'))
      await using child = await sandbox.spawn({ argv, cwd: folder.file('project'), stdin: 'none' })
      const { code } = await child.exit
      expect({ code, errors: code === 0 ? '' : child.stderr.text() }).toEqual({ code: 0, errors: '' })
    })
}

const PERL_KEYS = `my ($type, $name) = ('user', 'pe-test-key'); for my $keyring (-3, -4, -5) { my $r = syscall($ARGV[0] + 0, 10, $keyring + 0, $type, $name, 0); print "$r ", $! + 0, "\\n" }`

const architecture = thisArchitecture()

export function hasTheFilter(name: (typeof SANDBOXES)[number]): void {
  it('has the filter, and no access to keys of the session that pe runs in', FILTERED, async () => {
    await using folder = await temporaryFolder()
    // A separate harness, in a session with a key: this process cannot join another session.
    const harness = `
    import { openSandbox } from '${import.meta.dirname}/../../../harness/sandbox/index.ts'
    import { mkdir } from 'node:fs/promises'
    await mkdir(process.argv[2] + '/project')
    {
      await using sandbox = await openSandbox('${name}', process.argv[2], { browser: false })
      const argv = ['perl', '-e', ${JSON.stringify(PERL_KEYS)}, '${String(NUMBERS.keyctl[architecture ?? 'x64'])}']
      const child = await sandbox.spawn({ argv, cwd: process.argv[2] + '/project', stdin: 'none' })
      await child.exit
      console.log(child.stdout.text() + child.stderr.text())
    }`
    const file = folder.file('harness.mts')
    await writeFile(file, harness)
    const [add, keyctl] = [NUMBERS.add_key, NUMBERS.keyctl].map((each) => each[architecture ?? 'x64'])
    const session = `
    my ($type, $name, $value) = ('user', 'pe-test-key', 'sesame');
    syscall(${String(keyctl)}, 1, 0) > 0 or die; syscall(${String(add)}, $type, $name, $value, 6, -3) > 0 or die; exec @ARGV`
    const tsx = new URL('../../../node_modules/tsx/dist/cli.mjs', import.meta.url).pathname
    const { stdout } = await execa('perl', ['-e', session, process.execPath, tsx, file, folder.path])
    expect(stdout.trim().split('\n')).toEqual(['-1 38', '-1 38', '-1 38'])
    // Without a sandbox the key is found.
    const plain = await execa('perl', ['-e', session, 'perl', '-e', PERL_KEYS, String(keyctl)])
    expect(plain.stdout.split('\n')[0]).toMatch(/^[1-9]\d* /)
  })
}
