/**
 * Optional parts of a machine, and the tests that need them: `describe('…', await needs('desktop'), () => …)`. `npm test` skips such a test
 * where a part is missing, and names each missing part once, with the number of its tests and the way to get it.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync } from 'node:fs'
import path from 'node:path'
import type { SandboxName } from '../harness/contracts/schema.ts'
import { findChromedriverBrowser } from '../harness/lib/browser/chromedriver.ts'
import { isHidden, type Environment } from '../harness/lib/processes/environment.ts'
import { preparedPackages } from '../harness/lib/python/prepared-packages.ts'
import { systemPython } from '../harness/lib/python/find.ts'
import { missingForDesktop } from '../harness/lib/x11/machine.ts'
import { findLibrary, installCommand } from '../harness/scorers/embedders/library.ts'
import { root } from './helpers.ts'

interface Part {
  /** A command, or what to set. */
  readonly get: string
  readonly isThere: () => boolean | Promise<boolean>
  /** The name by which `pe doctor` lists it. */
  readonly doctor?: string
  /** The paper whose doctor lists it; the core's by default. */
  readonly paper?: string
  /** True if `npm test` installs it where it can, or if nothing installs it. Then only its own name hides it, because a new machine is no different. */
  readonly isSetUp?: true
}

/** The Python that runs the tests of libraries. */
const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'

// ---- published data ---------------------------------------------------------------------------------------------

/** Benchmark → the variable that names its folder, the folder beside this repository, and an entry that it has. */
const PUBLISHED = {
  projecteval: ['PE_PROJECTEVAL_DIR', 'projecteval', 'dataset'],
  codeprojecteval: ['PE_CODEPROJECTEVAL_DIR', 'codeprojecteval/CodeProjectEval', 'rsa'],
  projdevbench: ['PE_PROJDEVBENCH_DIR', 'projdevbench', 'dataset'],
  repocraft: ['PE_REPOCRAFT_DIR', 'repocraft', 'HttpEasy.json'],
  greenfield: ['PE_GREENFIELD_DIR', 'greenfield', 'workspaces'],
} as const

type Published = keyof typeof PUBLISHED

/** The folder of a published benchmark, which is not part of this repository and may not exist: `needs('data: …')` tells. */
export function publishedFolder(name: Published): string {
  const [variable, beside] = PUBLISHED[name]
  return path.resolve(process.env[variable] ?? path.join(root, '..', 'shared', beside))
}

function data(name: Published, more: Pick<Part, 'doctor' | 'paper'> = {}): Part {
  const [variable, , entry] = PUBLISHED[name]
  return {
    get: `set ${variable} to the folder of the published data`,
    isThere: () => existsSync(path.join(publishedFolder(name), entry)),
    ...more,
  }
}

const KERNEL_HEADERS = ['/usr/include/x86_64-linux-gnu/asm/unistd_64.h', '/usr/include/asm-generic/unistd.h']

/** Debian's `redis-tools` holds the server too: it goes by the name it is called with. */
export const REDIS_PROGRAMS = [
  '/usr/bin/redis-server',
  '/usr/bin/redis-check-rdb',
  '/usr/local/bin/redis-server',
  '/usr/bin/valkey-server',
]

// ---- the table --------------------------------------------------------------------------------------------------

/** A program of the same name as Debian's package. */
function program(name: string, more: Pick<Part, 'doctor' | 'paper' | 'isSetUp'> = {}): Part {
  return { get: `apt-get install ${name}`, isThere: () => spawnSync(name, ['--version']).status === 0, ...more }
}

/** Modules that the system's Python, or PE_PYTHON, imports. */
function modules(
  names: readonly string[],
  packages: string,
  more: Pick<Part, 'doctor' | 'paper' | 'isSetUp'> = {},
): Part {
  const isThere = () => spawnSync(PYTHON, ['-I', '-c', `import ${names.join(', ')}`]).status === 0
  return { get: `apt-get install ${packages}`, isThere, ...more }
}

/** Whether a Python expression is true. */
function pythonHolds(condition: string): boolean {
  return spawnSync('/usr/bin/python3', ['-I', '-c', `import sys; sys.exit(0 if ${condition} else 1)`]).status === 0
}

/** Asked of the machine, and not of the program: tests are not skipped because the program has forgotten how to use it. */
function canUnshare(): boolean {
  const argv = ['--ro-bind', '/', '/', '--unshare-net', '--unshare-pid', '--', '/bin/true']
  return process.platform === 'linux' && spawnSync('bwrap', argv).status === 0
}

