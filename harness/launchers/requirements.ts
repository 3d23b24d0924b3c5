import type { ProjectView } from './project-view.ts'
import type { Recognised } from './recognised.ts'

/** Distributions whose module is not called like them. */
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

/** What projects write down for their authors or for a production server, and do not import. */
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
 * Ends with 0 where all can be imported in a version that was asked for. Its arguments are module, distribution and version
 * specifiers (PEP 440), three by three. Versions are compared by their release numbers; a clause that is not understood, or a
 * version that is not known, counts as not satisfied.
 */
const ALL_THERE = `
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
 * The install step of a Python project that has a requirements.txt, in the folder of the view or in the project's root.
 * It is left out where all of it can be imported already in versions that satisfy it, because then the system provides it.
 */
export function pythonPackages(view: ProjectView, root: ProjectView): Packages {
  const holder = [view, root].find((each) => each.has('requirements.txt'))
  const needed = holder && requirementsOf(holder.text('requirements.txt'))
  if (!holder || needed?.length === 0) return { install: {}, packages: {} }
  const unless = needed && { unless: ['python3', '-c', ALL_THERE, ...needed.flat()] }
  return {
    install: { install: ['pip', 'install', '-r', 'requirements.txt'] },
    packages: { packages: { folder: holder.folder, ...unless } },
  }
}

/** Parts to spread: into a plan, and into what is recognised. */
export interface Packages {
  readonly install: { readonly install?: string[] }
  readonly packages: Pick<Recognised, 'packages'>
}

/** Module, distribution and version specifiers. */
type Requirement = readonly [string, string, string]

const REQUIREMENT = /^([A-Za-z0-9][\w.-]*) ?(?:\[[^\]]*\])? ?\(?((?:[=<>~!][^()]*)?)\)?$/

/** Undefined where a line is more than a name and a version (a URL, a path, another file). */
function requirementsOf(text: string): Requirement[] | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, '').replaceAll(/\s+/g, ' '))
  // Behind the semicolon stands on which systems it is needed.
  const needed = lines.map((line) => (line.split(';')[0] ?? '').trim()).filter((line) => line !== '')
  const parsed = needed.map((line) => REQUIREMENT.exec(line))
  if (!parsed.every((match) => match !== null)) return undefined
  return parsed
    .map(([, name = '', clauses = '']) => [name.toLowerCase(), clauses.trim()] as const)
    .filter(([name]) => !NOT_IMPORTED.has(name))
    .map(([name, clauses]) => [MODULES[name] ?? name.replaceAll(/[.-]/g, '_'), name, clauses])
}
