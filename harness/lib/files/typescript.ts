import { existsSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from './package-root.ts'

/**
 * Lets `import()` take TypeScript that a user wrote, wherever it lies: as a module, whatever a package.json says, and with
 * places that are the user's own. `pe` leads to this package also where it is not installed beside the file.
 */
export function acceptTypeScript(): void {
  if (accepted) return
  accepted = true
  process.setSourceMapsEnabled(true)
  const root = packageRoot(import.meta.dirname)
  const compiled = path.join(root, 'dist', 'harness', 'index.js')
  const data = {
    pe: pathToFileURL(existsSync(compiled) ? compiled : path.join(root, 'harness', 'index.ts')).href,
    esbuild: pathToFileURL(createRequire(import.meta.url).resolve('esbuild')).href,
  }
  register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data })
}

let accepted = false

/** They run in a thread of Node's own, so they are handed over as text. */
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
