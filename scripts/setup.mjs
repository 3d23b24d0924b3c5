/**
 * Prepares everything that a command needs: packages, the compiled program, a sandbox, a browser. It runs before every
 * command, so if everything is in place it only checks. It must not import packages (they may not be installed yet) or
 * anything slow to load. It prints one line to stderr when a stage begins. Packages of the system are installed while npm and
 * the compiler work.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cacheRoot } from './cache-folder.mjs'

const OLDEST_NODE = [20, 19]
const MINUTE = 60_000
/** Debian's package of a browser; the first that harness/lib/browser/install.ts tries. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const BROWSERS = [HEADLESS_SHELL, 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
/** Debian package → the folder that it installs. */
const PYTHON_PACKAGES = { 'python3-django': 'django', 'python3-flask': 'flask', 'python3-pytest': 'pytest' }
/** Program → Debian package, for building and checking the native programs of an online judge. */
const COMPILERS = { 'g++': 'g++', make: 'make', cmake: 'cmake', valgrind: 'valgrind' }

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stampFile = path.join(root, 'node_modules', '.cache', 'pe', 'setup.json')
const lockFile = path.join(root, 'package-lock.json')
const sources = path.join(root, 'harness')
const compiled = path.join(root, 'dist', 'harness')
/** The report's program for the browser. */
const page = path.join(sources, 'reporters', 'html', 'app')
/** It does not check types, so the set-up takes seconds; `npm test` and `npm run build` check them. */
const COMPILER = 'compile.mjs'
/** The bundles, each with its source, its script and its files below `dist`. Everything else is compiled file by file. */
const BUNDLES = [
  { title: 'program', source: path.join(sources, 'bin.ts'), script: 'bundle-program.mjs', files: programFiles },
  {
    title: 'report',
    source: page,
    script: 'build-report.mjs',
    files: () => ['report/report.js', 'report/style.css'],
  },
].filter(({ source }) => fs.existsSync(source))

/** Optional parts, each prepared by scripts of its own: `npm run setup -- PART [ARGUMENT …]`. */
const PARTS = {
  desktop: {
    about: 'for missions with windows: a display, pygame, tkinter, numpy and tesseract (Debian, as root)',
    scripts: ['desktop-environment.mjs'],
  },
  projecteval: {
    about: 'for ProjectEval: the packages that its projects import, and Django 5.2 in a separate folder (Debian)',
    scripts: ['projecteval-environment.mjs', 'cdn-stand-in.mjs'],
  },
  codeprojecteval: {
    about: 'DIR [--environments], for CodeProjectEval and DevBench: pytest, and what their repositories import',
    scripts: ['codeprojecteval-environment.mjs'],
  },
}
const USAGE = [
  'npm run setup                        # packages, the program, a sandbox and a browser; npm start and npm test run it',
  'npm run setup -- PART [ARGUMENT …]   # an optional part:',
  ...Object.entries(PARTS).map(([name, { about }]) => `  ${name.padEnd(16)} ${about}`),
].join('\n')

/** An error that the user can act on; printed without a stack. */
class SetupError extends Error {}

try {
  refuseOldNode(process.versions.node)
  const [part, ...args] = process.argv.slice(2)
  if (part === '--help') say(USAGE)
  else if (part === undefined || part.startsWith('--')) await setUp()
  else process.exitCode = runPart(part, args)
} catch (error) {
  const expected = error instanceof SetupError || error.code === 'usage' || error.code === 'harness'
  say(expected ? error.message : error.stack)
  process.exitCode = 1
}

async function setUp() {
  const steps = stepsOf({ tests: process.argv.includes('--tests'), dev: !process.argv.includes('--start') })
  if (!(await allReady(steps))) await withLock(() => makeReady(steps))
}

