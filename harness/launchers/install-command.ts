import { ProjectFault } from '../errors.ts'

/** An install step that is known to run nothing but a package client of this machine. */
export interface InstallCommand {
  readonly client: 'npm' | 'pip'
  /** With what the client must be told; nothing that a plan says comes after it and undoes it. */
  readonly argv: readonly string[]
  /** Whether it installs elsewhere than its manifests alone say. */
  readonly inPlace: boolean
}

/**
 * Lifecycle scripts stay off. So does git, whose program a project's .npmrc may name, and the shell, if anything should
 * ask for a script all the same. The command line wins over the environment and over every .npmrc.
 */
export const NPM_FLAGS = [
  '--ignore-scripts',
  '--script-shell=/bin/false',
  '--git=/bin/false',
  '--no-audit',
  '--no-fund',
]
/** From Python's index only wheels are taken: installing runs no code of the packages. */
export const PIP_FLAGS = ['--only-binary=:all:', '--target=.packages', '--no-input', '--disable-pip-version-check']

const CLEAN_INSTALL = new Set(['ci', 'ic', 'clean-install', 'install-clean'])
const INSTALL = new Set(['install', 'i', 'in', 'add'])

/** What a plan may add. Each option is written out: clients take abbreviations, and what is not known may undo ours. */
interface Options {
  /** Options that stand alone. */
  readonly flags: ReadonlySet<string>
  /** Options with a value, in the same word or in the next. */
  readonly valued: Readonly<Record<string, RegExp>>
  /** What says the same as ours, or does not go with it, and is left out. */
  readonly dropped: ReadonlySet<string>
}

const WORD = /^\w[\w.:-]*$/
const RELATIVE_PATH = /^(?!.*(?:^|\/)\.\.(?:\/|$))(?:\.|(?:\.\/)?\w[\w./-]*)$/

const NPM: Options = {
  flags: new Set([
    ...['--save', '-S', '--save-prod', '-P', '--save-dev', '-D', '--save-optional', '-O', '--save-exact', '-E'],
    ...['--no-save', '--production', '--legacy-peer-deps', '--strict-peer-deps', '--force', '-f', '--no-optional'],
    ...['--no-package-lock', '--prefer-offline', '--prefer-online', '--prefer-dedupe', '--no-progress'],
    ...['--silent', '-s', '--quiet', '-q', '--verbose', '--no-bin-links', '--no-update-notifier', '--yes', '-y'],
    ...['--no-engine-strict', '--workspaces', '--include-workspace-root'],
  ]),
  valued: {
    '--omit': WORD,
    '--include': WORD,
    '--only': WORD,
    '--loglevel': WORD,
    '--install-strategy': WORD,
    '--fetch-retries': /^\d+$/,
    '--fetch-timeout': /^\d+$/,
    '--maxsockets': /^\d+$/,
    '--progress': /^(?:true|false)$/,
    '--package-lock': /^(?:true|false)$/,
    '--prefix': RELATIVE_PATH,
    '-C': RELATIVE_PATH,
    '--workspace': RELATIVE_PATH,
    '-w': RELATIVE_PATH,
  },
  dropped: new Set([
    '--',
    '--ignore-scripts',
    '--ignore-scripts=true',
    '--no-audit',
    '--audit=false',
    '--no-fund',
    '--fund=false',
  ]),
}
const ELSEWHERE = /^(?:--prefix|-C|--workspaces?|-w)(?:=|$)/

const PIP: Options = {
  flags: new Set([
    ...['-U', '--upgrade', '-q', '--quiet', '-v', '--verbose', '--no-cache-dir', '--no-deps', '--pre'],
    ...['--prefer-binary', '--no-warn-script-location', '--no-compile', '--break-system-packages'],
    ...['--require-hashes', '--no-build-isolation'],
  ]),
  valued: {
    '-r': RELATIVE_PATH,
    '--requirement': RELATIVE_PATH,
    '-c': RELATIVE_PATH,
    '--constraint': RELATIVE_PATH,
    '-e': RELATIVE_PATH,
    '--editable': RELATIVE_PATH,
    '--progress-bar': WORD,
    '--upgrade-strategy': WORD,
    '--root-user-action': WORD,
    '--timeout': /^\d+$/,
    '--default-timeout': /^\d+$/,
    '--retries': /^\d+$/,
  },
  dropped: new Set(['--', '--user', '--no-input', '--disable-pip-version-check', '--only-binary=:all:']),
}

