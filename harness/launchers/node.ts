import path from 'node:path'
import type { ProgramPlan, WebsitePlan } from '../contracts/schema.ts'
import { declaredPort, needsPort } from './declared-port.ts'
import { enteredFolders, manifestOf, parseManifest, type Manifest } from './package-json.ts'
import type { ProjectView } from './project-view.ts'
import type { Stack } from './recognised.ts'

const FOLDERS = ['', 'src', 'server', 'bin', 'lib']
const SERVER_NAMES = ['server', 'app', 'index', 'main', 'www']
const PROGRAM_NAMES = ['main', 'index', 'cli', 'app', 'program', 'run', 'start']
const EXTENSIONS = ['.js', '.mjs', '.cjs', '']

/** Distinguishes a server from a script of a page: both are often called app.js. */
const SERVES =
  /\.listen\s*\(|\bcreateServer\b|\b(?:require\(|from )\s*['"](?:(?:node:)?https?|express|fastify|koa|@hapi\/hapi)['"]/

/** The port of most Node examples. */
const USUAL_PORT = 3000

/** A server: the command that `npm start` runs, or else the file that serves. */
export const nodeWebsite: Stack<WebsitePlan> = {
  name: 'node',
  looksFor: 'a package.json with a start script, or a server.js, app.js or index.js that serves',
  besideOthers: true,
  recognise(view) {
    const manifest = manifestOf(view)
    const started =
      startFromScript(view, manifest, ['start']) ??
      startFromServerFile(view, manifest) ??
      startFromScript(view, manifest, ['dev', 'serve'])
    if (!started) return undefined
    const { start, file } = started
    const texts = [view.text('.env'), view.text(file), ...Object.values(manifest.scripts), ...sourcesOf(view)]
    const port = declaredPort(texts, USUAL_PORT)
    const steps = { ...installStep(view, manifest), ...buildStep(view, manifest, started) }
    return { plan: { ...steps, start, port, homepage: '/' }, folder: view.folder, needsPort: needsPort(texts) }
  },
}

/** A program: the command of its package, or else the usual main file. */
export const nodeProgram: Stack<ProgramPlan> = {
  name: 'node',
  looksFor: 'a package.json with bin, start or main, or a main.js or index.js',
  recognise(view) {
    const manifest = manifestOf(view)
    const file =
      binOf(view, manifest) ??
      startArguments(view, manifest) ??
      firstOf(view, manifest, PROGRAM_NAMES) ??
      onlyFile(view)
    if (file === undefined) return undefined
    return { plan: { ...installStep(view, manifest), run: ['node', ...[file].flat()] }, folder: view.folder }
  },
}

/** Files that may name the port, beginning with those near the root. */
function sourcesOf(view: ProjectView): string[] {
  const sources = view.paths().filter((name) => /\.[cm]?[jt]s$/.test(name))
  const byDepth = sources.toSorted((a, b) => a.split('/').length - b.split('/').length)
  return byDepth
    .slice(0, MOST_SOURCES)
    .map((name) => view.text(name))
    .filter((text) => SERVES.test(text) || /\bPORT\b/.test(text))
}

/** Files that are searched for a port. */
const MOST_SOURCES = 200

interface Started {
  readonly start: string[]
  /** The file that Node runs; empty if unknown. */
  readonly file: string
}

/** Runs a plain `node` script directly: npm would only add time and a process. npm also runs the scripts before and after it. */
function startFromScript(view: ProjectView, { scripts }: Manifest, wanted: readonly string[]): Started | undefined {
  const name = wanted.find((each) => scripts[each] !== undefined && scripts[each].trim() !== '')
  if (name === undefined) return undefined
  const argv = plainCommand(scripts[name] ?? '')
  if (!argv || scripts[`pre${name}`] !== undefined || scripts[`post${name}`] !== undefined)
    return { start: name === 'start' ? ['npm', 'start'] : ['npm', 'run', name], file: '' }
  const file = argv.find((word, index) => index > 0 && !word.startsWith('-')) ?? ''
  return { start: argv, file: existing(view, file) ?? file }
}

/** `node FILE …`, without a watcher; undefined if the script needs a shell or a package. */
function plainCommand(script: string): string[] | undefined {
  if (/[^\w\s./:=@,+-]/.test(script)) return undefined
  const [program, ...args] = script.trim().split(/\s+/)
  if ((program !== 'node' && program !== 'nodemon') || args.length === 0) return undefined
  if (program === 'nodemon' && args[0]?.startsWith('-') === true) return undefined
  return ['node', ...args.filter((word) => word !== '--watch')]
}

function startFromServerFile(view: ProjectView, manifest: Manifest): Started | undefined {
  const serves = (file: string | undefined) => file !== undefined && SERVES.test(view.text(file))
  const file = [existing(view, manifest.main), ...candidates(view, SERVER_NAMES)].find(serves)
  return file === undefined ? undefined : { start: ['node', file], file }
}

/** Ignores devDependencies, unless the project is started through npm or has a build script. */
function installStep(view: ProjectView, manifest: Manifest): { install?: string[] } {
  const { dependencies, devDependencies, scripts, workspaces } = manifest
  const elsewhere = enteredFolders(manifest).map((folder) => parseManifest(view.text(`${folder}/package.json`)))
  const isElsewhere = elsewhere.some(
    (each) => Object.keys({ ...each.dependencies, ...each.devDependencies }).length > 0,
  )
  const hasScripts = ['preinstall', 'install', 'postinstall', 'prepare'].some((name) => scripts[name] !== undefined)
  const needed = {
    ...dependencies,
    ...(plainCommand(scripts['start'] ?? 'node .') && !scripts['build'] ? {} : devDependencies),
  }
  if (Object.keys(needed).length === 0 && workspaces.length === 0 && !isElsewhere && !hasScripts) return {}
  return { install: view.has('package-lock.json') ? ['npm', 'ci'] : ['npm', 'install'] }
}

/** The build step, if the start needs files that only a build creates. */
function buildStep(view: ProjectView, { scripts }: Manifest, { start, file }: Started): { prepare?: string[] } {
  if (scripts['build'] === undefined) return {}
  const script = scripts['start'] ?? ''
  // Scripts that run before the start are there to build.
  if (scripts['prestart'] !== undefined) return {}
  const missing = start[0] === 'node' ? !view.has(file) : /\b(?:next start|preview|dist|build)\b/.test(script)
  return missing ? { prepare: ['npm', 'run', 'build'] } : {}
}

function binOf(view: ProjectView, { bin }: Manifest): string | undefined {
  const first = typeof bin === 'object' ? Object.values(bin)[0] : bin
  return existing(view, first)
}

/** The words after `node` of a start script. */
function startArguments(view: ProjectView, manifest: Manifest): string[] | undefined {
  const started = startFromScript(view, manifest, ['start'])
  return started?.start[0] === 'node' ? started.start.slice(1) : undefined
}

function firstOf(view: ProjectView, manifest: Manifest, names: readonly string[]): string | undefined {
  return existing(view, manifest.main) ?? candidates(view, names)[0]
}

function onlyFile(view: ProjectView): string | undefined {
  const [file, ...others] = view.names().filter((name) => /\.[cm]?js$/.test(name) && !name.includes('.config.'))
  return others.length === 0 ? file : undefined
}

/** Existing files, in order of preference. Skips folders with their own package.json: they are separate projects. */
function candidates(view: ProjectView, names: readonly string[]): string[] {
  const folders = FOLDERS.filter((folder) => folder === '' || !view.has(`${folder}/package.json`))
  const files = folders.flatMap((folder) =>
    names.flatMap((name) => EXTENSIONS.map((extension) => path.posix.join(folder, `${name}${extension}`))),
  )
  return files.filter((file) => view.has(file))
}

/** Resolves a file named in a package.json: with or without its extension, or as the folder of an index.js. */
function existing(view: ProjectView, name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined
  const plainName = path.posix.normalize(name)
  return [plainName, `${plainName}.js`, path.posix.join(plainName, 'index.js')].find((file) => view.has(file))
}
