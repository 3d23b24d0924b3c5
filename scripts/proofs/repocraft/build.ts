/**
 * From a published library to judged tasks: the source package of a small library of Debian is built into tasks, and its own code is judged
 * with a scripted model. All of its tasks must pass, and none of an empty repository.
 *
 *     npm run prove -- repocraft [PACKAGE or FOLDER …]      # toolz by default
 *
 * Needs Debian's apt-get and its mirror. A folder is an existing repository.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { trialRecordSchema } from '../../../harness/contracts/schema.ts'
import { cacheRoot } from '../../../harness/lib/files/caches.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { judgeReply } from '../../../test/papers/repocraft/judge-server.ts'
import { modelServer } from '../../../test/model-server/server.ts'
import type { Proof } from '../parts.ts'

const ROOT = path.join(import.meta.dirname, '../../..')

/** @param names Source packages of Debian, or folders */
export async function provenBuild(names: readonly string[]): Promise<Proof> {
  const figures: string[] = []
  const problems: string[] = []
  for (const name of names.length > 0 ? names : ['toolz']) {
    const source = existsSync(name) ? path.resolve(name) : await sourceOf(name)
    if (source === undefined) problems.push(`${name}: apt-get source did not get it`)
    else {
      const proof = await proofOf(name, source)
      figures.push(...proof.figures)
      problems.push(...proof.problems)
    }
  }
  return { figures, problems }
}

/** The unpacked source package, in the cache; undefined if it cannot be had. */
async function sourceOf(name: string): Promise<string | undefined> {
  const folder = path.join(cacheRoot(), 'debian', name)
  await mkdir(folder, { recursive: true })
  const entries = () => readdir(folder, { withFileTypes: true })
  const unpacked = async () => (await entries()).find((entry) => entry.isDirectory())?.name
  if ((await unpacked()) === undefined) {
    const apt = ['--quiet', ...(await sourceLists(path.join(cacheRoot(), 'debian-lists')))]
    await attempted('apt-get', [...apt, 'source', '--tar-only', name], folder)
    const archive = (await entries()).find((entry) => entry.isFile() && entry.name.includes('.orig.tar.'))
    if (archive) await attempted('tar', ['--extract', '--file', archive.name], folder)
  }
  const found = await unpacked()
  return found === undefined ? undefined : path.join(folder, found)
}

/** Options by which apt-get knows Debian's source packages, although the lists of the system may have none. */
async function sourceLists(folder: string): Promise<string[]> {
  await mkdir(path.join(folder, 'lists', 'partial'), { recursive: true })
  const list = path.join(folder, 'sources.list')
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  await writeFile(list, `deb-src http://deb.debian.org/debian ${release} main\n`)
  const options = { 'Dir::Etc::sourcelist': list, 'Dir::Etc::sourceparts': '-', 'Dir::State::lists': `${folder}/lists` }
  const args = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`])
  await attempted('apt-get', ['--quiet', ...args, 'update'], folder)
  return args
}

/** Says why a command failed. */
async function attempted(command: string, args: readonly string[], cwd: string): Promise<void> {
  const ran = await execa(command, args, { cwd, reject: false, timeout: 300_000 })
  if (ran.failed) process.stdout.write(`${command}: ${ran.stderr.trim().split('\n').at(-1) ?? ''}\n`)
}

async function proofOf(name: string, source: string): Promise<Proof> {
  await using scratch = await scratchFolder('prove')
  await using server = await modelServer(judgeReply({ vote: () => true }))
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: 'sk-scripted' }
  const pe = (...args: string[]) =>
    execa(path.join(ROOT, 'bin', 'pe.mjs'), args, { env, reject: false, stdin: 'ignore' })
  const libraries = path.join(scratch.path, 'libraries')
  const built = await pe(
    ...['build', 'repocraft', '--from', source, '--name', 'Subject'],
    ...['--no-model', '--tasks', '20', '--to', libraries],
  )
  if (built.exitCode !== 0) return { figures: [], problems: [`${name}: ${built.stderr}`] }
  const reports = path.join(scratch.path, 'reports')
  const checked = await pe(
    ...['judge-check', `repocraft:${libraries}`, '--judge', 'openai:scripted', '--judge-votes', '1'],
    ...['--out', reports, '--json'],
  )
  const { Subject: check } = JSON.parse(checked.stdout) as Record<string, Record<string, Rate>>
  const [reference, empty, unrelated] = [check?.['reference'], check?.['empty'], check?.['unrelated']]
  const figure = `${name}: its own code passes ${inWords(reference)} tasks, an empty repository ${inWords(empty)}, an unrelated one ${inWords(unrelated)}`
  const areTried = [reference, empty, unrelated].every((rate) => rate !== undefined && rate.tasks > 0)
  const holds = reference?.passed === reference?.tasks && empty?.passed === 0 && unrelated?.passed === 0
  if (holds && areTried) return { figures: [figure], problems: [] }
  return { figures: [figure], problems: [`${name}: ${checked.stderr}`, ...(await problemsIn(reports))] }
}

interface Rate {
  readonly tasks: number
  readonly passed: number
}

function inWords(rate: Rate | undefined): string {
  return rate === undefined ? 'an unknown number of' : `${String(rate.passed)} of ${String(rate.tasks)}`
}

/** The tasks of the library itself that did not pass, with the reasons. */
async function problemsIn(reports: string): Promise<string[]> {
  const files = (await readdir(reports, { recursive: true })).filter((file) => /canonical.*trial\.json$/.test(file))
  const records = await Promise.all(
    files.map(async (file) => trialRecordSchema.parse(JSON.parse(await readFile(path.join(reports, file), 'utf8')))),
  )
  return records
    .flatMap(({ verdicts }) => verdicts)
    .filter(({ status }) => status !== 'passed')
    .map(({ testcode, status, reason }) => `${testcode}: ${status}: ${reason ?? ''}`)
}
