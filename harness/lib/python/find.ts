import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import * as z from 'zod'
import { UsageError } from '../../errors.ts'
import { isInside } from '../files/confine.ts'
import type { Python } from '../../contracts/types.ts'
import type { Environment } from '../processes/environment.ts'

/** The user's choice of Python. `PE_PYTHON` and `PE_PYTHON_PATH` are the defaults. */
export interface PythonChoice {
  /** An interpreter: a path, or a name on PATH. */
  readonly program?: string | undefined
  /** Folders to search first for modules. */
  readonly path?: readonly string[] | undefined
  /** The default of `path`. */
  readonly usualPath?: readonly string[] | undefined
}

/**
 * Finds the Python of a run. The default is the system's Python, because another one on PATH does not see the system's packages
 * (Django, Flask, openpyxl …).
 * @throws UsageError if the chosen Python does not start, or if its folders contain a home folder
 */
export async function findPython(choice: PythonChoice = {}, environment: Environment = process.env): Promise<Python> {
  const folders = searchPath(choice, environment)
  const chosen = choice.program ?? textOr(environment['PE_PYTHON'])
  if (chosen === undefined) return { program: systemInterpreter(), path: folders, folders: outside(folders) }
  const { executable, prefixes } = await ask(chosen)
  return { program: executable, path: folders, folders: outside([...prefixes, ...folders]) }
}

/** The system's Python, without additional folders. */
export function systemPython(): Python {
  return { program: systemInterpreter(), path: [], folders: [] }
}

function systemInterpreter(): string {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
}

function textOr(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

function searchPath({ path: asked, usualPath }: PythonChoice, environment: Environment): string[] {
  const named = asked ?? textOr(environment['PE_PYTHON_PATH'])?.split(path.delimiter) ?? usualPath ?? []
  const folders = named.filter((folder) => folder !== '').map((folder) => path.resolve(folder))
  const missing = folders.find((folder) => !existsSync(folder))
  if (missing !== undefined)
    throw new UsageError(`the Python path names the folder ${missing}, which does not exist; name an existing one`)
  return folders
}

const PROBE = `
import json, sys
prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix]
print(json.dumps({'executable': sys.executable, 'prefixes': prefixes, 'virtual': sys.prefix != sys.base_prefix}))
`
const probeSchema = z.object({
  executable: z.string().startsWith('/'),
  prefixes: z.array(z.string().startsWith('/')),
  virtual: z.boolean(),
})

/** Asks the interpreter for its own location: the chosen program may be a wrapper script or a link. */
async function ask(program: string): Promise<{ executable: string; prefixes: string[] }> {
  const result = await execa(program, ['-I', '-c', PROBE], { reject: false, stdin: 'ignore', timeout: 10_000 })
  const parsed = probeSchema.safeParse(result.failed ? undefined : parsedJson(result.stdout))
  if (!parsed.success) throw new UsageError(`the Python "${program}" does not start: ${whyNot(result)}`)
  const { executable, prefixes, virtual } = parsed.data
  return { executable: virtual ? executable : await linkEnd(executable), prefixes }
}

/** Another program prints anything, such as the probe that it did not understand. */
function whyNot({ code, timedOut, stderr }: { code?: string | undefined; timedOut: boolean; stderr: string }): string {
  if (code === 'ENOENT') return 'there is no such file'
  if (timedOut) return 'it took longer than 10 s'
  const said = stderr.trim().replaceAll(/\s+/g, ' ')
  return `it is not a Python interpreter${said === '' ? '' : `: ${said.slice(0, 150)}${said.length > 150 ? '…' : ''}`}`
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The target of a chain of links. Python looks for its own modules beside it. */
async function linkEnd(file: string): Promise<string> {
  for (let end = file, hops = 0; hops < 40; hops += 1) {
    const next = await readlink(end).catch(() => undefined)
    if (next === undefined) return end
    end = path.resolve(path.dirname(end), next)
  }
  throw new UsageError(`the Python "${file}" is a chain of links without an end; choose another one`)
}

/**
 * The folders that a sandbox does not already show, without duplicates and subfolders.
 * @throws UsageError if a folder contains the user's home, which would be shown to produced code
 */
function outside(folders: readonly string[]): string[] {
  const needed = [...new Set(folders)].filter((folder) => folder !== '/usr' && !folder.startsWith('/usr/'))
  const broad = needed.find((folder) => isInside(folder, homedir()))
  if (broad !== undefined)
    throw new UsageError(
      `Python needs the folder ${broad}, which contains more than Python; choose a Python in its own folder`,
    )
  return needed.filter((folder) => !needed.some((other) => other !== folder && isInside(other, folder)))
}
