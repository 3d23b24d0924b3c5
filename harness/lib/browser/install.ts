/** Installs a browser on a machine without one. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { execa } from 'execa'
import { withTimeout } from '../async/deadline.ts'
import { DeadlineExceeded, HarnessFault, messageOf } from '../../errors.ts'
import { spawnGroup } from '../processes/spawn.ts'
import { browserCandidates, tryBrowser } from './find.ts'
import { cacheFolder } from '../files/caches.ts'
import { onPath, sparticuzWrapper } from './places.ts'
import type { Environment } from '../processes/environment.ts'
import type { BrowserSource, FoundBrowser } from './places.ts'
import { howItEnded } from '../processes/exit.ts'
import { quoteArgument } from '../processes/shell.ts'

/** One way to install a browser. */
export interface Attempt {
  readonly name: string
  /** The source under which the browser is found afterwards. */
  readonly source: BrowserSource
  /** Why this way cannot work on this machine; undefined if it can. */
  impossible(env: Environment): Promise<string | undefined>
  run(env: Environment): Promise<void>
}

/** An npm package with a browser in its tarball. Pinned to the version that was tested. */
const SPARTICUZ = '@sparticuz/chromium@147.0.2'

const MINUTE = 60_000

/** A package of Debian; Ubuntu does not have it. */
const HEADLESS_SHELL = 'chromium-headless-shell'

const apt: Attempt = {
  name: 'apt-get install chromium',
  source: 'system',
  impossible: async (env) => {
    if (process.getuid?.() !== 0) return 'only root may install packages'
    return (await onPath('apt-get', env)) === undefined ? 'apt-get is not on PATH' : undefined
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
    // The command of the version that is used here; npx might fetch another.
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
      process.platform === 'linux' && process.arch === 'x64' ? undefined : 'the package supports Linux on x86-64 only',
    ),
  run: installSparticuz,
}

export const ATTEMPTS: readonly Attempt[] = [apt, playwright, sparticuz]

/**
 * Tries each way in turn until a browser opens a page.
 * @throws HarnessFault with the reason of each failed attempt and what the user can do
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
  throw new HarnessFault(['No browser could be installed:', ...failures, REMEDY].join('\n'))
}

const REMEDY =
  'Install Chrome or Chromium with your package manager, or copy one to this machine, and set PE_CHROMIUM to its path. ' +
  'Behind a proxy, set HTTPS_PROXY and try again.'

async function installBy(attempt: Attempt, env: Environment): Promise<FoundBrowser> {
  const obstacle = await attempt.impossible(env)
  if (obstacle !== undefined) throw new HarnessFault(obstacle)
  await attempt.run(env)
  for await (const browser of browserCandidates(env)) {
    if (browser.source !== attempt.source) continue
    await tryBrowser(browser.path)
    return browser
  }
  throw new HarnessFault('it reported success, but no browser is there')
}

/**
 * Installs into a new folder, to which the wrapper script points once it is complete. So two installations at the same time
 * do not collide, and an incomplete one is never used.
 */
async function installSparticuz(env: Environment): Promise<void> {
  await mkdir(cacheFolder('sparticuz', env), { recursive: true })
  const folder = await mkdtemp(path.join(cacheFolder('sparticuz', env), 'installed-'))
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

/** Runs in a child process, because the package writes to `process.env` and unpacks into the temporary folder. */
async function unpack(packageFolder: string, into: string, env: Environment): Promise<void> {
  const argv = [process.execPath, '--eval', UNPACK, packageFolder]
  await runToEnd(argv, { ...env, TMPDIR: into, AWS_EXECUTION_ENV: LAMBDA }, MINUTE)
}

/** Makes the package unpack the shared libraries that a minimal system lacks. */
const LAMBDA = 'AWS_Lambda_nodejs20.x'

const UNPACK = 'require(process.argv[1]).executablePath()'

/** Writes a script that sets the library path, so that a launcher needs only the path of the script. */
async function writeWrapper(file: string, unpacked: string): Promise<void> {
  const script = [
    '#!/bin/sh',
    `LD_LIBRARY_PATH=${quoteArgument(path.join(unpacked, 'al2023/lib'))}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`,
    `FONTCONFIG_PATH=\${FONTCONFIG_PATH:-${quoteArgument(path.join(unpacked, 'fonts'))}}`,
    'export LD_LIBRARY_PATH FONTCONFIG_PATH',
    `exec ${quoteArgument(path.join(unpacked, 'chromium'))} "$@"`,
    '',
  ].join('\n')
  const temporary = path.join(unpacked, 'wrapper')
  await writeFile(temporary, script, { mode: 0o755 })
  await rename(temporary, file)
}

const OUTPUT_LIMIT = 20_000
const REASON_LINES = 2

/** Runs a program until it exits; kills its process group at the deadline. */
async function runToEnd(argv: readonly string[], env: Environment, milliseconds: number): Promise<void> {
  const variables = definedOnly(env)
  await using child = await spawnGroup({
    argv,
    cwd: path.parse(process.execPath).root,
    env: variables,
    stdin: 'none',
    outputLimit: OUTPUT_LIMIT,
    endAtLimit: false,
  })
  const exit = await withTimeout(child.exit, milliseconds, argv.join(' ')).catch((error: unknown) => {
    if (error instanceof DeadlineExceeded) return child.end(`took longer than ${String(milliseconds / 1000)} s`)
    throw error
  })
  if (exit.code === 0 && exit.cause === undefined) return
  throw new HarnessFault(`it ended with ${howItEnded(exit)}: ${errorLines(child.stderr.text() || child.stdout.text())}`)
}

/** The reason in the output of a tool: the lines marked as errors, else the last lines. */
function errorLines(output: string): string {
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
