import type { WebsitePlan } from '../contracts/schema.ts'
import { declaredPort } from './declared-port.ts'
import type { ProjectView } from './project-view.ts'
import { PORT, type Stack } from './recognised.ts'
import { pythonPackages } from './requirements.ts'

const USUAL_FILES = ['app.py', 'main.py', 'run.py', 'wsgi.py', 'server.py', 'application.py']
const IMPORTS_FLASK = /^[ \t]*(?:from|import)[ \t]+flask\b/m
const HAS_APPLICATION = /\bFlask\(|\bdef (?:create|make)_app\b/
const RUNS_APPLICATION = /\b(?:app|application|server|socketio|(?:create|make)_app\(\w*\))\.run\(/

/** Flask's default. */
const USUAL_PORT = 5000

/**
 * A project that imports Flask. A file that calls `app.run` is run directly, because it often contains necessary setup, such as
 * creating tables, that `flask run` would skip. Without such a file, `flask run` finds the application or factory.
 */
export const flask: Stack<WebsitePlan> = {
  name: 'flask',
  looksFor: 'a Python file or package with a Flask application',
  besideOthers: true,
  recognise(view, root) {
    const started = fileThatRuns(view) ?? applicationOf(view)
    if (!started) return undefined
    const { install, packages } = pythonPackages(view, root)
    return { plan: { ...install, ...started, homepage: '/' }, folder: view.folder, ...packages }
  },
}

type Started = Pick<WebsitePlan, 'start' | 'port'>

function fileThatRuns(view: ProjectView): Started | undefined {
  const isFlask = view.paths().some((path) => path.endsWith('.py') && IMPORTS_FLASK.test(view.text(path)))
  if (!isFlask) return undefined
  const file = pythonFiles(view).find((name) => RUNS_APPLICATION.test(view.text(name)))
  if (file === undefined) return undefined
  return { start: ['python3', '-u', file], port: declaredPort([view.text(file)], USUAL_PORT) }
}

function applicationOf(view: ProjectView): Started | undefined {
  const holds = (path: string) => IMPORTS_FLASK.test(view.text(path)) && HAS_APPLICATION.test(view.text(path))
  const file = pythonFiles(view).find(holds) ?? packageFiles(view).find(holds)
  if (file === undefined) return undefined
  const module = file.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.')
  return {
    start: ['python3', '-u', '-m', 'flask', '--app', module, 'run', '--no-reload', '--port', PORT],
    port: declaredPort([view.text('.flaskenv')], USUAL_PORT),
  }
}

/** Python files directly in the folder, usual names first. */
function pythonFiles(view: ProjectView): string[] {
  const names = view.names().filter((name) => name.endsWith('.py'))
  return [...USUAL_FILES.filter((name) => names.includes(name)), ...names.filter((name) => !USUAL_FILES.includes(name))]
}

function packageFiles(view: ProjectView): string[] {
  const packages = view.folders().filter((folder) => view.has(`${folder}/__init__.py`))
  return packages.flatMap((folder) => ['__init__.py', ...USUAL_FILES].map((name) => `${folder}/${name}`))
}
