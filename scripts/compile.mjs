/**
 * Compiles each module of `harness` into a file of its own below `dist/harness`, for the oldest Node that is supported. It
 * does not check types, which takes the compiler of TypeScript fourteen times as long: `npm test` and `npm run build` do.
 */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const sources = path.join(root, 'harness')
/** The report's program for the browser, which is bundled. */
const page = path.join(sources, 'reporters', 'html', 'app')

const modules = readdirSync(sources, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => !file.startsWith(page + path.sep))

try {
  await build({
    absWorkingDir: root,
    entryPoints: modules,
    outbase: sources,
    outdir: path.join(root, 'dist', 'harness'),
    // Every import stays outside: this only lets the plugin see, and so rename, what each module imports.
    bundle: true,
    plugins: [{ name: 'compiled names', setup: keepImports }],
    treeShaking: false,
    format: 'esm',
    platform: 'node',
    // The oldest Node that the set-up accepts. `tsconfig.json` does not tell esbuild.
    target: 'node20.19',
    tsconfig: path.join(root, 'tsconfig.json'),
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
  })
} catch (error) {
  // Errors of the sources are printed already, each with its file and line.
  if (!Array.isArray(error.errors)) throw error
  process.exitCode = 1
}

/** A module imports `./name.ts`; the compiled one, `./name.js`. */
function keepImports({ onResolve }) {
  onResolve({ filter: /./ }, ({ path: name, kind }) => {
    if (kind === 'entry-point') return undefined
    return { path: name.startsWith('.') ? name.replace(/\.ts$/, '.js') : name, external: true }
  })
}
