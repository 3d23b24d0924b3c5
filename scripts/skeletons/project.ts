import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'
import { format, type Options } from 'prettier'
import { UsageError } from '../../harness/errors.ts'
import type { TextFile } from '../../harness/contracts/types.ts'
import { maskCss } from './css.ts'
import { maskHtml } from './html.ts'
import { maskJavaScript } from './javascript.ts'

type Masker = (text: string, path: string) => string | Promise<string>

const LARGEST_DATA = 8 * 1024
const STYLE: Options = { semi: false, singleQuote: true, printWidth: 120 }
const LOCK_FILES = new Set(['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'])
const LEFT_OUT_FOLDERS = new Set(['node_modules', '.git'])
const DATA = ['.json', '.csv', '.tsv', '.txt', '.yaml', '.yml', '.toml', '.xml', '.svg', '.webmanifest']

const MASKERS: Readonly<Record<string, Masker>> = {
  ...same(['.js', '.mjs', '.cjs'], (text, path) => format(maskJavaScript(text, path), { ...STYLE, parser: 'babel' })),
  ...same(['.html', '.htm'], (text) => format(maskHtml(text), { ...STYLE, parser: 'html' })),
  ...same(['.css'], maskCss),
  ...same([...DATA, '.md', ''], (text) => text),
}

/**
 * The skeleton of a project: its files with their bodies removed, sorted by path. Lock files, binary files, large data and
 * installed packages are left out.
 * @throws UsageError if a file does not parse, or there is no rule for masking its type.
 */
export async function skeletonOf(folder: string): Promise<TextFile[]> {
  const files = await Promise.all((await pathsIn(folder)).map((path) => maskedFile(folder, path)))
  return files.filter((file) => file !== undefined)
}

/** The paths of all files in a folder, with forward slashes, sorted; empty if the folder does not exist. */
export async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noneIfMissing)
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = files.map((file) => file.slice(join(folder, sep).length).split(sep).join('/'))
  return paths.filter((path) => !path.split('/').some((part) => LEFT_OUT_FOLDERS.has(part))).sort()
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function maskedFile(folder: string, path: string): Promise<TextFile | undefined> {
  const bytes = await readFile(join(folder, path))
  const text = textOf(bytes)
  if (text === undefined || isLeftOut(path, bytes.length)) return undefined
  return { path, content: await maskerOf(path, folder)(text, path) }
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isLeftOut(path: string, size: number): boolean {
  const name = basename(path)
  if (name === 'package.json') return false
  return LOCK_FILES.has(name) || (DATA.includes(extname(name)) && size > LARGEST_DATA)
}

/** A file of an unknown type is an error: keeping it could reveal the solution, and leaving it out would go unnoticed. */
function maskerOf(path: string, folder: string): Masker {
  const extension = extname(path).toLowerCase()
  const masker = Object.hasOwn(MASKERS, extension) ? MASKERS[extension] : undefined
  if (masker) return masker
  throw new UsageError(
    `${join(folder, path)}: there is no rule for masking ${extension} files; add one to MASKERS in scripts/skeletons/project.ts.`,
  )
}

function same(extensions: readonly string[], masker: Masker): Record<string, Masker> {
  return Object.fromEntries(extensions.map((extension) => [extension, masker]))
}
