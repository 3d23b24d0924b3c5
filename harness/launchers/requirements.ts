import { isModuleHidden } from '../lib/processes/environment.ts'
import type { ProjectView } from './project-view.ts'
import type { Recognised } from './recognised.ts'

/** Distributions whose module has another name. */
const MODULES: Readonly<Record<string, string>> = {
  pillow: 'PIL',
  pyyaml: 'yaml',
  beautifulsoup4: 'bs4',
  'scikit-learn': 'sklearn',
  'opencv-python': 'cv2',
  'python-dateutil': 'dateutil',
  'python-dotenv': 'dotenv',
  djangorestframework: 'rest_framework',
  'django-cors-headers': 'corsheaders',
  'django-crispy-forms': 'crispy_forms',
}

/** Distributions for development or for a production server, which projects do not import. */
const NOT_IMPORTED = new Set([
  'gunicorn',
  'uwsgi',
  'pytest',
  'black',
  'flake8',
  'mypy',
  'pylint',
  'pip',
  'setuptools',
  'wheel',
])

/**
 * Exits with 0 if all packages can be imported in a requested version. Its arguments are triples of module, distribution and
 * version specifiers (PEP 440). Versions are compared by their release numbers; an unknown clause or version counts as not
 * satisfied.
 */
const CHECK_INSTALLED = `
import re, sys
from importlib import metadata, util
def numbers(text):
    found = re.match(r'v?(\\d+(?:\\.\\d+)*)', text)
    return [int(part) for part in found.group(1).split('.')] if found else None
def satisfies(have, clause):
    found = re.match(r'(===|==|~=|!=|<=|>=|<|>)\\s*(.+)$', clause)
    want = found and numbers(found.group(2))
    if not have or not want: return False
    sign, prefix = found.group(1), found.group(2).endswith('.*')
    width = max(len(have), len(want))
    a, b = (each + [0] * (width - len(each)) for each in (have, want))
    same = a[:len(want)] == want if prefix else a == b
    if sign == '~=': return a >= b and a[:len(want) - 1] == want[:-1]
    return {'===': same, '==': same, '!=': not same, '<=': a <= b, '>=': a >= b, '<': a < b, '>': a > b}[sign]
def there(module, distribution, clauses):
    if util.find_spec(module) is None: return False
    if not clauses: return True
    try: have = numbers(metadata.version(distribution))
    except metadata.PackageNotFoundError: return False
    return all(satisfies(have, clause.strip()) for clause in clauses.split(',') if clause.strip())
sys.exit(not all(there(*sys.argv[i:i + 3]) for i in range(1, len(sys.argv), 3)))
`

/**
 * The install step of a Python project with a requirements.txt in the view's folder or in the project's root. The step is
 * skipped if the system already provides satisfying versions of all packages.
 */
export function pythonPackages(view: ProjectView, root: ProjectView): Packages {
  const holder = [view, root].find((each) => each.has('requirements.txt'))
  const needed = holder && requirementsOf(holder.text('requirements.txt'))
  if (!holder || needed?.length === 0) return { install: {}, packages: {} }
  const isHidden = needed?.some(([module]) => isModuleHidden(module, process.env)) === true
  const unless = needed && !isHidden && { unless: ['python3', '-c', CHECK_INSTALLED, ...needed.flat()] }
  return {
    install: { install: ['pip', 'install', '-r', 'requirements.txt'] },
    packages: { packages: { folder: holder.folder, ...unless } },
  }
}

/** Objects to spread into a plan (`install`) and into a Recognised (`packages`). */
export interface Packages {
  readonly install: { readonly install?: string[] }
  readonly packages: Pick<Recognised, 'packages'>
}

/** Module, distribution and version specifiers. */
type Requirement = readonly [string, string, string]

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*) ?(?:\[[^\]]*\])? ?\(?((?:[=<>~!][^()]*)?)\)?$/

/** Undefined if a line is more than a name and a version (a URL, a path, another file). */
function requirementsOf(text: string): Requirement[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, '').replaceAll(/\s+/g, ' '))
  // Environment markers after the semicolon are ignored.
  const needed = lines.map((line) => (line.split(';')[0] ?? '').trim()).filter((line) => line !== '')
  const parsed = needed.map((line) => REQUIREMENT.exec(line))
  if (!parsed.every((match) => match !== null)) return undefined
  return parsed
    .map(([, name = '', clauses = '']) => [name.toLowerCase(), clauses.trim()] as const)
    .filter(([name]) => !NOT_IMPORTED.has(name))
    .map(([name, clauses]) => [MODULES[name] ?? name.replaceAll(/[.-]/g, '_'), name, clauses])
}
