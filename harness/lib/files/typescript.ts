import { existsSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from './package-root.ts'

/**
 * Lets `import()` load a user's TypeScript from any folder: as a module, whatever its package.json says, and with source maps, so
 * that errors have the right lines. `pe` resolves to this package even if it is not installed beside the file.
 */
export function registerTypeScript(): void {
  if (registered) return
  registered = true
  process.setSourceMapsEnabled(true)
  const root = packageRoot(import.meta.dirname)
  const compiled = path.join(root, 'dist', 'pe', 'index.js')
  const data = {
    pe: pathToFileURL(existsSync(compiled) ? compiled : path.join(root, 'harness', 'index.ts')).href,
    esbuild: pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href,
  }
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data })
}

let registered = false

/** Passed as text, because Node runs them in a separate thread. */
const HOOKS = `
  import { readFile } from 'node:fs/promises'
  import { fileURLToPath } from 'node:url'

  let own
  let esbuild

  export function initialize(data) {
    own = data
  }

  export async function resolve(specifier, context, next) {
    try {
      return await next(specifier, context)
    } catch (error) {
      if (specifier === 'pe') return { url: own.pe, shortCircuit: true }
      if (/^[.]{1,2}[/].*[.]m?js$/.test(specifier)) return next(specifier.replace(/js$/, 'ts'), context)
      throw error
    }
  }

  export async function load(url, context, next) {
    const file = url.replace(/[?#].*$/, '')
    if (!file.startsWith('file:') || !/[.]m?ts$/.test(file)) return next(url, context)
    esbuild ??= await import(own.esbuild)
    const sourcefile = fileURLToPath(file)
    const options = { loader: 'ts', format: 'esm', target: 'node20', sourcefile, sourcemap: 'inline' }
    const { code } = await esbuild.transform(await readFile(sourcefile, 'utf8'), options)
    return { format: 'module', source: code, shortCircuit: true }
  }
`
