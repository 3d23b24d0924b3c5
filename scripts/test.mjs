/**
 * Sets up what is missing, then runs all checks: types and lint, beside format, import rules and English; then the browser tests of the
 * report, the unit and integration tests, and that no test file and no skipped test is overlooked and nothing is left behind. With
 * arguments, such as a file, it runs only the tests that they name: they go to vitest, and those that name a browser test (`.spec.ts`) to
 * Playwright, and `-t TITLE` to both. Failures are listed again at the end, with their reasons, because often only the end of a long output
 * is kept. The last line on stdout is `N passed, N failed`, and `, N skipped` if tests were skipped.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { CHECKS } from './check.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const mark = `PE_TEST_RUN=${randomUUID()}`
/**
 * TMPDIR of everything that runs: what this run leaves behind is told from what other runs of `pe` on this machine have. Every user may
 * enter, because the browser is another one; the path is short, because that of a socket has at most 107 bytes.
 */
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'pe-t'))
fs.chmodSync(scratch, 0o1777)
/** Says whose the folder is, so that a later run can remove that of a run which was killed. */
const OWNER = 'owner.json'
const owner = { pid: process.pid, began: beginOf(process.pid), space: processSpace(), mark }
fs.writeFileSync(path.join(scratch, OWNER), JSON.stringify(owner))

/** Milliseconds within which ending processes must be gone. */
const GRACE = 3000
/** Milliseconds for the tools after a signal. */
const GRACE_OF_TOOLS = 10_000

const SLOWEST = 25

/** Lines of a failure's reason in the list at the end. */
const REASON_LINES = 12

/** How test/needs.ts notes the parts of a test: a missing one with the way to get it, and one that somebody installed by hand. */
const MISSING = 'missing '
const BY_HAND = 'by hand '
/** Runs the tests that need such a part again without it, as on the machine of somebody who has just cloned the project. */
const TWICE = '--twice'

/** Options of vitest that people use, whose value may be the next word. */
const WITH_VALUE = ['--reporter', '--project', '--bail', '--retry', '--maxWorkers', '--testTimeout']

const count = { tests: 0, checks: 0, skipped: 0 }
/** Tests by missing part and the way to get it. */
const missing = new Map()
/** @type {{ title: string, reason: string }[]} */
const failures = []
/** The tools that run, each the leader of a process group. */
const running = new Set()
let isInterrupted = false
/** Test files of which a runner has reported tests, relative to the project. */
const filesRun = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void endEarly(signal))
// Nobody reads on: `npm test | head`.
process.stdout.on('error', () => void endEarly('SIGTERM'))

