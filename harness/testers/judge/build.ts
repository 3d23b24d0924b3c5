import { chmod, copyFile, lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Measured, MeasuredLimits, Sandbox, Workspace } from '../../contracts/types.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import type { Built } from './built.ts'
import { problemOfCopy } from './place.ts'
import type { Program } from './plan.ts'

/** A compiler may use this, and the time of the plan; more is a verdict. */
const BUILD_LIMITS: Omit<MeasuredLimits, 'cpuSeconds' | 'wallSeconds'> = {
  memoryBytes: 2048 * MiB,
  outputBytes: 4 * MiB,
  diskBytes: 512 * MiB,
  files: 10_000,
  processes: 256,
}
/** Characters of a compiler's output that are kept. */
const KEPT = 8000

interface BuildSetup {
  readonly workspace: Workspace
  readonly sandbox: Sandbox
  /** A new folder directly below the scratch folder. */
  readonly folder: string
  /** Processor time of one command. */
  readonly seconds: number
  readonly signal: AbortSignal
}

/** Compiles a program in the sandbox, in a folder of its own. */
export async function build(program: Program, setup: BuildSetup): Promise<Built> {
  const { folder, workspace } = setup
  if (program.kind === 'tree') {
    await workspace.copy(folder)
    const has = async (name: string) => (await lstat(path.join(folder, name)).catch(() => undefined))?.isFile() === true
    const cmake = (await has('CMakeLists.txt')) ? [['cmake', '.']] : []
    const failed = await compile(cmake, setup)
    if (failed) return failed
    // cmake writes one.
    const made = (await has('Makefile')) || (await has('makefile')) ? await compile([['make']], setup) : undefined
    if (made) return made
    if (!(await isProgram(path.join(folder, program.program)))) return missing(program.program)
    const problem = await problemOfCopy(folder)
    if (problem !== undefined)
      return { ok: false, reason: `compile error: the build cannot be used: ${problem}`, output: '' }
    return { ok: true, folder, keeps: undefined, run: [`./${program.program}`] }
  }
  await mkdir(folder, { recursive: true })
  for (const { from, to } of program.takes) {
    const file = from.map((name) => workspace.files.find(({ path: own }) => own === name)).find((each) => each)
    if (!file) return { ok: false, reason: `there is no file ${from.join(' or ')}`, output: '' }
    await writeNew(path.join(folder, to), file.content)
  }
  await copyAll(program.copies, folder)
  const failed = await compile(program.compile, setup)
  if (failed) return failed
  const lost = await firstMissing(folder, program.keeps)
  return lost === undefined ? { ok: true, folder, keeps: program.keeps, run: program.run } : missing(lost)
}

function missing(name: string): Built {
  return { ok: false, reason: `compile error: the build made no file "${name}"`, output: '' }
}

async function writeNew(file: string, content: string | Uint8Array): Promise<void> {
  const { writeFile } = await import('node:fs/promises')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** Files of the benchmark hide those of the project. */
export async function copyAll(
  copies: readonly { readonly from: string; readonly to: string; readonly executable?: boolean | undefined }[],
  folder: string,
): Promise<void> {
  for (const { from, to, executable } of copies) {
    const target = path.join(folder, to)
    await mkdir(path.dirname(target), { recursive: true })
    await copyFile(from, target)
    await chmod(target, executable === true ? 0o755 : 0o644)
  }
}

async function isProgram(file: string): Promise<boolean> {
  const status = await lstat(file).catch(() => undefined)
  return status?.isFile() === true && (status.mode & 0o111) !== 0
}

async function firstMissing(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) if (!(await lstat(path.join(folder, name)).catch(() => undefined))?.isFile()) return name
  return undefined
}

async function compile(commands: readonly (readonly string[])[], setup: BuildSetup): Promise<Built | undefined> {
  for (const argv of commands) {
    let printed = ''
    const ended = await setup.sandbox.measure({
      argv,
      cwd: setup.folder,
      limits: { ...BUILD_LIMITS, cpuSeconds: setup.seconds, wallSeconds: setup.seconds / 2 },
      signal: setup.signal,
      onOutput: (chunk) => {
        if (printed.length < KEPT) printed += chunk.toString('utf8')
      },
    })
    if (ended.code === 0 && ended.limit === undefined) continue
    const output = `${printed}\n${ended.errors}`.slice(0, KEPT)
    const first = firstComplaint(output)
    return {
      ok: false,
      reason: `compile error: ${argv[0] ?? ''} ${howItFailed(ended)}${first === undefined ? '' : `: ${first}`}`,
      output,
    }
  }
  return undefined
}

/** Most characters of a compiler's line in a reason. */
const LONGEST_COMPLAINT = 200

/** The first line of a compiler or of make that names an error; undefined if there is no such line. */
function firstComplaint(output: string): string | undefined {
  const line = output.split('\n').find((each) => /\b(?:error|undefined reference|No rule to make)\b/i.test(each))
  return line?.trim().slice(0, LONGEST_COMPLAINT)
}

function howItFailed({ reason, signal, code }: Measured): string {
  return reason ?? (signal === undefined ? `ended with exit code ${String(code)}` : `was ended by ${signal}`)
}
