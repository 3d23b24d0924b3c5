/** Shared by the tests of start-file. */
import { expect, it } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { launcherFor } from '../../harness/launchers/index.ts'
import { findPython } from '../../harness/lib/python/find.ts'
import { preparedPackages } from '../../harness/lib/python/prepared-packages.ts'
import { chooseSandbox, openSandbox } from '../../harness/sandbox/index.ts'
import type { MissionKind } from '../../harness/contracts/schema.ts'
import type { Python, Sandbox, Target } from '../../harness/contracts/types.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, temporaryFolder } from '../helpers.ts'

const SANDBOX = (await chooseSandbox()).name
export const python: Python = await findPython({ usualPath: preparedPackages('projecteval') })

export type Files = Readonly<Record<string, string>>

interface Launched extends AsyncDisposable {
  readonly target: Target
  readonly sandbox: Sandbox
  /** The whole project. */
  readonly folder: string
}

export async function launch(files: Files, startFile: string, kind: MissionKind): Promise<Launched> {
  const folder = await temporaryFolder()
  const project = { files: Object.entries(files).map(([path, content]) => ({ path, content })), launch: { startFile } }
  const workspace = await materialise(project, folder.file('project'))
  const sandbox = await openSandbox(SANDBOX, folder.path, { python, browser: false })
  const close = async () => {
    await sandbox[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  try {
    const launcher = launcherFor(workspace, missionOf({ kind }))
    expect(launcher.name).toBe('start-file')
    const target = await launcher.launch(workspace, sandbox, limitsOf(folder.path, { python }))
    return {
      target,
      sandbox,
      folder: workspace.folder,
      async [Symbol.asyncDispose]() {
        await target[Symbol.asyncDispose]()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs a program as a tester would, in its root. */
export async function printed({
  target,
  sandbox,
}: Launched): Promise<{ code: number | null; stdout: string; stderr: string }> {
  if (target.kind !== 'program') throw new Error('no program')
  await using child = await sandbox.spawn({ argv: target.argv, cwd: target.workspace.folder, stdin: 'none' })
  const { code } = await child.exit
  return { code, stdout: child.stdout.text().trim(), stderr: child.stderr.text().trim() }
}

export const PRINT_FOLDER = `import os, sys\nprint(sorted(os.listdir('.')), sys.argv[0])`

/** Sends the request from inside the sandbox, whose loopback cannot be reached from outside. */
export async function homepage({ target, sandbox, folder: cwd }: Launched): Promise<string> {
  if (target.kind !== 'website') throw new Error('no website')
  const code = `import urllib.request as u; print(u.urlopen('${target.origin}/').read().decode())`
  await using child = await sandbox.spawn({ argv: [python.program, '-c', code], cwd, stdin: 'none' })
  await child.exit
  return child.stdout.text().trim() || child.stderr.text()
}

export const IS_RUN_BY_PYTHON_IN_CASES: readonly [string, Files, string, string][] = [
  ['in the root', { 'main.py': PRINT_FOLDER, 'b.txt': '' }, 'main.py', `['b.txt', 'main.py'] main.py`],
  [
    'in a folder beside others',
    { 'src/main.py': PRINT_FOLDER, 'b.txt': '' },
    'src/main.py',
    `['b.txt', 'src'] src/main.py`,
  ],
  [
    'in the only folder',
    { 'app/main.py': PRINT_FOLDER, 'app/b.txt': '' },
    'app/main.py',
    `['b.txt', 'main.py'] main.py`,
  ],
  ['below the only folder, once', { 'a/b/main.py': PRINT_FOLDER }, 'a/b/main.py', `['b'] b/main.py`],
  ['named without the only folder', { 'app/main.py': PRINT_FOLDER }, 'main.py', `['main.py'] main.py`],
  ['named as on Windows', { 'src/main.py': PRINT_FOLDER, 'b.txt': '' }, 'src\\main.py', `['b.txt', 'src'] src/main.py`],
  ['named with ./', { 'main.py': PRINT_FOLDER, 'b.txt': '' }, './main.py', `['b.txt', 'main.py'] main.py`],
]

export function isRunByPythonIn(cases: readonly (typeof IS_RUN_BY_PYTHON_IN_CASES)[number][]): void {
  it.each<[string, Files, string, string]>(cases)(
    'is run by Python in the root: %s',
    async (_, files, startFile, expected) => {
      await using launched = await launch(files, startFile, 'console')
      expect(await printed(launched)).toEqual({ code: 0, stdout: expected, stderr: '' })
    },
  )
}
export const IS_MISSING_WHICH_IS_THE_CASES = ['missing.py', '../main.py', '/etc/passwd', 'app'] as const

export function isMissingWhichIsThe(cases: readonly (typeof IS_MISSING_WHICH_IS_THE_CASES)[number][]): void {
  it.each(cases)('is missing (%j), which is the project’s fault', async (name) => {
    const call = () => launch({ 'app/main.py': '', 'b.txt': '' }, name, 'console')
    await expect(call()).rejects.toThrow(ProjectFault)
    await expect(call()).rejects.toThrow(`the start file "${name}" is not among the files`)
  })
}
