import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Arguments for Node that run a module of the harness as a program. In a checkout it is TypeScript, which tsx takes half a second
 * to load, so the compiled module is used if it is up to date.
 * @param near `import.meta.url` of a module
 * @param name Path of the program from the folder of `near`, without extension
 */
export function ownProgram(near: string, name: string): string[] {
  const isSource = near.endsWith('.ts')
  const script = fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, near))
  if (!isSource) return [script]
  return compiled(script) ?? ['--import', pathToFileURL(createRequire(near).resolve('tsx')).href, script]
}

/** The compiled file of a module of the harness, unless a source has changed since. */
function compiled(script: string): [string] | undefined {
  const root = path.resolve(import.meta.dirname, '..', '..', '..')
  const harness = path.join(root, 'harness')
  const outputOf = (source: string) => path.join(root, 'dist', path.relative(root, source)).replace(/\.ts$/, '.js')
  if (!script.startsWith(harness + path.sep)) return undefined
  // Once for a process, which has loaded the sources as they were: comparing a thousand files takes 40 ms.
  isCurrent ??= modulesIn(harness).every((source) => timeOf(outputOf(source)) >= timeOf(source))
  return isCurrent ? [outputOf(script)] : undefined
}

let isCurrent: boolean | undefined

/** The report's program for the browser, which is compiled only as a bundle. */
const PAGE = path.join('reporters', 'html', 'app') + path.sep

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => !file.includes(PAGE))
}

/** Milliseconds; 0 if the file does not exist. */
function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
