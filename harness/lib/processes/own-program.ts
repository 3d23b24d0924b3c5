import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Arguments for Node that run a module of the harness as a program. In a checkout it is TypeScript, for which tsx is loaded.
 * @param near `import.meta.url` of a module in the same folder
 * @param name Name of the module, without extension
 */
export function ownProgram(near: string, name: string): string[] {
  const isSource = near.endsWith('.ts')
  const script = fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, near))
  if (!isSource) return [script]
  return ['--import', pathToFileURL(createRequire(near).resolve('tsx')).href, script]
}