/** @returns an exit code */
function runPart(name, args) {
  if (!Object.hasOwn(PARTS, name)) {
    say(`there is no part "${name}"\n${USAGE}`)
    return 2
  }
  for (const script of PARTS[name].scripts) {
    const argv = [path.join(root, 'scripts', script), ...args]
    const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  return 0
}

/**
 * Groups of steps. The groups of `after` need those of `before`, and run beside each other.
 * @param options `tests`: also what only tests need; `dev`: also the packages that only checks and tests need
 */
function stepsOf({ tests, dev }) {
  const before = [dependencies(dev), program()]
  const system = [sandbox(), browser()]
  if (!tests) return { before, after: [system] }
  system.push(pythonPackages(), redisServer(), compilers(), projectEval())
  return { before, after: [system, [sentenceModels()]] }
}

/** Checks in order: a later step may need the result of an earlier one. */
async function allReady({ before, after }) {
  for (const step of [...before, ...after.flat()]) if (!(await step.ready())) return false
  return true
}

async function makeReady({ before, after }) {
  const packages = [...before, ...after.flat()].flatMap((step) => step.packages?.() ?? [])
  const [system, ...others] = after
  const installed = installTogether(packages)
  const prepared = inOrder(before)
  await allDone([
    allDone([prepared, installed]).then(() => inOrder(system)),
    ...others.map((steps) => prepared.then(() => inOrder(steps))),
  ])
}

/** Waits for all, so that nothing works on when the lock is released. @throws The first failure */
async function allDone(promises) {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}

async function inOrder(steps) {
  for (const step of steps) if (!(await step.ready())) await step.make()
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

function refuseOldNode(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  throw new SetupError(
    `Node ${version} is too old: pe needs ${OLDEST_NODE.join('.')} or newer. Install one from https://nodejs.org and try again.`,
  )
}

// ---- packages ---------------------------------------------------------------------------------------------------

function dependencies(dev) {
  const isReady = () => {
    const { dependencies: all, production } = readStamp()
    const digest = dependenciesDigest()
    return all === digest || (!dev && production === digest)
  }
  return {
    // Without a lock file this is an installed package, whose dependencies npm has installed.
    ready: () => !fs.existsSync(lockFile) || isReady(),
    make: () => installDependencies(dev),
  }
}

async function installDependencies(dev) {
  say('installing packages (npm ci), which may take minutes')
  const digest = dependenciesDigest()
  // The user may have installed all of them: npm writes this file last.
  const all = dev || fs.existsSync(path.join(root, 'node_modules', '.package-lock.json'))
  // First: an installation that is cut short may leave this file and a part of the packages.
  fs.rmSync(stampFile, { force: true })
  // Named in both cases: NODE_ENV may be "production".
  await run('npm', ['ci', all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'], 10 * MINUTE)
  writeStamp(all ? { dependencies: digest } : { production: digest })
}

/** Includes Node's version and the platform, because packages may contain compiled code. */
function dependenciesDigest() {
  const machine = [process.versions.node.split('.')[0], process.platform, process.arch]
  return createHash('sha256').update(fs.readFileSync(lockFile)).update(machine.join()).digest('hex')
}

// ---- the compiled program ---------------------------------------------------------------------------------------

function program() {
  return { ready: isCompiled, make: compile }
}

function isCompiled() {
  // An installed package contains the compiled program without the settings of the compiler.
  if (!fs.existsSync(path.join(root, 'tsconfig.json'))) return true
  const files = sourceFiles()
  const { program: digest, written } = readStamp()
  return digest === programDigest(files) && written === lastWritten(files)
}

/**
 * When the last file of the compiled program was written; undefined if one is missing. It tells whether somebody has compiled other sources
 * since, such as those of another branch.
 */
function lastWritten(files) {
  const modules = files.filter(isModule).map(outputOf)
  const bundles = BUNDLES.flatMap((bundle) => bundle.files().map((name) => path.join(root, 'dist', name)))
  const times = [...modules, ...bundles].map((file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs)
  // Whole milliseconds: copies keep no more.
  return times.includes(undefined) ? undefined : Math.round(Math.max(...times))
}

/** The files of the bundled program, from the list that its script writes last. */
function programFiles() {
  const list = path.join(root, 'dist', 'pe', 'files.json')
  const names = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list, 'utf8')) : ['files.json']
  return names.map((name) => `pe/${name}`)
}

async function compile() {
  const files = sourceFiles()
  const digest = programDigest(files)
  // An interrupted compilation leaves files of two states of the sources.
  writeStamp({ program: '' })
  removeStaleOutput()
  say('compiling the program')
  await runScript(COMPILER)
  for (const { title, script } of BUNDLES) {
    say(`bundling the ${title}`)
    await runScript(script)
  }
  writeStamp({ program: digest, written: lastWritten(files) })
}

function runScript(name) {
  return run(process.execPath, [path.join(root, 'scripts', name)], 5 * MINUTE)
}

/** Digest of contents, not of times: a checkout or copy changes only times, and a revert may restore an old time. */
function programDigest(files) {
  const hash = createHash('sha256')
  const scripts = [COMPILER, ...BUNDLES.map(({ script }) => script)].map((name) => path.join(root, 'scripts', name))
  for (const file of [...files, ...scripts, path.join(root, 'tsconfig.json')]) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function sourceFiles() {
  return filesBelow(sources).filter((file) => /\.(tsx?|json|css)$/.test(file))
}

function isModule(file) {
  return file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.startsWith(page + path.sep)
}

function outputOf(file) {
  return path.join(compiled, `${path.relative(sources, file).slice(0, -'.ts'.length)}.js`)
}

/** Removes output whose source is gone; it could still be imported and would be published. Declarations are of earlier sources: only `npm run build` writes them. */
function removeStaleOutput() {
  for (const file of filesBelow(compiled)) {
    const stem = path.relative(compiled, file).replace(/(\.js|\.js\.map)$/, '')
    if (file.endsWith('.d.ts') || !fs.existsSync(path.join(sources, `${stem}.ts`))) fs.rmSync(file)
  }
}

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

// ---- packages of the system -------------------------------------------------------------------------------------

/**
 * Installs Debian packages with one command. If that fails, nothing is lost: each step installs what is still missing, or says
 * why it cannot.
 */
async function installTogether(packages) {
  if (packages.length === 0 || !canInstallPackages()) return
  try {
    say(`installing ${packages.join(', ')} (apt-get)`)
    // Without translations of descriptions, which take longer to fetch and to read than everything else.
    await run('apt-get', ['update', '-o', 'Acquire::Languages=none'], 3 * MINUTE)
    const known = await knownPackages(packages)
    if (known.length === 0) return
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...known], 10 * MINUTE)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say('these packages could not be installed together; trying one after the other')
  }
}

/** Those that this system's lists have: Ubuntu lacks the headless shell of Chromium. */
async function knownPackages(names) {
  const known = await Promise.all(
    names.map((name) =>
      run('apt-cache', ['show', '--no-all-versions', name], MINUTE).then(
        () => [name],
        () => [],
      ),
    ),
  )
  return known.flat()
}

// ---- the sandbox ------------------------------------------------------------------------------------------------

/** Installs bubblewrap if one command can do it. Otherwise every run reports its weaker sandbox. */
function sandbox() {
  return {
    ready: () => onPath('bwrap') || !canInstallPackages() || readStamp().sandbox === 'unavailable',
    packages: () => (onPath('bwrap') ? [] : ['bubblewrap']),
    make: installBubblewrap,
  }
}

function canInstallPackages() {
  return process.getuid?.() === 0 && fs.existsSync('/etc/debian_version') && onPath('apt-get')
}

async function installBubblewrap() {
  say('sandbox: installing bubblewrap (apt-get)')
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'bubblewrap'], 5 * MINUTE)
  // On a fresh machine the package lists are absent or old.
  const updateAndInstall = () => run('apt-get', ['update'], 3 * MINUTE).then(install)
  try {
    await install().catch(updateAndInstall)
    say('sandbox: bubblewrap installed')
  } catch (error) {
    say(`sandbox: bubblewrap could not be installed; projects will run in a weaker sandbox. ${error.message}`)
    // Not retried until the packages are installed again; otherwise it would delay every command.
    writeStamp({ sandbox: 'unavailable' })
  }
}

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.some((folder) => path.isAbsolute(folder) && fs.existsSync(path.join(folder, name)))
}

