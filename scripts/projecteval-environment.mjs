/**
 * Installs the Python packages for the published ProjectEval benchmark on Debian: system packages, and in a private folder
 * Django 5.2 with its dependencies from Debian's sid. The latter are pinned by version and digest; sid is never added to the
 * system. Prints the private folder, for PE_PYTHON_PATH or --python-path; `pe` also finds it by itself. If everything is there,
 * it only checks.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { cacheRoot } from './cache-folder.mjs'

const MINUTE = 60_000

/** Packages of the installed release that the testcodes and the published answers import. */
const SYSTEM_PACKAGES = [
  'python3',
  'python3-bleach',
  'python3-dotenv',
  'python3-flask',
  'python3-html2text',
  'python3-markdown',
  'python3-markdown2',
  'python3-matplotlib',
  'python3-openpyxl',
  'python3-pandas',
  'python3-pil',
  'python3-plotly',
  'python3-qrcode',
  'python3-requests',
  'python3-sklearn',
  'python3-statsmodels',
  'python3-tz',
  'chromium',
  'chromium-driver',
  'chromium-headless-shell',
  'chromium-l10n',
  'libjs-bootstrap',
  'libjs-jquery',
  'bubblewrap',
]

/** Packages from sid, for all architectures: package → version and sha256 of the .deb file. */
const PINNED = {
  'python3-django': ['3:5.2.18-2', '6c8eb4bebb9408f7b6578be3ebbb2600d4675e752ca163e99c28f79948ba44dd'],
  'python3-asgiref': ['3.12.1-1', '1363e8c6ff1291625036e8501be342238ac27452c140abb30a0c5225735021e2'],
  'python3-sqlparse': ['0.5.5-2', '5d4e32eca4e46a1a48a4e0f4f62f04ad8d899b5cdf91d1a87dc88f7e25dfd9fd'],
  'python3-djangorestframework': ['3.18.3+ds1-1', 'cf7b4d4773b3c1fff6ebec7f726c7350096174fbd465af8713f1dec5ae94308c'],
  'python3-django-filters': ['25.1-4', '3dc8f223af6eaec3236a893d0107a5811804b69dbb0ec36867b5f32e43669ffd'],
  'python3-django-cors-headers': ['4.9.0-1', '44791b8d314e51624e4b48c862a4b18907b2f4338bd3b9c4cfef988dc35cf2ed'],
}

/** Version of the private folder's layout. Increment it to rebuild existing folders. */
const MAKE = 2

/** An error that the user can act on; printed without a stack. */
class SetupError extends Error {}

/** Must match the folder in harness/lib/python/prepared-packages.ts. */
const folder = path.join(cacheRoot(), 'python', 'projecteval')
const packages = path.join(folder, 'packages')
const stamp = path.join(folder, 'pins')

try {
  if (!fs.existsSync('/etc/debian_version')) throw new SetupError(elsewhere())
  await systemPackages()
  if (!isPrepared()) await preparePrivateFolder()
  process.stdout.write(`${packages}\n`)
} catch (error) {
  say(error instanceof SetupError ? error.message : error.stack)
  process.exitCode = 1
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function elsewhere() {
  return [
    'This system is not Debian. Install the packages with pip into a separate folder:',
    `  python3 -m pip install --target ${packages} "Django==5.2.*" djangorestframework django-filter django-cors-headers \\`,
    '    pandas openpyxl matplotlib statsmodels scikit-learn qrcode pillow markdown bleach html2text requests',
    `and set PE_PYTHON_PATH=${packages}`,
  ].join('\n')
}

// ---- system packages --------------------------------------------------------------------------------------------

async function systemPackages() {
  const missing = await missingPackages()
  if (missing.length === 0) return
  const argv = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...missing]
  if (process.getuid?.() !== 0) throw new SetupError(`Run as root: apt-get ${argv.join(' ')}`)
  say(`installing ${missing.join(', ')}`)
  // On a fresh machine the package lists are absent or old.
  await run('apt-get', argv).catch(async () => {
    await run('apt-get', ['update'])
    await run('apt-get', argv)
  })
}

async function missingPackages() {
  const format = '${Package} ${db:Status-Status}\\n'
  const listed = await run('dpkg-query', ['-W', '-f', format, ...SYSTEM_PACKAGES], { code: 'any' })
  const installed = new Set(listed.split('\n').filter((line) => line.endsWith(' installed')))
  return SYSTEM_PACKAGES.filter((name) => !installed.has(`${name} installed`))
}

// ---- the private folder -----------------------------------------------------------------------------------------

function pins() {
  return createHash('sha256')
    .update(JSON.stringify([PINNED, MAKE]))
    .digest('hex')
}

