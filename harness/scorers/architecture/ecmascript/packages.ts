/** The `package.json` and `tsconfig.json` of a project. */
import * as z from 'zod'
import type { Text } from '../../texts.ts'
import { folderOf, normalisePath, under } from '../files.ts'

/** Anything that is not as expected is left out, because agents write these files. */
const text = z.string().max(1000).optional().catch(undefined)
const anything = z.unknown().optional()
const record = z.record(z.string(), z.unknown()).optional().catch(undefined)
const manifestSchema = z.looseObject({
  ...{ name: text, main: text, module: text, browser: anything, bin: anything, exports: anything },
  ...{ imports: record, scripts: record },
})
const configSchema = z.looseObject({
  compilerOptions: z.looseObject({ baseUrl: text, paths: record }).optional().catch(undefined),
})

/** Packages and configurations of one project that are read. */
const MOST = 200

export interface Package {
  readonly folder: string
  readonly manifest: z.infer<typeof manifestSchema>
}

/** `paths` of a TypeScript configuration: patterns of specifiers with at most one `*`, and where they lead. */
export interface Alias {
  readonly pattern: string
  readonly targets: readonly string[]
}

export function packagesIn(texts: ReadonlyMap<string, Text>): Package[] {
  return filesNamed(texts, /(^|\/)package\.json$/).flatMap((file) => {
    const manifest = manifestSchema.safeParse(parsed(file.text))
    return manifest.success ? [{ folder: folderOf(file.path), manifest: manifest.data }] : []
  })
}

export function aliasesIn(texts: ReadonlyMap<string, Text>): Alias[] {
  return filesNamed(texts, /(^|\/)[jt]sconfig[\w.-]*\.json$/).flatMap((file) => {
    if (file.text.length > LONGEST_CONFIG) return []
    const config = configSchema.safeParse(parsed(withoutComments(file.text)))
    const options = config.success ? config.data.compilerOptions : undefined
    const base = under(folderOf(file.path), options?.baseUrl ?? '.')
    return Object.entries(options?.paths ?? {})
      .slice(0, MOST)
      .map(([pattern, targets]): Alias => ({
        pattern,
        targets: stringsIn(targets).map((target) => under(base, target)),
      }))
  })
}

function filesNamed(texts: ReadonlyMap<string, Text>, name: RegExp): { path: string; text: string }[] {
  const found = [...texts].filter(([path]) => name.test(path)).slice(0, MOST)
  return found.map(([path, { text: content }]) => ({ path: normalisePath(path), text: content }))
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Characters of a configuration; longer ones are not read, because comments are found by a slow expression. */
const LONGEST_CONFIG = 20_000

/** TypeScript allows comments and a comma at the end. Strings are kept as they are. */
function withoutComments(content: string): string {
  return content
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string: string | undefined) => string ?? '')
    .replaceAll(/,(\s*[}\]])/g, '$1')
}

/** Nested conditions of `exports` that are read. */
const DEEPEST = 8
const MOST_STRINGS = 100

/** All strings in a value: the alternatives of a field such as `exports`. */
export function stringsIn(value: unknown, depth = DEEPEST): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object' || depth === 0) return []
  return Object.values(value)
    .slice(0, MOST_STRINGS)
    .flatMap((each) => stringsIn(each, depth - 1))
    .slice(0, MOST_STRINGS)
}

/** The part of a specifier for which a pattern has its `*`; undefined if the pattern does not match. */
export function starOf(pattern: string, specifier: string): string | undefined {
  const [before = '', after, more] = pattern.split('*')
  if (more !== undefined) return undefined
  if (after === undefined) return pattern === specifier ? '' : undefined
  const fits = specifier.length >= before.length + after.length
  return fits && specifier.startsWith(before) && specifier.endsWith(after)
    ? specifier.slice(before.length, specifier.length - after.length)
    : undefined
}