/** Of version 2, or the controller of memory of version 1. */
function hasControlGroups(): boolean {
  return ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'].some((parent) => {
    const group = path.join(parent, `pe-needs-${String(process.pid)}`)
    try {
      mkdirSync(group)
      const isLimit = ['memory.limit_in_bytes', 'memory.max'].some((file) => existsSync(path.join(group, file)))
      rmdirSync(group)
      return isLimit
    } catch {
      return false
    }
  })
}

function parts<Name extends string>(table: Readonly<Record<Name, Part>>): ReadonlyMap<Name, Part> {
  return new Map(Object.entries(table) as [Name, Part][])
}

const SET_UP = { isSetUp: true } as const

export const PARTS = parts({
  bubblewrap: {
    ...{ doctor: 'Sandbox', ...SET_UP, get: 'apt-get install bubblewrap' },
    isThere: canUnshare,
  },
  python3: {
    ...{ doctor: 'Python', ...SET_UP, get: 'apt-get install python3' },
    isThere: () => existsSync(systemPython().program),
  },
  desktop: {
    ...{ doctor: 'Desktop', get: 'npm run setup -- desktop' },
    isThere: async () => (await missingForDesktop(systemPython())).length === 0,
  },
  transformers: {
    ...{ doctor: 'Embedder', ...SET_UP, get: installCommand(process.env) },
    isThere: () => findLibrary(process.env) !== undefined,
  },
  chromedriver: {
    ...{ doctor: 'Driver', paper: 'projecteval', get: 'apt-get install chromium chromium-driver chromium-l10n' },
    isThere: () =>
      findChromedriverBrowser().then(
        () => true,
        () => false,
      ),
  },
  'projecteval-packages': {
    ...{ doctor: 'Django', paper: 'projecteval', get: 'npm run setup -- projecteval' },
    isThere: () => preparedPackages('projecteval').length > 0,
  },
  'python3-pandas': modules(['pandas'], 'python3-pandas', { doctor: 'pandas', paper: 'projecteval' }),
  'python3-openpyxl': modules(['openpyxl'], 'python3-openpyxl', { doctor: 'openpyxl', paper: 'projecteval' }),
  'python3-matplotlib': modules(['matplotlib'], 'python3-matplotlib', { doctor: 'matplotlib', paper: 'projecteval' }),
  'python3-statsmodels': modules(['scipy', 'statsmodels'], 'python3-scipy python3-statsmodels', {
    doctor: 'statsmodels',
    paper: 'projecteval',
  }),
  'python3-numpy': modules(['numpy'], 'python3-numpy'),
  'python3-sklearn': modules(['sklearn'], 'python3-sklearn'),
  'python3-pil': modules(['PIL.Image'], 'python3-pil'),
  'python3-venv': modules(['pip', 'venv', 'ensurepip'], 'python3-venv python3-pip'),
  'python3-pytest': modules(['pytest'], 'python3-pytest', SET_UP),
  'python3-django': modules(['django'], 'python3-django', SET_UP),
  'python3-flask': modules(['flask'], 'python3-flask', SET_UP),
  gcc: program('gcc', { doctor: 'gcc', paper: 'projdevbench', ...SET_UP }),
  'g++': program('g++', { doctor: 'g++', paper: 'projdevbench', ...SET_UP }),
  make: program('make', { doctor: 'make', paper: 'projdevbench', ...SET_UP }),
  cmake: program('cmake', { doctor: 'cmake', paper: 'projdevbench', ...SET_UP }),
  valgrind: program('valgrind', { doctor: 'valgrind', paper: 'projdevbench', ...SET_UP }),
  git: program('git'),
  perl: program('perl'),
  java: { get: 'apt-get install default-jre-headless', isThere: () => spawnSync('java', ['-version']).status === 0 },
  'python3-pip': modules(['pip'], 'python3-pip'),
  'linux-libc-dev': { get: 'apt-get install linux-libc-dev', isThere: () => KERNEL_HEADERS.every(existsSync) },
  openssl: { get: 'apt-get install openssl', isThere: () => spawnSync('openssl', ['version']).status === 0 },
  redis: { ...SET_UP, get: 'apt-get install redis-tools', isThere: () => REDIS_PROGRAMS.some(existsSync) },
  root: { ...SET_UP, get: 'run the tests as root', isThere: () => process.getuid?.() === 0 },
  Linux: { ...SET_UP, get: 'a machine with Linux', isThere: () => process.platform === 'linux' },
  Debian: { ...SET_UP, get: 'a machine with Debian', isThere: () => existsSync('/etc/debian_version') },
  x64: { ...SET_UP, get: 'a processor with the instructions of x64', isThere: () => process.arch === 'x64' },
  'x64 or arm64': {
    ...{ ...SET_UP, get: 'a machine with Linux on x64 or arm64, whose system calls the sandbox filters' },
    isThere: () => process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch),
  },
  'mount namespaces': {
    ...{ ...SET_UP, get: 'a machine on which `unshare --mount` works' },
    isThere: () => spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0,
  },
  'control groups': {
    ...{ ...SET_UP, get: 'a machine on which the user may make control groups' },
    isThere: hasControlGroups,
  },
  'CPython 3.11 or newer': {
    ...{ ...SET_UP, get: 'CPython 3.11 or newer as /usr/bin/python3' },
    isThere: () => pythonHolds('sys.implementation.name == "cpython" and sys.version_info >= (3, 11)'),
  },
  'Python before 3.12': {
    ...{ ...SET_UP, get: 'a Python before 3.12 as /usr/bin/python3: later ones have another tokenizer' },
    isThere: () => pythonHolds('sys.version_info < (3, 12)'),
  },
  'npm registry': {
    get: 'a connection to the npm registry',
    isThere: () => spawnSync('npm', ['ping', '--fetch-timeout=5000', '--fetch-retries=0']).status === 0,
  },
  'data: projecteval': data('projecteval', { doctor: 'Dataset', paper: 'projecteval' }),
  'data: codeprojecteval': data('codeprojecteval'),
  'data: projdevbench': data('projdevbench'),
  'data: repocraft': data('repocraft'),
  'data: greenfield': data('greenfield'),
})

