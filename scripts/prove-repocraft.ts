/**
 * Proves the way from a published library to judged tasks: the source package of a small library of Debian is built into tasks, and its own
 * code is judged with a scripted model. All of its tasks must pass, and none of an empty repository.
 *
 *     npm run prove:repocraft -- [PACKAGE or FOLDER …]      # python-itsdangerous by default
 *
 * Needs apt-get with `deb-src` in its sources, dpkg-dev and the network; a package that cannot be had is named as skipped. A folder is an
 * existing repository.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { cacheRoot } from '../harness/lib/files/caches.ts'
import { scratchFolder } from '../harness/lib/files/scratch.ts'
import { judgeReply } from '../test/model-server/repocraft.ts'
import { modelServer } from '../test/model-server/server.ts'

const ROOT = path.join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const packages = named.length > 0 ? named : ['python-itsdangerous']

for (const name of packages) {
  const source = existsSync(name) ? path.resolve(name) : await sourceOf(name)
  if (source === undefined) process.stdout.write(`SKIPPED ${name}: apt-get source did not get it\n`)
  else await prove(name, source)
}

/** The unpacked source package, in the cache; undefined if it cannot be had. */
async function sourceOf(name: string): Promise<string | undefined> {
  const folder = path.join(cacheRoot(), 'debian', name)
  await mkdir(folder, { recursive: true })
  const unpacked = async () =>
    (await readdir(folder, { withFileTypes: true })).find((entry) => entry.isDirectory())?.name
  if ((await unpacked()) === undefined) {
    const got = await execa('apt-get', ['source', '--quiet', name], { cwd: folder, reject: false, timeout: 300_000 })
    if (got.failed) process.stdout.write(`${got.stderr.trim().split('\n').at(-1) ?? ''}\n`)
  }
  const found = await unpacked()
  return found === undefined ? undefined : path.join(folder, found)
}

async function prove(name: string, source: string): Promise<void> {
  await using scratch = await scratchFolder('prove')
  await using server = await modelServer(judgeReply({ vote: () => true }))
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: 'sk-scripted' }
  const pe = (...args: string[]) =>
    execa(path.join(ROOT, 'bin', 'pe.mjs'), args, { env, reject: false, stdin: 'ignore' })
  const libraries = path.join(scratch.path, 'libraries')
  const built = await pe(
    'build',
    'repocraft',
    '--from',
    source,
    '--name',
    'Subject',
    '--no-model',
    '--tasks',
    '20',
    '--to',
    libraries,
  )
  process.stdout.write(`${name}\n${built.stdout}\n`)
  if (built.exitCode !== 0) {
    failed(built.stderr)
    return
  }
  const checked = await pe(
    ...['judge-check', `repocraft:${libraries}`, '--judge', 'openai:scripted', '--judge-votes', '1'],
    ...['--out', path.join(scratch.path, 'reports'), '--json'],
  )
  const { Subject: check } = JSON.parse(checked.stdout) as Record<
    string,
    Record<string, { tasks: number; passed: number }>
  >
  const [reference, empty, unrelated] = [check?.['reference'], check?.['empty'], check?.['unrelated']]
  process.stdout.write(`${JSON.stringify({ reference, empty, unrelated })}\n`)
  if (!reference || reference.passed !== reference.tasks || empty?.passed !== 0 || unrelated?.passed !== 0)
    failed(checked.stderr)
}

function failed(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
