import type { ProgramPlan, WebsitePlan } from '../contracts/schema.ts'
import { declaredPort } from './declared-port.ts'
import { isInnermost, type ProjectView } from './project-view.ts'
import { PORT, type Stack } from './recognised.ts'
import { pythonPackages } from './requirements.ts'

const PROGRAM_FILES = ['main.py', '__main__.py', 'app.py', 'run.py', 'cli.py', 'start.py', 'program.py']
const SERVER_FILES = ['main.py', 'app.py', 'server.py', 'run.py', 'wsgi.py', 'asgi.py', '__main__.py']
const SERVES =
  /\bHTTPServer\(|\bserve_forever\(|\bTCPServer\(|\bmake_server\(|\buvicorn\.run\(|\bweb\.run_app\(|\bquickstart\(|\b(?:bottle|tornado|waitress|sanic)\b/
const RUNS_ITSELF = /^if\s+__name__\s*==\s*['"]__main__['"]/m
const IS_TEST = /(?:^|\/)(?:tests?\/|test_|setup\.py$|conftest\.py$)/
const ASGI_APPLICATION = /^(\w+)\s*=\s*(?:FastAPI|Starlette|Quart)\(/m

/**
 * A Python server without Django or Flask. `-u` disables output buffering, here and for programs, so that a program's output can
 * be read when it waits for input, as on a terminal.
 */
export const pythonWebsite: Stack<WebsitePlan> = {
  name: 'python',
  looksFor: 'a main.py, app.py or server.py that serves',
  besideOthers: true,
  recognise(view, root) {
    const started = fileThatServes(view) ?? asgiApplication(view)
    if (!started) return undefined
    const { install, packages } = pythonPackages(view, root)
    return { plan: { ...install, ...started, homepage: '/' }, folder: view.folder, ...packages }
  },
}

/** A program: the usual main file, a runnable package, or the only file that runs by itself. */
export const pythonProgram: Stack<ProgramPlan> = {
  name: 'python',
  looksFor: 'a main.py, __main__.py, app.py or run.py, or a single Python file that runs by itself',
  recognise(view, root) {
    const args = programOf(view)
    if (!args) return undefined
    const { install, packages } = pythonPackages(view, root)
    return { plan: { ...install, run: ['python3', '-u', ...args] }, folder: view.folder, ...packages }
  },
}

type Started = Pick<WebsitePlan, 'start' | 'port'>

function fileThatServes(view: ProjectView): Started | undefined {
  const file = SERVER_FILES.find((name) => SERVES.test(view.text(name)))
  if (file === undefined) return undefined
  return { start: ['python3', '-u', file], port: declaredPort([view.text(file)], 8000) }
}

function asgiApplication(view: ProjectView): Started | undefined {
  const file = SERVER_FILES.find((name) => ASGI_APPLICATION.test(view.text(name)))
  if (file === undefined) return undefined
  const application = ASGI_APPLICATION.exec(view.text(file))?.[1] ?? 'app'
  const name = `${file.replace(/\.py$/, '')}:${application}`
  return { start: ['python3', '-u', '-m', 'uvicorn', name, '--port', PORT], port: 8000 }
}

function programOf(view: ProjectView): string[] | undefined {
  const first = PROGRAM_FILES.find((name) => view.has(name))
  if (first !== undefined) return [first]
  const module = moduleOf(view)
  if (module !== undefined) return ['-m', module]
  const file = singleProgram(view, view.names()) ?? (isInnermost(view) ? nestedProgram(view) : undefined)
  return file === undefined ? undefined : [file]
}

/**
 * A package with a __main__.py, or a folder whose main file imports its neighbours by the folder's name or by relative imports,
 * which works only from the parent folder.
 */
function moduleOf(view: ProjectView): string | undefined {
  for (const folder of view.folders().filter((name) => /^\w+$/.test(name))) {
    if (view.has(`${folder}/__init__.py`) && view.has(`${folder}/__main__.py`)) return folder
    const first = PROGRAM_FILES.find((name) => view.has(`${folder}/${name}`))
    const importsItself = new RegExp(`^[ \\t]*(?:from|import)[ \\t]+(?:\\.|${folder}\\b)`, 'm')
    if (first !== undefined && importsItself.test(view.text(`${folder}/${first}`)))
      return `${folder}.${first.replace(/\.py$/, '')}`
  }
  return undefined
}

/** A file in any folder: the only one with a usual name, or else the only program. */
function nestedProgram(view: ProjectView): string | undefined {
  const paths = view.paths().filter((path) => !IS_TEST.test(path))
  const named = PROGRAM_FILES.map((name) => paths.filter((path) => path.endsWith(`/${name}`)))
  const found = named.find((files) => files.length > 0)
  return found?.length === 1 ? found[0] : singleProgram(view, paths)
}

/** The only file that runs by itself, or else the only file. */
function singleProgram(view: ProjectView, paths: readonly string[]): string | undefined {
  const files = paths.filter((path) => path.endsWith('.py') && !IS_TEST.test(path))
  const running = files.filter((path) => RUNS_ITSELF.test(view.text(path)))
  const [file, ...others] = running.length > 0 ? running : files
  return others.length === 0 ? file : undefined
}