export type PartName = typeof PARTS extends ReadonlyMap<infer Name, Part> ? Name : never

// ---- what a test needs ------------------------------------------------------------------------------------------

const found = new Map<string, Promise<boolean>>()

/** @throws Error for a name that no part has: a mistyped one would hide nothing */
export function refuseUnknownParts(env: Environment): void {
  const names = (env['PE_HIDE_OPTIONAL'] ?? '').split(',').filter((name) => name !== '' && name !== '1')
  const unknown = names.find((name) => !PARTS.has(name as PartName))
  if (unknown === undefined) return
  throw new Error(`PE_HIDE_OPTIONAL names "${unknown}"; the parts are ${[...PARTS.keys()].join(', ')}, or 1 for all`)
}

refuseUnknownParts(process.env)

/** Whether the machine has all these parts, and none of them is hidden. */
export async function has(...names: readonly PartName[]): Promise<boolean> {
  return (await missing(names)).length === 0
}

async function missing(names: readonly PartName[]): Promise<PartName[]> {
  const there = await Promise.all(names.map(isThere))
  return names.filter((_, index) => there[index] !== true)
}

function isThere(name: PartName): Promise<boolean> {
  const known = found.get(name)
  if (known !== undefined) return known
  const part = partNamed(name)
  const looked = isPartHidden(name, part, process.env) ? Promise.resolve(false) : Promise.resolve(part.isThere())
  found.set(name, looked)
  return looked
}

export function isPartHidden(name: string, { isSetUp }: Pick<Part, 'isSetUp'>, env: Environment): boolean {
  const hidden = env['PE_HIDE_OPTIONAL']?.split(',') ?? []
  return isSetUp === true ? hidden.includes(name) : isHidden(name, env)
}

function partNamed(name: PartName): Part {
  const part = PARTS.get(name)
  if (part === undefined) throw new Error(`test/needs.ts has no part "${name}"`)
  return part
}

/**
 * Options of a test or of a `describe` that needs these parts. The keys of `meta` are read by scripts/test.mjs: the missing parts, and those that
 * are there although the set-up does not install them. It is a key for each part, so that a test adds to those of its `describe`.
 */
export async function needs(...names: readonly PartName[]) {
  const absent = await missing(names)
  const byHand = names.filter((name) => !absent.includes(name) && partNamed(name).isSetUp !== true)
  const meta = Object.fromEntries([
    ...absent.map((name) => [`missing ${name}`, partNamed(name).get] as const),
    ...byHand.map((name) => [`by hand ${name}`, partNamed(name).get] as const),
  ])
  return absent.length > 0 ? { skip: true, meta } : { meta }
}

/** Options of tests in a sandbox: `process` works on every machine. */
export function needsSandbox(name: SandboxName) {
  return name === 'bubblewrap' ? needs('bubblewrap') : needs()
}
