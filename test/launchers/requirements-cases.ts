/** Shared by the tests of requirements. */
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProjectView } from '../../harness/launchers/project-view.ts'
import { pythonPackages } from '../../harness/launchers/requirements.ts'
import { temporaryFolder, writeTree, type TemporaryFolder } from '../helpers.ts'

const PYTHON = '/usr/bin/python3'

let packages: TemporaryFolder

/** Whether the launcher's check finds all packages of a requirements.txt installed. */
function satisfied(requirements: string): boolean {
  const view = ProjectView.of([{ path: 'requirements.txt', content: requirements }])
  const [, ...args] = pythonPackages(view, view).packages.packages?.unless ?? ['', 'raise SystemExit("not asked")']
  const { status } = spawnSync(PYTHON, args, { env: { PYTHONPATH: packages.path } })
  return status === 0
}

const SATISFIED = [
  'sample-site',
  'Sample-Site>=3',
  'sample-site>=3.2,<4.0',
  'sample-site (>=3.2)',
  'sample-site[extra] >= 3.2 ; python_version > "2"',
  'sample-site==3.2.25',
  'sample-site==3.2.*',
  'sample-site===3.2.25',
  'sample-site~=3.2',
  'sample-site~=3.2.1',
  'sample-site!=4',
  'sample-site<=3.2.25',
  'sample-site>3.2.24',
  'sample-site<10',
  'nameless',
  '# nothing\nsample-site\n\n',
]

const UNSATISFIED = [
  'sample-site>=5',
  'sample-site>=3.3',
  'sample-site>=3.2,<3.2.25',
  'sample-site==3.2',
  'sample-site==3.*,!=3.2.*',
  'sample-site==5.2.1',
  'sample-site~=3.3',
  'sample-site~=3.2.26',
  'sample-site>3.2.25',
  'sample-site<3',
  'sample-site>=new',
  'sample-site\nno-such-package',
  // Its version is unknown.
  'nameless>=1',
  // Not supported by the check: the package client must decide.
  '-r other.txt',
  'sample-site @ file:///tmp/x.whl',
]

/** Registers a test of each of the first requirements. */
export function checksVersions(count = Infinity): void {
  beforeAll(async () => {
    packages = await temporaryFolder()
    await mkdir(packages.file('nameless'))
    await writeTree(packages.path, {
      'sample_site/__init__.py': '',
      'sample_site-3.2.25.dist-info/METADATA': 'Metadata-Version: 2.1\nName: sample-site\nVersion: 3.2.25\n',
      'nameless/__init__.py': '',
    })
  })
  afterAll(() => packages[Symbol.asyncDispose]())

  it.each(SATISFIED.slice(0, count))('is satisfied by version 3.2.25: %j', (requirements) => {
    expect(satisfied(requirements)).toBe(true)
  })

  it.each(UNSATISFIED.slice(0, count))('is not satisfied by version 3.2.25: %j', (requirements) => {
    expect(satisfied(requirements)).toBe(false)
  })
}
