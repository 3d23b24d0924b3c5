/** Gets a browser where there is none. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { execa } from 'execa'
import { within } from '../async/deadline.ts'
import { DeadlineExceeded, HarnessFault, messageOf } from '../../errors.ts'
import { spawnGroup } from '../processes/spawn.ts'
import { browserCandidates, tryBrowser } from './find.ts'
import { onPath, sparticuzFolder, sparticuzWrapper } from './places.ts'
import type { BrowserSource, Environment, FoundBrowser } from './places.ts'

/** One way to a browser. */
export interface Attempt {
  readonly name: string
  /** Where the browser is found afterwards. */
  readonly source: BrowserSource
  /** Why it cannot be tried on this machine. */
  impossible(env: Environment): Promise<string | undefined>
  run(env: Environment): Promise<void>
}

/** The package whose browser is inside its npm tarball. Exact: what is run was tried. */
const SPARTICUZ = '@sparticuz/chromium@147.0.2'

const MINUTE = 60_000

/** Debian's; Ubuntu has none. */
const HEADLESS_SHELL = 'chromium-headless-shell'

const apt: Attempt = {
  name: 'apt-get install chromium',
  source: 'system',
  impossible: async (env) => {
    if (process.getuid?.() !== 0) return 'only root may install packages'
    return (await onPath('apt-get', env)) === undefined ? 'there is no apt-get' : undefined
  },
  run: async (env) => {
    const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
    await runToEnd(['apt-get', 'update'], quiet, 3 * MINUTE)
    const shell = await execa('apt-cache', ['show', HEADLESS_SHELL], { reject: false, stdin: 'ignore' })
    const name = shell.exitCode === 0 ? HEADLESS_SHELL : 'chromium'
    await runToEnd(['apt-get', 'install', '-y', '--no-install-recommends', name], quiet, 10 * MINUTE)
  },
}

const playwright: Attempt = {
  name: 'playwright install chromium',
  source: 'playwright',
  impossible: () => Promise.resolve(undefined),
  run: async (env) => {
    // The command of the very version that is used here; npx might fetch another.
    const manifest = createRequire(import.meta.url).resolve('playwright/package.json')
    const command = path.join(path.dirname(manifest), 'cli.js')
    await runToEnd([process.execPath, command, 'install', 'chromium'], env, 5 * MINUTE)
  },
}

const sparticuz: Attempt = {
  name: `npm install ${SPARTICUZ}`,
  source: 'sparticuz',
  impossible: () =>
    Promise.resolve(
      process.platform === 'linux' && process.arch === 'x64' ? undefined : 'it exists for Linux on x86-64 only',
    ),
  run: installSparticuz,
}

export const ATTEMPTS: readonly Attempt[] = [apt, playwright, sparticuz]

/**
 * Tries each way in turn until a browser opens a page.
 * @throws HarnessFault that lists each attempt with its reason, and says what the user can do
 */
export async function installBrowser(
  env: Environment = process.env,
  attempts: readonly Attempt[] = ATTEMPTS,
): Promise<FoundBrowser> {
  const failures: string[] = []
  for (const attempt of attempts) {
    try {
      return await installBy(attempt, env)
    } catch (error) {
      failures.push(`  - ${attempt.name}: ${messageOf(error)}`)
    }
  }
  throw new HarnessFault(['No browser could be installed:', ...failures, WHAT_TO_DO].join('\n'))
}

const WHAT_TO_DO =
  'Install Chrome or Chromium by the means of your system, or copy one here, and set PE_CHROMIUM to its path; behind a ' +
  'proxy set HTTPS_PROXY and try again.'

async function installBy(attempt: Attempt, env: Environment): Promise<FoundBrowser> {
  const obstacle = await attempt.impossible(env)
  if (obstacle !== undefined) throw new HarnessFault(obstacle)
  await attempt.run(env)
  for await (const browser of browserCandidates(env)) {
    if (browser.source !== attempt.source) continue
    await tryBrowser(browser.path)
    return browser
  }
  throw new HarnessFault('it reported success, and yet no browser is there')
}

/**
 * Into a folder of its own, which only the wrapper names: two installations at once do not meet, and a half of one is
 * never taken for a browser.
 */
async function installSparticuz(env: Environment): Promise<void> {
  await mkdir(sparticuzFolder(env), { recursive: true })
  const folder = await mkdtemp(path.join(sparticuzFolder(env), 'installed-'))
  try {
    const npm = ['npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', SPARTICUZ]
    await runToEnd(npm, env, 3 * MINUTE)
    await unpack(path.join(folder, 'node_modules/@sparticuz/chromium'), folder, env)
    await rm(path.join(folder, 'node_modules'), { recursive: true })
    await writeWrapper(sparticuzWrapper(env), folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** In a child process, because the package writes to `process.env` and unpacks into the folder for temporary files. */
async function unpack(packageFolder: string, into: string, env: Environment): Promise<void> {
  const argv = [process.execPath, '--eval', UNPACK, packageFolder]
  await runToEnd(argv, { ...env, TMPDIR: into, AWS_EXECUTION_ENV: LAMBDA }, MINUTE)
}

/** Makes the package bring the libraries that a bare system lacks. */
const LAMBDA = 'AWS_Lambda_nodejs20.x'

const UNPACK = 'require(process.argv[1]).executablePath()'

/** A script, so that whoever launches the browser need not know of its libraries. */
async function writeWrapper(file: string, unpacked: string): Promise<void> {
  const script = [
    '#!/bin/sh',
    `LD_LIBRARY_PATH=${quoted(path.join(unpacked, 'al2023/lib'))}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`,
    `FONTCONFIG_PATH=\${FONTCONFIG_PATH:-${quoted(path.join(unpacked, 'fonts'))}}`,
    'export LD_LIBRARY_PATH FONTCONFIG_PATH',
    `exec ${quoted(path.join(unpacked, 'chromium'))} "$@"`,
    '',
  ].join('\n')
  const temporary = path.join(unpacked, 'wrapper')
  await writeFile(temporary, script, { mode: 0o755 })
  await rename(temporary, file)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

const OUTPUT_KEPT = 20_000
const REASON_LINES = 2

/** Runs a program to its end, or ends it and all that it started at its deadline. */
async function runToEnd(argv: readonly string[], env: Environment, milliseconds: number): Promise<void> {
  const variables = definedOnly(env)
  await using child = await spawnGroup({
    argv,
    cwd: path.parse(process.execPath).root,
    env: variables,
    stdin: 'none',
    outputLimit: OUTPUT_KEPT,
    endAtLimit: false,
  })
  const exit = await within(child.exit, milliseconds, argv.join(' ')).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return child.end(`took longer than ${String(milliseconds / 1000)} s`)
    throw error
  })
  if (exit.code === 0 && exit.cause === undefined) return
  const how = exit.cause ?? (exit.code === null ? `signal ${String(exit.signal)}` : `exit code ${String(exit.code)}`)
  throw new HarnessFault(`it ended with ${how}: ${complaint(child.stderr.text() || child.stdout.text())}`)
}

/** What a tool gives as its reason: the lines marked as errors, else the last ones. */
function complaint(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const errors = [...new Set(lines.filter((line) => /^E: |^npm error |Error: /.test(line)))]
  return (errors.length > 0 ? errors.slice(0, REASON_LINES) : lines.slice(-REASON_LINES)).join(' | ')
}

function definedOnly(env: Environment): Record<string, string> {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}