// ---- the browser ------------------------------------------------------------------------------------------------

function browser() {
  return {
    ready: async () => {
      const { rememberedBrowser } = await compiledModule('lib/browser/remember.js')
      return (await rememberedBrowser(process.env)) !== undefined
    },
    packages: () => (mayHaveBrowser() ? [] : [HEADLESS_SHELL]),
    make: async () => {
      say('browser: looking for a working one')
      const { chooseBrowser } = await compiledModule('lib/browser/choose.js')
      const chosen = await chooseBrowser(process.env, say)
      say(`browser: ${chosen.path} (${chosen.source})`)
    },
  }
}

/** A rough look without the compiled program, which chooses the browser. If it finds none, it installs this package, too. */
function mayHaveBrowser() {
  const { PE_CHROMIUM: pinned, PLAYWRIGHT_BROWSERS_PATH: folder } = process.env
  if (pinned || folder || BROWSERS.some(onPath)) return true
  const places = [path.join(cacheRoot(), 'browser.json'), path.join(os.homedir(), '.cache', 'ms-playwright')]
  return places.some((place) => fs.existsSync(place))
}

function compiledModule(name) {
  return import(pathToFileURL(path.join(compiled, name)).href)
}

// ---- for tests only ---------------------------------------------------------------------------------------------