function isPrepared() {
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === pins()
}

/** Created under a temporary name and then renamed, so that it is never incomplete. */
async function preparePrivateFolder() {
  fs.mkdirSync(path.dirname(folder), { recursive: true })
  const scratch = fs.mkdtempSync(`${folder}.`)
  try {
    say('downloading Django 5.2 from sid')
    const files = await downloadPinned(scratch)
    const unpacked = path.join(scratch, 'unpacked')
    for (const file of files) await run('dpkg', ['-x', file, unpacked])
    const made = path.join(scratch, 'made')
    fs.mkdirSync(made, { mode: 0o755 })
    fs.renameSync(path.join(unpacked, 'usr/lib/python3/dist-packages'), path.join(made, 'packages'))
    repairLinks(path.join(made, 'packages'))
    // Compiled here, because it is read-only in sandboxes, where each process would compile Django again.
    await run('/usr/bin/python3', ['-m', 'compileall', '-q', '-s', made, '-p', folder, path.join(made, 'packages')])
    fs.writeFileSync(path.join(made, 'pins'), pins())
    fs.rmSync(folder, { recursive: true, force: true })
    putInPlace(made)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

/** Makes the relative links to Debian's shared copies of jQuery and others absolute; they break in the private folder. */
function repairLinks(packages) {
  for (const entry of fs.readdirSync(packages, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const shared = entry.isSymbolicLink() ? /^(?:\.\.\/)+share\/(.+)$/.exec(fs.readlinkSync(file))?.[1] : undefined
    if (shared === undefined || !fs.existsSync(`/usr/share/${shared}`)) continue
    fs.rmSync(file)
    fs.symlinkSync(`/usr/share/${shared}`, file)
  }
}

/** If two processes prepare it at the same time, the first one wins. */
function putInPlace(made) {
  try {
    fs.renameSync(made, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || !isPrepared()) throw error
  }
}

/** Downloads with apt, with separate lists and configuration. The packages are signed, and pinned here as well. */
async function downloadPinned(scratch) {
  const state = path.join(scratch, 'apt')
  const files = path.join(scratch, 'files')
  for (const name of ['lists/partial', 'cache/archives/partial'])
    fs.mkdirSync(path.join(state, name), { recursive: true })
  fs.mkdirSync(files)
  const list = path.join(state, 'sources.list')
  fs.writeFileSync(list, `deb ${signedBy()}${await mirror()} sid main\n`)
  const options = {
    'Dir::Etc::sourcelist': list,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': state,
    'Dir::State::Lists': path.join(state, 'lists'),
    'Dir::Cache': path.join(state, 'cache'),
    'Acquire::Languages': 'none',
    'APT::Sandbox::User': os.userInfo().username,
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...flags, 'update'])
  const wanted = Object.entries(PINNED).map(([name, [version]]) => `${name}=${version}`)
  await run('apt-get', [...flags, 'download', ...wanted], { cwd: files }).catch((error) => {
    throw new SetupError(
      `${error.message}\nIf sid has newer versions, update versions and digests in ${import.meta.filename}.`,
    )
  })
  return Object.keys(PINNED).map((name) => verified(files, name))
}

function signedBy() {
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
  return fs.existsSync(keys) ? `[signed-by=${keys}] ` : ''
}

/** The mirror of the system's packages. */
async function mirror() {
  const targets = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
  const systemMirror = targets.split('\n').find((uri) => uri !== '' && !uri.includes('security'))
  return systemMirror ?? 'http://deb.debian.org/debian/'
}

function verified(files, name) {
  const [version, digest] = PINNED[name]
  const file = fs.readdirSync(files).find((each) => each.startsWith(`${name}_`))
  if (file === undefined) throw new SetupError(`apt-get did not download ${name}`)
  const full = path.join(files, file)
  const actual = createHash('sha256').update(fs.readFileSync(full)).digest('hex')
  if (actual !== digest)
    throw new SetupError(
      `${name} ${version} has the digest ${actual} instead of the pinned ${digest}, and is not used.`,
    )
  return full
}

// ---- processes --------------------------------------------------------------------------------------------------

/** @returns the stdout of the program */
async function run(file, args, { cwd = '/', code: allowed = 0 } = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, timeout: 10 * MINUTE })
  const end = () => endGroup(child)
  process.once('exit', end)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code === allowed || allowed === 'any') return output
    throw new SetupError(`"${[file, ...args].join(' ')}" ended with exit code ${code}:\n${(errors || output).trim()}`)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new SetupError(`"${file}" is not installed, and this set-up needs it; install it and try again`)
  } finally {
    process.off('exit', end)
  }
}

function endGroup(child) {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