/**
 * The command as it is run; undefined if it is not npm or pip by itself but, for one, a shell that calls them.
 * @param python The interpreter, which stands for `pip` too
 * @throws ProjectFault if it has options that are not known, which might undo that no scripts are run
 */
export function installCommand(argv: readonly string[], python: string): InstallCommand | undefined {
  const [program, ...words] = argv
  if (program === 'npm') return npmCommand(words)
  const [module, name, ...rest] = words
  return program === python && module === '-m' && name === 'pip' ? pipCommand(python, rest) : undefined
}

function npmCommand(words: readonly string[]): InstallCommand | undefined {
  const command = subcommandOf(words, NPM)
  const known = CLEAN_INSTALL.has(command) ? 'ci' : INSTALL.has(command) ? 'install' : undefined
  if (known === undefined) return undefined
  const { options, others } = sorted(words, NPM)
  return {
    client: 'npm',
    argv: ['npm', known, ...NPM_FLAGS, ...options, ...others.slice(1)],
    // What is named beside the manifests is not in their digest.
    inPlace: options.some((word) => ELSEWHERE.test(word)),
  }
}

function pipCommand(python: string, words: readonly string[]): InstallCommand | undefined {
  if (subcommandOf(words, PIP) !== 'install') return undefined
  const { options, others } = sorted(words, PIP)
  // Isolated, because a file of the project could otherwise be taken for pip or for a module that pip imports.
  const argv = [python, '-I', '-m', 'pip', 'install', ...PIP_FLAGS, ...options, ...others.slice(1)]
  return { client: 'pip', argv, inPlace: false }
}

/** The first word that is no option and no value of one. */
function subcommandOf(words: readonly string[], { valued }: Options): string {
  const index = words.findIndex((word, at) => !word.startsWith('-') && valued[words[at - 1] ?? ''] === undefined)
  return words[index] ?? ''
}

interface Sorted {
  readonly options: readonly string[]
  /** The subcommand and names of packages. */
  readonly others: readonly string[]
}

function sorted(words: readonly string[], { flags, valued, dropped }: Options): Sorted {
  const options: string[] = []
  const others: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const [name, value] = splitAtEquals(word)
    const pattern = Object.hasOwn(valued, name) ? valued[name] : undefined
    if (dropped.has(word)) continue
    if (!word.startsWith('-')) others.push(word)
    else if (flags.has(word)) options.push(word)
    else if (pattern?.test(value ?? words[index + 1] ?? '') === true) {
      options.push(...(value === undefined ? [name, words[(index += 1)] ?? ''] : [word]))
    } else
      throw new ProjectFault(`the install step has the option "${word}", which is not allowed there`, '', 'install')
  }
  return { options, others }
}

function splitAtEquals(word: string): readonly [string, string | undefined] {
  const at = word.indexOf('=')
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

/**
 * @param text Of a file that pip may be told to read
 * @throws ProjectFault if it takes back that only wheels are installed, and only from the index
 */
export function checkRequirements(text: string, name: string): void {
  // A backslash at the end joins two lines, for pip too, before anything else is looked at.
  // eslint-disable-next-line no-control-regex -- Python's splitlines(), which pip uses, ends lines at these too
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]/)) {
    const option = line.trim()
    if (!UNDOES.test(option)) continue
    throw new ProjectFault(
      `${name} has the option "${option.slice(0, 100)}", which is not allowed there`,
      '',
      'install',
    )
  }
}

/** Abbreviations included, and files from elsewhere that could say the same. */
const UNDOES = /^--(?:no-b|o[a-z-]*(?:=|\s+)["']?[^\s]*:none:)|^(?:-[rc]|--[rc][a-z]*)(?:=|\s*)["']?\w+:\/\//