/** Without these packages, tests that start Python projects or run tests of Python libraries are reported as skipped. */
function pythonPackages() {
  const there = (name) => fs.existsSync(`/usr/lib/python3/dist-packages/${name}`)
  return {
    ready: () =>
      Object.values(PYTHON_PACKAGES).every(there) || !canInstallPackages() || readStamp().python === 'unavailable',
    packages: () => Object.keys(PYTHON_PACKAGES).filter((name) => !there(PYTHON_PACKAGES[name])),
    make: installPythonPackages,
  }
}

async function installPythonPackages() {
  say('python: installing Django, Flask and pytest (apt-get)')
  const argv = ['install', '-y', '--no-install-recommends', ...Object.keys(PYTHON_PACKAGES)]
  const install = () => run('apt-get', argv, 5 * MINUTE)
  const updateAndInstall = () => run('apt-get', ['update'], 3 * MINUTE).then(install)
  try {
    await install().catch(updateAndInstall)
    say('python: Django, Flask and pytest installed')
  } catch (error) {
    say(`python: Django, Flask and pytest could not be installed; tests that need them are skipped. ${error.message}`)
    writeStamp({ python: 'unavailable' })
  }
}

/** If the published ProjectEval data is there, tests judge its canonical answers, which need more Python packages. */
function projectEval() {
  const data = process.env.PE_PROJECTEVAL_DIR ?? path.join(root, '../shared/projecteval')
  const packages = path.join(cacheRoot(), 'python', 'projecteval', 'packages')
  return {
    ready: () =>
      !fs.existsSync(data) ||
      fs.existsSync(packages) ||
      !canInstallPackages() ||
      readStamp().projectEval === 'unavailable',
    make: prepareProjectEval,
  }
}

async function prepareProjectEval() {
  say('python: preparing Django 5.2 for ProjectEval')
  try {
    await run(process.execPath, [path.join(root, 'scripts', 'projecteval-environment.mjs')], 15 * MINUTE)
    say('python: Django 5.2 for ProjectEval prepared')
  } catch (error) {
    say(
      `python: the packages for ProjectEval could not be prepared; tests that need them are skipped. ${error.message}`,
    )
    writeStamp({ projectEval: 'unavailable' })
  }
}

// ---- sentence models --------------------------------------------------------------------------------------------

function sentenceModels() {
  const installed = path.join(cacheRoot(), 'transformers', 'node_modules', '@xenova', 'transformers')
  return {
    ready: () => fs.existsSync(installed) || readStamp().sentenceModels === 'unavailable',
    make: installSentenceModels,
  }
}

async function installSentenceModels() {
  say('sentence models: installing the package that loads them (npm)')
  try {
    const { installCommand } = await import(pathToFileURL(path.join(compiled, 'scorers/embedders/library.js')))
    const [npm, ...args] = installCommand(process.env).split(' ')
    await run(npm, [...args, '--no-audit', '--no-fund'], 10 * MINUTE)
    say('sentence models: package installed')
  } catch (error) {
    say(`sentence models: the package could not be installed; its tests are skipped. ${error.message}`)
    writeStamp({ sentenceModels: 'unavailable' })
  }
}

// ---- Redis ------------------------------------------------------------------------------------------------------

/**
 * The program `redis-server` without its service: Debian's redis-tools contains it as redis-check-rdb, which goes by the name
 * that it is called with. Tests start their own servers.
 */
function redisServer() {
  const isThere = () => onPath('redis-server') || onPath('redis-check-rdb')
  return {
    ready: () => isThere() || !canInstallPackages() || readStamp().redis === 'unavailable',
    packages: () => (isThere() ? [] : ['redis-tools']),
    make: installRedis,
  }
}

async function installRedis() {
  say('redis: installing redis-tools (apt-get)')
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'redis-tools'], 5 * MINUTE)
  const updateAndInstall = () => run('apt-get', ['update'], 3 * MINUTE).then(install)
  try {
    await install().catch(updateAndInstall)
    say('redis: redis-tools installed')
  } catch (error) {
    say(`redis: redis-tools could not be installed; tests that need a Redis are skipped. ${error.message}`)
    writeStamp({ redis: 'unavailable' })
  }
}

