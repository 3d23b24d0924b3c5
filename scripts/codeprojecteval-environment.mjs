/**
 * Installs what the published CodeProjectEval and DevBench need of Python and Debian has: pytest with its plugins, and the
 * libraries that the repositories import. With a folder as its argument, also what the requirements of its repositories name
 * and Debian has. Says what is missing; tests that need it are excluded, never failed. If everything is there, it only checks.
 *
 * On other machines, and with --environments, it makes a virtual environment for each repository of the folder instead.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Packages for the repositories that were published. */
const PACKAGES = [
  ...['pytest', 'pytest-django', 'pytest-mock', 'pytest-rerunfailures', 'freezegun', 'psutil', 'mypy'],
  ...[
    'cachetools',
    'binaryornot',
    'click',
    'jinja2',
    'yaml',
    'slugify',
    'requests',
    'arrow',
    'rich',
    'dateparser',
    'pandas',
  ],
  ...['six', 'django', 'djangorestframework', 'jwt', 'jose', 'cryptography', 'werkzeug', 'blinker', 'itsdangerous'],
  ...['markupsafe', 'asgiref', 'dotenv', 'greenlet', 'cssselect', 'jmespath', 'lxml', 'packaging', 'w3lib'],
  ...['typing-extensions', 'redis', 'pyasn1', 'boto3', 'tz', 'toolz', 'pkg-resources', 'numpy'],
].map((name) => `python3-${name}`)

/** Bytes of a requirements file that are read. */
const MOST = 64 * 1024

const given = process.argv.slice(2)
const folder = given.find((each) => !each.startsWith('-')) ?? process.env.PE_CODEPROJECTEVAL_DIR
if (given.includes('--environments') || !works('dpkg-query', ['--version'])) makeEnvironments(folder)
else installFromDebian()

function makeEnvironments(folder) {
  if (folder === undefined) return fail('name the folder of the repositories: npm run setup -- codeprojecteval DIR')
  const script = path.join(import.meta.dirname, 'codeprojecteval-environments.ts')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, path.resolve(folder)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: path.join(import.meta.dirname, '..'),
  })
  process.exitCode = status ?? 1
}

function installFromDebian() {
  const wanted = [...new Set([...PACKAGES, ...requirements(folder)])]
  const before = installedOf(wanted)
  const known = [...knownOf(wanted.filter((name) => !before.has(name)))]
  if (known.length > 0) install(known)
  const now = installedOf(wanted)
  const left = wanted.filter((name) => !now.has(name))
  say(`${wanted.length - left.length} of ${wanted.length} packages are installed`)
  if (left.length > 0) say(`not in Debian, or not installed: ${left.join(', ')}; tests that need them are excluded`)
  if (PACKAGES.some((name) => left.includes(name))) process.exitCode = 1
}

/** Names in the requirements of all repositories of a folder, as Debian would call them. */
function requirements(folder) {
  if (folder === undefined) return []
  const files = fs
    .readdirSync(folder)
    .map((name) => path.join(folder, name, 'requirements.txt'))
    .filter((file) => fs.existsSync(file))
  const lines = files.flatMap((file) => fs.readFileSync(file, 'utf8').slice(0, MOST).split('\n'))
  const names = lines.map((line) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,80}/.exec(line.trim())?.[0].toLowerCase() ?? '')
  const packages = names
    .filter((name) => name !== '')
    .map((name) => `python3-${name.replace(/^python-/, '').replaceAll(/[._]/g, '-')}`)
  return [...knownOf([...new Set(packages)])]
}

function install(names) {
  say(`installing ${names.length} packages (apt-get)`)
  const result = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (result.status !== 0) fail(`apt-get install failed; as root: apt-get install ${names.join(' ')}`)
}

/** One question for all names: each call of these programs takes a second on a slow machine. */
function installedOf(names) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${Status}\\n', ...names], { encoding: 'utf8' })
  return new Set([...stdout.matchAll(/^(\S+) install ok installed$/gm)].map(([, name]) => name))
}

/** Names for which Debian has a package. */
function knownOf(names) {
  if (names.length === 0) return new Set()
  const { stdout } = spawnSync('apt-cache', ['policy', ...names], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const found = (stdout ?? '').matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (.*)$/gm)
  return new Set([...found].filter(([, , candidate]) => candidate !== '(none)').map(([, name]) => name))
}

function works(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function fail(text) {
  say(text)
  process.exitCode = 1
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
