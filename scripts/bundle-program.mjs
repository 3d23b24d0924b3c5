/**
 * Bundles the compiled program from `dist/harness` into a few files in `dist/pe`, which `pe` runs: Node takes twice as long to load
 * 600 small files. Programs that `pe` starts as processes of their own stay in `dist/harness`.
 */
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const compiled = path.join(root, 'dist', 'harness')
const outdir = path.join(root, 'dist', 'pe')
/** The program, and the module "pe". */
const ENTRIES = ['bin.js', 'index.js']

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
 * Milliseconds for which files of an earlier bundle stay after they were replaced: a program that was running then still loads some of them.
 * `--clean` removes them at once.
 */
const KEPT = process.argv.includes('--clean') ? 0 : 24 * 3600 * 1000

/** Names of the files of the last bundle. The set-up checks that they are there. */
const LIST = path.join(outdir, 'files.json')

const { outputFiles } = await build({
  entryPoints: ENTRIES.map((name) => path.join(compiled, name)),
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  // Not `keepNames`: it adds calls to functions, and those that are sent to a page could not call them there.
  write: false,
  logLevel: 'warning',
  define: OWN,
  banner: { js: BEGINNING },
  plugins: [
    { name: 'outside', setup: keepOutside },
    { name: 'own place', setup: keepPlace },
  ],
})
await mkdir(outdir, { recursive: true })
await writeAll(outputFiles)
await removeOld(outputFiles.map((file) => path.basename(file.path)))

/** Each file appears whole, and what it imports is there before it. The other files have a digest in their names, so they never change. */
async function writeAll(files) {
  const isEntry = (file) => ENTRIES.includes(path.basename(file.path))
  for (const file of [...files.filter((each) => !isEntry(each)), ...files.filter(isEntry)]) {
    const there = await readFile(file.path).catch(() => undefined)
    if (there?.equals(file.contents)) continue
    await writeWhole(file.path, file.contents)
  }
}

async function writeWhole(file, contents) {
  const unfinished = `${file}.${String(process.pid)}`
  await writeFile(unfinished, contents)
  await rename(unfinished, file)
}

async function removeOld(names) {
  const before = await readFile(LIST, 'utf8').then(JSON.parse, () => [])
  const now = new Date()
  const current = new Set([...names, path.basename(LIST)])
  const replaced = new Set(before)
  for (const name of await readdir(outdir)) {
    if (current.has(name)) continue
    const file = path.join(outdir, name)
    // Its time counts from now on.
    if (replaced.has(name)) await utimes(file, now, now)
    if (now.getTime() - (await stat(file)).mtimeMs >= KEPT) await rm(file)
  }
  await writeWhole(LIST, `${JSON.stringify(names.toSorted())}\n`)
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