function compilers() {
  const areThere = () => Object.keys(COMPILERS).every(onPath)
  return {
    ready: () => areThere() || !canInstallPackages() || readStamp().compilers === 'unavailable',
    packages: () => Object.keys(COMPILERS).flatMap((name) => (onPath(name) ? [] : [COMPILERS[name]])),
    make: installCompilers,
  }
}

async function installCompilers() {
  const packages = Object.values(COMPILERS)
  say(`compilers: installing ${packages.join(', ')} (apt-get)`)
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], 10 * MINUTE)
  const updateAndInstall = () => run('apt-get', ['update'], 3 * MINUTE).then(install)
  try {
    await install().catch(updateAndInstall)
    say('compilers: installed')
  } catch (error) {
    say(`compilers: could not be installed; tests of native programs are skipped. ${error.message}`)
    writeStamp({ compilers: 'unavailable' })
  }
}

// ---- completed steps --------------------------------------------------------------------------------------------

function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'))
  } catch (error) {
    // If the file is absent or incomplete, no step counts as done.
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

function writeStamp(part) {
  fs.mkdirSync(path.dirname(stampFile), { recursive: true })
  const temporary = `${stampFile}.${process.pid}`
  fs.writeFileSync(temporary, `${JSON.stringify({ ...readStamp(), ...part })}\n`)
  fs.renameSync(temporary, stampFile)
}

// ---- one set-up at a time ---------------------------------------------------------------------------------------

/** Outside the project, because `npm ci` removes node_modules, and the project root is not for temporary files. */
function lockFolder() {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `pe-setup-${process.getuid?.() ?? os.userInfo().username}-${id}`)
}

async function withLock(work) {
  const lock = lockFolder()
  await acquire(lock)
  const release = () => discard(lock, process.pid)
  // Also for Ctrl-C. `run` has its own handler that ends its child process.
  process.once('exit', release)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(128 + os.constants.signals[signal]))
  try {
    await work()
  } finally {
    release()
    process.off('exit', release)
  }
}

async function acquire(lock) {
  const deadline = Date.now() + 20 * MINUTE
  let reportedOwner
  while (!take(lock)) {
    const owner = ownerOf(lock)
    if (owner !== undefined && !isAlive(owner)) discard(lock, owner)
    else if (Date.now() > deadline)
      throw new SetupError(`Another set-up holds the lock ${lock}; if none is running, remove it.`)
    else await delay(50)
    if (owner !== reportedOwner && owner !== undefined && isAlive(owner))
      say(`waiting for another set-up (process ${owner})`)
    reportedOwner = owner
  }
}

/** Renames a folder that already contains its owner, so that the lock is never without an owner. */
function take(lock) {
  const temporary = `${lock}.${process.pid}`
  fs.mkdirSync(temporary, { recursive: true, mode: 0o700 })
  fs.writeFileSync(path.join(temporary, 'owner'), String(process.pid))
  try {
    fs.renameSync(temporary, lock)
    return true
  } catch (error) {
    fs.rmSync(temporary, { recursive: true })
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'EPERM') return false
    throw error
  }
}

function ownerOf(lock) {
  try {
    return Number(fs.readFileSync(path.join(lock, 'owner'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes a stale lock. It is renamed first: if two processes find it stale, only one removes it, and neither removes a new
 * lock. If it were emptied in place, another process could take it before it is gone.
 */
function discard(lock, owner) {
  const stale = `${lock}.stale-${process.pid}`
  try {
    fs.renameSync(lock, stale)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (ownerOf(stale) === owner) fs.rmSync(stale, { recursive: true })
  else fs.renameSync(stale, lock)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// ---- processes --------------------------------------------------------------------------------------------------

/** Runs a program silently until it exits. Kills its process group at the deadline, or when this process exits. */
async function run(file, args, milliseconds) {
  const windows = process.platform === 'win32'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // On Windows npm is a script, which needs a shell.
  const options = { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: !windows, shell: windows }
  const child = spawn(file, args, options)
  const end = () => endGroup(child)
  process.once('exit', end)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    end()
  }, milliseconds)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  try {
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (code === 0) return
    const how = timedOut ? `did not end within ${milliseconds / MINUTE} minutes` : `ended with exit code ${code}`
    throw new SetupError(`"${[path.basename(file), ...args].join(' ')}" ${how}:\n${output.trim()}`)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new SetupError(`"${file}" is not installed, and the set-up needs it. Install it and try again.`)
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
  }
}

function endGroup(child) {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
