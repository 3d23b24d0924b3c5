import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { execa } from 'execa'
import { z } from 'zod'
import { UsageError } from '../../errors.ts'
import { isInside } from '../files/confine.ts'
import type { Python } from '../../contracts/types.ts'

/** What was asked for; `PE_PYTHON` and `PE_PYTHON_PATH` where nothing was. */
export interface PythonChoice {
  /** An interpreter: a path, or a name on PATH. */
  readonly program?: string | undefined
  /** Folders in which modules are looked for first. */
  readonly path?: readonly string[] | undefined
  /** Such folders, where none were named. */
  readonly usualPath?: readonly string[] | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The Python of a run. Without a choice it is the system's own, because an earlier one on PATH does not see the packages of
 * the system (Django, Flask, openpyxl …).
 * @throws UsageError where the chosen one does not start, or could only be shown to a sandbox with much else
 */
export async function findPython(choice: PythonChoice = {}, environment: Environment = process.env): Promise<Python> {
  const folders = searchPath(choice, environment)
  const chosen = choice.program ?? textOr(environment['PE_PYTHON'])
  if (chosen === undefined) return { program: systemPython(), path: folders, folders: outside(folders) }
  const { executable, prefixes } = await ask(chosen)
  return { program: executable, path: folders, folders: outside([...prefixes, ...folders]) }
}

/** The system's own, with nothing added. */
export function usualPython(): Python {
  return { program: systemPython(), path: [], folders: [] }
}

function systemPython(): string {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
}

function textOr(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

function searchPath({ path: asked, usualPath }: PythonChoice, environment: Environment): string[] {
  const named = asked ?? textOr(environment['PE_PYTHON_PATH'])?.split(path.delimiter) ?? usualPath ?? []
  const folders = named.filter((folder) => folder !== '').map((folder) => path.resolve(folder))
  const missing = folders.find((folder) => !existsSync(folder))
  if (missing !== undefined) throw new UsageError(`the Python path has no folder ${missing}; name one that is there`)
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

/** What the interpreter itself says of where it lies: what was chosen may be a script that calls it, or a link. */
async function ask(program: string): Promise<{ executable: string; prefixes: string[] }> {
  const result = await execa(program, ['-I', '-c', PROBE], { reject: false, stdin: 'ignore', timeout: 10_000 })
  const parsed = probeSchema.safeParse(result.failed ? undefined : parsedJson(result.stdout))
  if (!parsed.success)
    throw new UsageError(
      `the Python "${program}" does not start: ${result.stderr.trim() || 'it printed nothing of use'}`,
    )
  const { executable, prefixes, virtual } = parsed.data
  return { executable: virtual ? executable : await linkEnd(executable), prefixes }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The file at the end of a chain of links: Python looks for its own modules beside it. */
async function linkEnd(file: string): Promise<string> {
  for (let end = file, hops = 0; hops < 40; hops += 1) {
    const next = await readlink(end).catch(() => undefined)
    if (next === undefined) return end
    end = path.resolve(path.dirname(end), next)
  }
  throw new UsageError(`the Python "${file}" is a link that leads nowhere`)
}

/**
 * Those that a sandbox does not show anyway, each once and none within another.
 * @throws UsageError for one that holds somebody's home: it would be shown to produced code
 */
function outside(folders: readonly string[]): string[] {
  const needed = [...new Set(folders)].filter((folder) => folder !== '/usr' && !folder.startsWith('/usr/'))
  const broad = needed.find((folder) => isInside(folder, homedir()))
  if (broad !== undefined)
    throw new UsageError(
      `Python needs the folder ${broad}, which holds more than Python; choose one in a folder of its own`,
    )
  return needed.filter((folder) => !needed.some((other) => other !== folder && isInside(other, folder)))
}
