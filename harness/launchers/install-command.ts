import { ProjectFault } from '../errors.ts'

/** An install step that only runs a package client of this machine. */
export interface InstallCommand {
  readonly client: 'npm' | 'pip'
  /** The command with the mandatory flags. None of the plan's options overrides them. */
  readonly argv: readonly string[]
  /** Whether its options change the folder to install in, so that the manifests alone do not determine the result. */
  readonly inPlace: boolean
}

/**
 * Disables lifecycle scripts, git (a project's .npmrc may name its program), and the shell, as a second protection against
 * scripts. The command line overrides the environment and every .npmrc.
 */
const NPM_FLAGS = ['--ignore-scripts', '--script-shell=/bin/false', '--git=/bin/false', '--no-audit', '--no-fund']
/** Takes only wheels from Python's index, because installing a wheel runs no code of the package. */
const PIP_FLAGS = ['--only-binary=:all:', '--target=.packages', '--no-input', '--disable-pip-version-check']

const CLEAN_INSTALL = new Set(['ci', 'ic', 'clean-install', 'install-clean'])
const INSTALL = new Set(['install', 'i', 'in', 'add'])

/** Options that a plan may use. All others are refused: clients accept abbreviations, and an unknown option may override ours. */
interface Options {
  /** Options without a value. */
  readonly flags: ReadonlySet<string>
  /** Options with a value, in the same word or in the next one. */
  readonly valued: Readonly<Record<string, RegExp>>
  /** Options that repeat or contradict ours, and are removed. */
  readonly dropped: ReadonlySet<string>
}

const WORD = /^\w[\w.:-]*$/
const PATH_WITH_EXTRAS = /^(?!.*(?:^|\/)\.\.(?:\/|\[|$))(?:\.|(?:\.\/)?\w[\w./-]*)(?:\[[\w,.-]*\])?$/
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
const CHANGES_FOLDER = /^(?:--prefix|-C|--workspaces?|-w)(?:=|$)/

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
    '-e': PATH_WITH_EXTRAS,
    '--editable': PATH_WITH_EXTRAS,
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
 * The command to run. Undefined if the command is not npm or pip itself but, for example, a shell that calls them.
 * @param python The interpreter; `pip` is run as its module
 * @throws ProjectFault for unknown options, which might enable scripts
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
  const { options, others } = parseWords(words, NPM)
  return {
    client: 'npm',
    argv: ['npm', known, ...NPM_FLAGS, ...options, ...others.slice(1)],
    // The digest covers only the manifests in the folder itself.
    inPlace: options.some((word) => CHANGES_FOLDER.test(word)),
  }
}

function pipCommand(python: string, words: readonly string[]): InstallCommand | undefined {
  if (subcommandOf(words, PIP) !== 'install') return undefined
  const { options: all, others: named } = parseWords(words, PIP)
  // An editable package is a link, which works only in Python's own folders, to which nothing is installed.
  const options = all.filter((word, index) => !EDITABLE.test(word) && !EDITABLE_NAME.test(all[index - 1] ?? ''))
  const editable = all.filter((word, index) => EDITABLE.test(word) || EDITABLE_NAME.test(all[index - 1] ?? ''))
  const local = editable.map((word) => word.replace(EDITABLE, '')).filter((word) => word !== '')
  const others = [...named, ...local]
  // -I: otherwise Python could load a file of the project as pip, or as a module that pip imports.
  const argv = [python, '-I', '-m', 'pip', 'install', ...PIP_FLAGS, ...options, ...others.slice(1)]
  return { client: 'pip', argv, inPlace: others.slice(1).some((word) => LOCAL_FOLDER.test(word)) }
}

const EDITABLE = /^(?:-e|--editable)(?:=|$)/
const EDITABLE_NAME = /^(?:-e|--editable)$/
/** A package of the project itself, whose content is not part of the manifests. */
const LOCAL_FOLDER = /^(?:\.|\/|[^@]*\/)/

/** The first word that is neither an option nor an option's value. */
function subcommandOf(words: readonly string[], { valued }: Options): string {
  const index = words.findIndex((word, at) => !word.startsWith('-') && valued[words[at - 1] ?? ''] === undefined)
  return words[index] ?? ''
}

interface ParsedWords {
  readonly options: readonly string[]
  /** The subcommand and package names. */
  readonly others: readonly string[]
}

function parseWords(words: readonly string[], { flags, valued, dropped }: Options): ParsedWords {
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
      throw new ProjectFault(
        `the install step has the option "${word}", which is not allowed; remove it`,
        '',
        'install',
      )
  }
  return { options, others }
}

function splitAtEquals(word: string): readonly [string, string | undefined] {
  const at = word.indexOf('=')
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
}

/**
 * @param text Content of a file that pip may read
 * @throws ProjectFault if it would allow packages other than wheels, or packages from outside the index
 */
export function checkRequirements(text: string, name: string): void {
  // Like pip, joins lines that end with a backslash first.
  // eslint-disable-next-line no-control-regex -- Python's splitlines(), which pip uses, splits at these too
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]/)) {
    const option = line.trim()
    if (!FORBIDDEN.test(option)) continue
    throw new ProjectFault(
      `${name} has the option "${option.slice(0, 100)}", which is not allowed; remove it`,
      '',
      'install',
    )
  }
}

/** Options that allow source packages, also abbreviated, and references to remote files that could contain such options. */
const FORBIDDEN = /^--(?:no-b|o[a-z-]*(?:=|\s+)["']?[^\s]*:none:)|^(?:-[rc]|--[rc][a-z]*)(?:=|\s*)["']?\w+:\/\//
