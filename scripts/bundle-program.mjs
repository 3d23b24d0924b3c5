/**
 * Bundles the compiled program from `dist/harness` into a few files in `dist/pe`, which `pe` runs: Node takes twice as long to load
 * 600 small files. Programs that `pe` starts as processes of their own stay in `dist/harness`.
 */
import { readFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const compiled = path.join(root, 'dist', 'harness')
const outdir = path.join(root, 'dist', 'pe')

/**
 * Packages that stay outside: they look for files beside their own, must exist once in a process, or are loaded by few commands only.
 */
const OUTSIDE = new Set([
  ...['playwright', 'playwright-core', '@playwright/test', 'web-tree-sitter', '@xenova/transformers', 'esbuild', 'tsx'],
  ...['yargs', 'bullmq', 'ioredis', 'exceljs', 'openai', 'open', 'prom-client'],
])

/** In a bundle, `import.meta` is that of the bundle. A compiled file that asks for it means its own place. */
const OWN = { 'import.meta.url': 'ownUrl', 'import.meta.dirname': 'ownFolder', 'import.meta.filename': 'ownFile' }

/** Begins each file of the bundle. Packages that are CommonJS ask for the modules of Node with `require`. */
const BEGINNING = [
  `import { createRequire as requireOf } from 'node:module';`,
  `const bundleUrl = import.meta.url; const require = requireOf(bundleUrl);`,
].join(' ')

/**
 * Milliseconds for which files of earlier bundles stay: a program that runs while it is bundled again still loads some of them.
 * `--clean` removes them at once.
 */
const KEPT = process.argv.includes('--clean') ? 0 : 24 * 3600 * 1000

const { metafile } = await build({
  entryPoints: [path.join(compiled, 'bin.js'), path.join(compiled, 'index.js')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  define: OWN,
  banner: { js: BEGINNING },
  plugins: [
    { name: 'outside', setup: keepOutside },
    { name: 'own place', setup: keepPlace },
  ],
})
await removeOld(new Set(Object.keys(metafile.outputs).map((name) => path.resolve(name))))

async function removeOld(current) {
  const files = (await readdir(outdir)).map((name) => path.join(outdir, name)).filter((file) => !current.has(file))
  for (const file of files) if (Date.now() - (await stat(file)).mtimeMs >= KEPT) await rm(file)
}

function keepOutside({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) => {
    const isOutside = kind !== 'entry-point' && OUTSIDE.has(packageOf(name))
    return isOutside ? { path: name, external: true } : undefined
  })
}

/** `@scope/name/file` is a file of the package `@scope/name`. */
function packageOf(name) {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

function keepPlace({ onLoad }) {
  onLoad({ filter: /[.][cm]?js$/ }, async ({ path: file }) => {
    const contents = await readFile(file, 'utf8')
    if (!contents.includes('import.meta')) return undefined
    if (!file.startsWith(compiled + path.sep))
      throw new Error(`${file} asks for its place: keep its package outside of the bundle`)
    // On the first line, so that the numbers of lines stay right.
    return { contents: `${placeOf(file)}${contents}`, loader: 'js' }
  })
}

function placeOf(file) {
  const relative = path.relative(outdir, file).split(path.sep).join('/')
  return [
    `import { fileURLToPath as ownPathOf } from 'node:url';`,
    `import { dirname as ownFolderOf } from 'node:path';`,
    `const ownUrl = new URL(${JSON.stringify(relative)}, bundleUrl).href;`,
    `const ownFile = ownPathOf(ownUrl); const ownFolder = ownFolderOf(ownFile);`,
  ].join(' ')
}