const { named, titles } = readArguments(process.argv.slice(2))
/** Files with tests of parts that were installed by hand. */
const filesByHand = new Set()
removeDeadRuns()
refuseUnknownFiles()
await setUp()
const isWhole = named.length + titles.length === 0
const ranTests = isWhole ? await runEverything() : await runNamed()
if (process.argv.includes(TWICE)) await runWithoutParts()
await checkLeftBehind()
await checkFolders()
removeScratch()
showMissing()
if (!ranTests) headline('no test ran')
showFailures()
const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`
headline(
  `passed: ${plural(count.tests, 'test')}, and ${plural(count.checks, 'check')} of what is no test, such as processes left behind`,
)
process.stdout.write(`\n${count.tests + count.checks} passed, ${failures.length} failed${skipped}\n`)
process.exitCode = failures.length === 0 && ranTests ? 0 : 1

// ---- arguments --------------------------------------------------------------------------------------------------

/** The files and options, and the titles of `-t`, of which vitest and Playwright have different names. */
function readArguments(words) {
  const named = []
  const titles = []
  const rest = words.filter((word) => word !== '--' && word !== TWICE)
  for (let at = 0; at < rest.length; at += 1) {
    if (WITH_VALUE.includes(rest[at]) && at + 1 < rest.length) {
      named.push(`${rest[at]}=${rest[(at += 1)]}`)
      continue
    }
    const [option, value] = /^(-t|--testNamePattern)(?:=(.*))?$/s.exec(rest[at])?.slice(1) ?? []
    if (option === undefined) named.push(rest[at])
    else titles.push(value ?? rest[(at += 1)] ?? '')
  }
  return { named, titles }
}

function isOption(word) {
  return word.startsWith('-')
}

/** Before the set-up, which takes long. Vitest and Playwright take any part of a path. */
function refuseUnknownFiles() {
  if (titles.includes('')) refuse('-t needs a title')
  const tests = allTests()
  const asked = named.filter((word) => !isOption(word))
  const unknown = asked.find((word) => !tests.some((file) => file.includes(partOfPath(word))))
  if (unknown === undefined) return
  const stem = path.basename(unknown).split('.')[0].toLowerCase()
  const near = tests.filter((file) => stem !== '' && file.toLowerCase().includes(stem)).slice(0, 3)
  const meant =
    near.length === 0 ? 'a part of a path is enough, such as scorers/assignment' : `did you mean ${near.join(', ')}?`
  refuse(`no test file below test/ matches "${unknown}"; ${meant}`)
}

function refuse(message) {
  process.stderr.write(`${message}\n`)
  removeScratch()
  process.exit(1)
}

function allTests() {
  const all = fs.readdirSync(path.join(root, 'test'), { recursive: true }).map((file) => `test/${file}`)
  return all.filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file))
}

/** Without the number of a line, and relative to the project. */
function partOfPath(word) {
  const file = word.replace(/:\d+$/, '').replace(/^\.\//, '')
  return path.isAbsolute(file) ? path.relative(root, file) : file
}

// ---- what runs --------------------------------------------------------------------------------------------------

/** Here, and not in package.json before it: npm passes a signal on to one program alone, and to that only if no shell is between (`exec`). */
async function setUp() {
  const { code } = await runTool([path.join(root, 'scripts/setup.mjs'), '--tests'], { shown: true })
  if (code === 0) return
  removeScratch()
  process.exit(code ?? 1)
}

/** @returns whether at least one test ran */
async function runEverything() {
  // Before the tests, and not beside them: on two processors, tests with limits of their own ran out of time beside the checks.
  // The others take less time together than the check of types.
  const { types, ...others } = CHECKS
  await Promise.all([runCheck(types), runChecks(Object.values(others))])
  // Neither beside the checks: a page that opens slowly would fail its limits.
  if (!(await runReportTests([]))) fail('browser tests of the report', 'no test ran')
  const ran = await runTests(['--project=!prove*'])
  checkFilesRun()
  return ran
}

/** A file whose name no project of vitest takes, or a `.spec.ts` elsewhere than in test/report, would be left out in silence. */
function checkFilesRun() {
  const left = allTests().filter((file) => !filesRun.has(file) && !isElsewhere(file))
  headline(`test files left out: ${left.length === 0 ? 'none' : `FAILED, ${left.length}`}`)
  if (left.length === 0) add({ checks: 1 })
  else fail('test files that no runner takes: see Tests in CONTRIBUTING.md', left.join('\n'))
}

/** Whether another command runs the file, or it is data of a test. All tests of a `.spec.ts` may be for `npm run prove`. */
function isElsewhere(file) {
  return file.endsWith('.prove.test.ts') || /^test\/report\/.*\.spec\.ts$|\/fixtures\/.*\/project\//.test(file)
}

/** @returns whether at least one test ran */
async function runNamed() {
  const files = allTests()
  const isOf = (word, ending) => files.some((file) => file.endsWith(ending) && file.includes(partOfPath(word)))
  const specs = named.filter((word) => !isOption(word) && isOf(word, '.spec.ts'))
  const others = named.filter((word) => isOption(word) || isOf(word, '.test.ts') || isOf(word, '.test.mjs'))
  const titled = titles.flatMap((title) => ['-g', title])
  // A title alone may be that of either.
  const isAnywhere = titles.length > 0 && named.every(isOption)
  if (isAnywhere) titled.push('--pass-with-no-tests')
  const ranReport = (specs.length > 0 || isAnywhere) && (await runReportTests([...specs, ...titled]))
  const proven = (word) =>
    files.filter((file) => file.includes(partOfPath(word))).every((file) => file.includes('.prove.'))
  const projects = others.some((word) => !isOption(word) && proven(word)) ? [] : ['--project=!prove*']
  // Without a file, vitest would run all of them.
  const isWanted = specs.length === 0 || others.some((word) => !isOption(word))
  const ranOthers = isWanted && (await runTests([...projects, ...others, ...titles.flatMap((title) => ['-t', title])]))
  return ranReport || ranOthers
}

async function runWithoutParts() {
  const files = [...filesByHand]
  if (files.length === 0) {
    headline('no part was installed by hand: these were the results of a bare machine')
    return
  }
  headline(`again, without what was installed by hand: ${files.length} files`)
  const ran = await runTests(files, { PE_HIDE_OPTIONAL: '1' })
  if (!ran) fail('without what was installed by hand', 'no test ran')
}

// ---- static checks ----------------------------------------------------------------------------------------------

/** One after the other, because each of them keeps a processor busy. */
async function runChecks(checks) {
  for (const check of checks) await runCheck(check)
}

async function runCheck({ title, argv }) {
  const { code, output, seconds } = await runTool(argv)
  headline(`${title}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
  process.stdout.write(output)
  if (code === 0) add({ checks: 1 })
  else fail(title, output)
}

// ---- the tests --------------------------------------------------------------------------------------------------

/** @returns whether at least one test ran */
async function runTests(args, env = {}) {
  headline('tests')
  const folder = fs.mkdtempSync(path.join(scratch, 'report-'))
  try {
    const report = path.join(folder, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    // A forgotten `.only` would leave out all other tests of its file.
    const argv = ['vitest/vitest.mjs', 'run', '--allowOnly=false', ...reporters, ...args]
    const { code, seconds } = await runTool(argv, { shown: true, env })
    const files = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).testResults : []
    const tests = files.flatMap(testsOf)
    addTests(env.PE_HIDE_OPTIONAL === undefined ? tests : tests.flatMap(secondResult), code)
    showSlowest(files)
    headline(`tests: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
    // A title that no test has leaves all of them skipped, also those whose parts are missing.
    return tests.some(({ status, missing: parts }) => isDecided(status) || (titles.length === 0 && parts.length > 0))
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** Only failures: the number of tests does not depend on what is installed. */
function secondResult(test) {
  return test.status === 'failed' ? [{ ...test, title: `without what was installed by hand: ${test.title}` }] : []
}

function isDecided(status) {
  return status === 'passed' || status === 'failed'
}

/** The tests of a file with their status; a file that cannot be loaded, or that defines no test, is one failed test. */
function testsOf({ name, status, message, assertionResults }) {
  const file = path.relative(root, name)
  filesRun.add(file)
  const tests = assertionResults.map((test) => ({
    title: `${file}: ${test.fullName}`,
    status: test.status,
    reason: (test.failureMessages ?? []).join('\n'),
    missing: Object.entries(test.meta ?? {}).filter(([key]) => key.startsWith(MISSING)),
  }))
  const keys = assertionResults.flatMap(({ meta }) => Object.keys(meta ?? {}))
  if (keys.some((key) => key.startsWith(BY_HAND))) filesByHand.add(file)
  const broken = status === 'failed' && tests.every((test) => test.status !== 'failed')
  const failed = { title: `${file} could not be run`, status: 'failed', reason: message, missing: [] }
  return broken ? [...tests, failed] : tests
}

/** Shows which files a shorter run should begin with. */
function showSlowest(files) {
  headline(`the ${SLOWEST} slowest files`)
  const timed = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  for (const { name, seconds } of timed.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
    process.stdout.write(`  ${seconds.toFixed(1).padStart(6)} s  ${path.relative(root, name)}\n`)
}

/**
 * The report's tests use the runner of `@playwright/test`.
 * @returns whether at least one test ran
 */
async function runReportTests(files) {
  const folder = fs.mkdtempSync(path.join(scratch, 'report-'))
  try {
    const report = path.join(folder, 'playwright.json')
    const options = ['--forbid-only', '--reporter=list,json', `--output=${path.join(folder, 'output')}`]
    const argv = ['@playwright/test/cli.js', 'test', ...options, ...files]
    const { code, output, seconds } = await runTool(argv, { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
    headline(`browser tests of the report: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)`)
    process.stdout.write(output)
    const { stats, suites } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : { suites: [] }
    const failed = suites.flatMap(specsOf).flatMap(failedBrowserTests)
    for (const test of failed) fail(test.title, test.reason)
    // An error outside of all tests, or one that the report does not list.
    if (failed.length === 0 && code !== 0)
      fail('browser tests of the report', 'the runner failed: see its output above')
    add({ tests: stats?.expected ?? 0, skipped: stats?.skipped ?? 0 })
    const skipped = suites.flatMap(specsOf).filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
    showSkipped(skipped.map(({ file, title }) => `${file}: ${title}`))
    return failed.length > 0 || (stats?.expected ?? 0) > 0
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}

/** A flaky test counts as failed. */
function failedBrowserTests({ file, title, tests }) {
  return tests
    .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
    .map(({ results }) => ({
      title: `${file}: ${title}`,
      reason: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    }))
}

function addTests(tests, code) {
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter((test) => test.status === 'failed')
  const skipped = tests.filter(({ status }) => !isDecided(status))
  // An error outside of all tests, such as the end of a worker, has no entry in the report: its tests are left undecided, or there are none.
  const lost = tests.filter(
    ({ status, missing: parts }) => !isDecided(status) && status !== 'skipped' && parts.length === 0,
  )
  if (code !== 0 && (failed.length === 0 || lost.length > 0))
    fail(
      'vitest',
      ['an error outside of all tests: see its output above', ...lost.map(({ title }) => title)].join('\n'),
    )
  for (const test of failed) fail(test.title, test.reason)
  add({ tests: passed, skipped: skipped.length })
  for (const [key, get] of skipped.flatMap((test) => test.missing)) {
    const part = `${key.slice(MISSING.length)}: ${get}`
    missing.set(part, (missing.get(part) ?? 0) + 1)
  }
  showSkipped(skipped.filter((test) => test.missing.length === 0).map(({ title }) => title))
}

/** A test that somebody skips while working on it must not stay so. A file or a title chooses tests, and skips the others. */
function showSkipped(skippedTitles) {
  if (skippedTitles.length === 0) return
  headline(`SKIPPED: ${skippedTitles.length} tests were NOT run`)
  for (const title of skippedTitles) process.stdout.write(`  - ${title}\n`)
  if (isWhole)
    fail(
      'tests that are skipped for no part of test/needs.ts, which names what a machine lacks',
      skippedTitles.join('\n'),
    )
}

/** A test that lacks several parts counts for each of them. */
function showMissing() {
  if (missing.size === 0) return
  headline('SKIPPED for optional parts that this machine lacks; get a part to run its tests')
  for (const [part, tests] of [...missing].sort(([, a], [, b]) => b - a))
    process.stdout.write(`  ${String(tests).padStart(5)}  ${part}\n`)
}

// ---- processes left behind --------------------------------------------------------------------------------------

async function checkLeftBehind() {
  if (process.platform !== 'linux') {
    headline('processes left behind: NOT CHECKED, because this system has no /proc')
    add({ skipped: 1 })
    return
  }
  const left = await remainingAfter(GRACE)
  headline(`processes left behind: ${left.length === 0 ? 'none' : `FAILED, ${left.length}`}`)
  for (const { pid, command } of left) {
    process.stdout.write(`  ${pid} ${command}\n`)
    end(pid)
  }
  if (left.length === 0) add({ checks: 1 })
  else fail('processes left behind', left.map(({ command }) => command).join('\n'))
}

async function remainingAfter(milliseconds) {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const left = processesOf(mark, scratch)
    if (left.length === 0 || Date.now() > deadline) return left
    await delay(50)
  }
}

/**
 * All processes that inherited the mark of a run, whatever their parent is now. A process keeps its initial environment, so
 * the outer process of a sandbox is found although its child has a clean one; the child ends with it.
 */
function processesOf(markOfRun, folder) {
  /** The `process` sandbox starts programs with a clean environment, in folders below TMPDIR. */
  const isOfRun = (variable) => {
    const [, place] = /^(?:HOME|TMPDIR)=(.*)$/s.exec(variable) ?? []
    return variable === markOfRun || (place !== undefined && isBelow(folder, place))
  }
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .filter((pid) => readProc(pid, 'environ').split('\0').some(isOfRun) || isBelow(folder, cwdOf(pid)))
    .map((pid) => ({ pid: Number(pid), command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
}

function isBelow(folder, place) {
  return place === folder || place.startsWith(`${folder}/`)
}

/** Folders of trials and tests; those of the tools, such as the cache of tsx, have other names. */
async function checkFolders() {
  const deadline = Date.now() + GRACE
  const leftFolders = () => fs.readdirSync(scratch).filter((name) => name.startsWith('pe-'))
  while (leftFolders().length > 0 && Date.now() < deadline) await delay(50)
  const left = leftFolders()
  headline(`folders left behind: ${left.length === 0 ? 'none' : `FAILED, ${left.length}: ${left.join(', ')}`}`)
  if (left.length === 0) add({ checks: 1 })
  else fail('folders left behind', left.join('\n'))
}

/** Ends what runs of this script left that were killed, and removes their folders. Those of other users are left alone. */
function removeDeadRuns() {
  const folders = fs.readdirSync(os.tmpdir()).filter((name) => /^pe-t\w{6}$/.test(name))
  for (const folder of folders.map((name) => path.join(os.tmpdir(), name))) {
    const owner = ownerOf(folder)
    if (owner === undefined || owner.space !== processSpace() || isAlive(owner)) continue
    if (process.platform === 'linux') for (const { pid } of processesOf(owner.mark, folder)) end(pid)
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    headline(`removed ${folder}, which a run that was killed had left`)
  }
}

/** Undefined for a folder of somebody else, or whose run is about to write this file. */
function ownerOf(folder) {
  const text = ifThere(() =>
    fs.lstatSync(folder).uid === process.getuid?.() ? fs.readFileSync(path.join(folder, OWNER), 'utf8') : '',
  )
  if (text === '') return undefined
  return JSON.parse(text)
}

/** A later process may have the same number; only Linux tells by its begin. */
function isAlive({ pid, began }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  return beginOf(pid) === began
}

/** When a process began, in ticks since the start of the machine. Undefined if it is gone, and on other systems than Linux. */
function beginOf(pid) {
  // The name of the program, which may contain anything, is in parentheses.
  return readProc(pid, 'stat').split(') ').at(-1)?.split(' ')[19]
}

/** Containers and machines may share a folder for temporary files; the numbers of their processes mean nothing here. */
function processSpace() {
  return `${os.hostname()} ${ifThere(() => fs.readlinkSync('/proc/self/ns/pid'))}`
}

function removeScratch() {
  fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}

function readProc(pid, file) {
  return ifThere(() => fs.readFileSync(`/proc/${pid}/${file}`, 'utf8'))
}

function cwdOf(pid) {
  return ifThere(() => fs.readlinkSync(`/proc/${pid}/cwd`))
}

/** Empty if the process is gone, is a zombie, or belongs to another user; or if a file is in the place of a folder. */
function ifThere(read) {
  try {
    return read()
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ESRCH', 'EACCES', 'EPERM'].includes(error.code)) return ''
    throw error
  }
}

function end(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

// ---- interrupted ------------------------------------------------------------------------------------------------

/** Nothing is left: neither what runs, nor its temporary files. */
async function endEarly(signal) {
  if (isInterrupted) return
  isInterrupted = true
  headline(`${signal}: the tests are ended`)
  for (const { pid } of running) end(-pid, signal)
  await Promise.race([Promise.all([...running].map(({ closed }) => closed)), delay(GRACE_OF_TOOLS)])
  for (const { pid } of running) end(-pid)
  if (process.platform === 'linux') for (const { pid } of await remainingAfter(0)) end(pid)
  removeScratch()
  process.exit(128 + os.constants.signals[signal])
}

// ---- shared -----------------------------------------------------------------------------------------------------

function headline(text) {
  process.stdout.write(`\n── ${text}\n`)
}

function fail(title, reason) {
  failures.push({ title, reason })
}

function showFailures() {
  if (failures.length === 0) return
  headline('failures')
  for (const { title, reason } of failures)
    process.stdout.write([`  - ${title}`, ...reasonLines(reason).map((line) => `      ${line}`), ''].join('\n'))
}

/** Omits stack frames of the test runner. */
function reasonLines(reason = '') {
  const lines = stripVTControlCharacters(reason).trim().split('\n')
  return lines.filter((line) => !/^\s+at .*node_modules/.test(line)).slice(0, REASON_LINES)
}

function plural(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function add(counts) {
  for (const [key, number] of Object.entries(counts)) count[key] += number
}

/** Runs a tool from node_modules and collects its output, which is also shown while it is written if `shown` is true. */
async function runTool([script, ...args], { shown = false, env = {} } = {}) {
  // The process ends: nothing may begin.
  if (isInterrupted) await new Promise(() => undefined)
  const begin = performance.now()
  const [name, value] = mark.split('=')
  const child = spawn(process.execPath, [path.resolve(root, 'node_modules', script), ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: scratch, ...env, [name]: value },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => (output += part))
    if (shown) showLines(stream)
  }
  const closed = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const tool = { pid: child.pid, closed }
  running.add(tool)
  const code = await closed
  running.delete(tool)
  if (isInterrupted) await new Promise(() => undefined)
  return { code, output, seconds: ((performance.now() - begin) / 1000).toFixed(1) }
}

/** Writes whole lines only: other checks write between them. */
function showLines(stream) {
  let begun = ''
  stream.on('data', (part) => {
    const end = part.lastIndexOf('\n') + 1
    if (end > 0) process.stdout.write(begun + part.slice(0, end))
    begun = end > 0 ? part.slice(end) : begun + part
  })
  stream.once('end', () => process.stdout.write(begun))
}
